import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { paymentLimits } from '#shared/model/market-payments.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { MoneyInput } from '../shared/MoneyInput.tsx';
import { centsText } from '../shared/words.ts';

const { minCents, maxCents } = paymentLimits;
const bounds = `${centsText(minCents)} to ${centsText(maxCents)}`;

/** Pays in by card: the own page of the provider (`by`) takes the card, and sends back here. */
export function PayIn({ by, sandbox }: { by: string; sandbox: boolean }) {
  const [cents, setCents] = useState<number | null>(null);
  // One press of the button is one payment; another amount is another one.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const begin = useMutation({
    mutationFn: (amountCents: number) => api.marketplace.pay({ amountCents, requestId }),
    onSuccess: ({ checkoutUrl }) => {
      if (checkoutUrl) window.location.assign(checkoutUrl);
    },
  });
  const isWithin = cents !== null && cents >= minCents && cents <= maxCents;
  return (
    <Surface component="section" aria-label="Pay in by card">
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          if (isWithin) begin.mutate(cents);
        }}
      >
        <Stack gap="sm">
          <Title order={2}>Pay in by card</Title>
          <FormProblem>{begin.error && messageOf(begin.error)}</FormProblem>
          <Group align="end" gap="sm">
            <MoneyInput
              label="Amount"
              description={bounds}
              cents={cents}
              error={cents !== null && !isWithin && `An amount is ${bounds}.`}
              onChange={(amount) => {
                setCents(amount);
                setRequestId(crypto.randomUUID());
                begin.reset();
              }}
            />
            <Button
              type="submit"
              leftSection={<IconCreditCard size={17} />}
              disabled={!isWithin}
              loading={begin.isPending || begin.isSuccess}
            >
              Pay in
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {sandbox
              ? `In the sandbox: a stand-in of ${by} opens, no card is charged, and the balance is for trying things out.`
              : `${by} takes the card on a page of its own. The money is in your balance as soon as it says that it was paid.`}
          </Text>
        </Stack>
      </form>
    </Surface>
  );
}
