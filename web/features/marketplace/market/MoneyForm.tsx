import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { marketLimits } from '#shared/model/market.ts';
import { query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';

interface MoneyFormProps {
  /** A verb: 'Record payout'. */
  action: string;
  /** Sent again with the same reference and amount it is booked once. */
  record: (input: { amountCents: number; reference: string }) => Promise<unknown>;
}

/** An amount that was paid, with the reference by which it is found at the bank. */
export function MoneyForm({ action, record }: MoneyFormProps) {
  const refresh = useRefresh(query.marketplace);
  const [dollars, setDollars] = useState<number | string>('');
  const [reference, setReference] = useState('');
  const send = useMutation({
    mutationFn: () => record({ amountCents: Math.round(Number(dollars) * 100), reference: reference.trim() }),
    onSuccess: async () => {
      setDollars('');
      setReference('');
      await refresh();
    },
  });
  return (
    <form
      data-changes
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack gap="md">
        <FormProblem>{send.error && messageOf(send.error)}</FormProblem>
        <NumberInput
          label="Amount"
          prefix="$"
          decimalScale={2}
          min={0}
          max={marketLimits.maxAmount / 100}
          hideControls
          value={dollars}
          onChange={setDollars}
        />
        <TextInput
          label="Reference"
          description="Such as that of the bank transfer. The same reference and amount are booked once."
          maxLength={marketLimits.reference}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" disabled={!Number(dollars) || !reference.trim()} loading={send.isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
