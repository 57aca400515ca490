import { Badge, Button, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PayoutAccount as Account } from '#shared/model/market-payments.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { centsText, payoutAccountWords } from '../shared/words.ts';

/** What the holder reads of the account, and does next. */
function wordsOf({ state, missing, minPayoutCents, paymentProvider }: Account): {
  about: string;
  action: string;
} {
  switch (state) {
    case 'none':
      return {
        about: `${paymentProvider} asks for your name, address and bank. Then what is ready to be paid out is sent to you once a day, from ${centsText(minPayoutCents)} on.`,
        action: 'Connect an account',
      };
    case 'details':
      return {
        about: `${paymentProvider} still asks for ${missing} ${missing === 1 ? 'detail' : 'details'}. Nothing is paid out by itself until they are given.`,
        action: 'Give the details',
      };
    case 'restricted':
      return {
        about: `${paymentProvider} sends nothing to this account any more. Whoever runs this platform pays you by bank transfer.`,
        action: 'Open the account',
      };
    case 'ready':
      return {
        about: `What is ready to be paid out is sent to it once a day, from ${centsText(minPayoutCents)} on.`,
        action: 'Change the details',
      };
    default:
      return state satisfies never;
  }
}

/** Where a shop's earnings go by themselves; asked of the provider when the page opens. */
export function PayoutAccount({ shop: { id, name } }: { shop: { id: string; name: string } }) {
  const { data, error, refetch } = useQuery(query.marketplace.payoutAccount.queryOptions({ input: { id } }));
  const connect = useMutation({
    mutationFn: () => api.marketplace.connectPayoutAccount({ id }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (error && !data)
    return (
      <ErrorState
        title="The payout account could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton h={120} mt="md" />;
  if (!data.available) return null;
  const { label, color } = payoutAccountWords[data.state];
  const { about, action } = wordsOf(data);
  return (
    <Stack component="section" aria-label={`Payout account of ${name}`} gap={10} mt="md">
      <Divider />
      <Group justify="space-between" mt={4}>
        <Title order={3} size="h4">
          Payout account
        </Title>
        <Badge variant="light" tt="none" color={color}>
          {label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {about}
        {data.sandbox && ` In the sandbox a stand-in of ${data.paymentProvider} opens, and no money moves.`}
      </Text>
      <FormProblem>{connect.error && messageOf(connect.error)}</FormProblem>
      <Group>
        <Button
          data-changes
          variant={data.state === 'ready' ? 'default' : 'filled'}
          leftSection={<IconBuildingBank size={17} />}
          loading={connect.isPending || connect.isSuccess}
          onClick={() => connect.mutate()}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
