import { Alert, Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { isPayable, type Payment, paymentLimits } from '#shared/model/market-payments.ts';
import { query } from '#web/app/api.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useRefresh } from '#web/ui/resource/useRefresh.ts';
import { centsText, paymentWords } from '../shared/words.ts';

const pollMs = 2_000;

const sentenceOf = ({ status, note }: Payment): string => {
  switch (status) {
    case 'paid':
      return 'It is in your balance.';
    case 'opening':
    case 'pending':
      return 'Nothing is known of it yet. This page asks again by itself.';
    case 'declined':
      return 'The card was declined, and nothing was charged. Try another one.';
    case 'expired':
      return `It was not paid within ${paymentLimits.openHours} hours. Nothing was charged.`;
    case 'failed':
    case 'refused':
    case 'refunded':
    case 'disputed':
    case 'charged_back':
      return note;
    default:
      return status satisfies never;
  }
};

/** What became of the payment from whose page somebody has come back; the address names it. */
export function PaymentReturn() {
  const [address, setAddress] = useSearchParams();
  const id = address.get('payment') ?? '';
  const refresh = useRefresh(
    query.marketplace.balance,
    query.marketplace.payments,
    query.marketplace.statement,
  );
  const { data, error, refetch } = useQuery(
    query.marketplace.payment.queryOptions({
      input: { id },
      enabled: id !== '',
      refetchInterval: ({ state: { data: known } }) =>
        known && (known.status === 'opening' || isPayable(known.status)) ? pollMs : false,
      retry: false,
    }),
  );
  const status = data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has changed is asked for again, and nothing else
  useEffect(() => {
    if (status) void refresh();
  }, [status]);
  if (error && !data)
    return (
      <ErrorState
        title="What became of the payment could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data || !status) return null;
  const { label, color } = paymentWords[status];
  return (
    <Alert
      role="status"
      color={color}
      variant="light"
      title={`${centsText(data.amountCents)}: ${label}`}
      withCloseButton
      closeButtonLabel="Close"
      onClose={() => setAddress({}, { replace: true })}
    >
      {sentenceOf(data)}{' '}
      {data.checkoutUrl && (
        <Anchor href={data.checkoutUrl} size="sm">
          Continue to payment
        </Anchor>
      )}
    </Alert>
  );
}
