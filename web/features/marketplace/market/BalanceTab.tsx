import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { AutoGrid, Surface } from '#web/ui/layout/layout.tsx';
import { Statement } from '../shared/Statement.tsx';
import { centsText } from '../shared/words.ts';
import { PayIn } from './PayIn.tsx';
import { PaymentReturn } from './PaymentReturn.tsx';
import { Payments } from './Payments.tsx';

/** What the workspace can buy for, how it pays in, and where its money came from and went. */
export default function BalanceTab() {
  const { data, error, refetch } = useQuery(query.marketplace.balance.queryOptions({ input: {} }));
  if (error && !data)
    return (
      <ErrorState title="The balance could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  const byCard = data?.topUp === 'card';
  return (
    <Stack gap={20}>
      <PaymentReturn />
      <AutoGrid min={340} gap={20}>
        <Surface component="section" aria-label="Balance">
          {data ? (
            <FigureList>
              <Definition term="Balance">{centsText(data.balanceCents)}</Definition>
              <Definition term="Reserved for orders">{centsText(data.reservedCents)}</Definition>
            </FigureList>
          ) : (
            <Skeleton h={52} />
          )}
          {data && data.balanceCents < 0 && (
            <Alert color="red" mt="sm" title={`You owe ${centsText(-data.balanceCents)}`}>
              A card payment was taken back by its holder’s bank after some of it had been spent. What you pay
              in is set against it first; until then nothing can be bought.
            </Alert>
          )}
          <Text size="sm" c="dimmed" mt="sm">
            What is reserved is set aside for orders whose leads have not all arrived.{' '}
            {byCard
              ? 'You may also pay by bank transfer to whoever runs this platform, who adds it here with its reference.'
              : 'Pay by bank transfer to whoever runs this platform, who adds it here with its reference.'}
          </Text>
        </Surface>
        {data?.paymentProvider && <PayIn by={data.paymentProvider} sandbox={data.sandbox} />}
      </AutoGrid>
      {byCard && <Payments />}
      <Statement />
    </Stack>
  );
}
