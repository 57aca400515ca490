import { Alert, Anchor } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { centsText } from '../shared/words.ts';

interface BalanceAfterProps {
  /** US cents of what is to be bought. */
  total: number;
  balance: UseQueryResult<{ balanceCents: number }>;
}

/** What something costs, and what the balance is after it; or how much is short. */
export function BalanceAfter({ total, balance: { data, error, refetch } }: BalanceAfterProps) {
  const left = data && data.balanceCents - total;
  return (
    <>
      <DefinitionList terms={120}>
        <Definition term="Total" figures>
          <b>{centsText(total)}</b>
        </Definition>
        {data && left !== undefined && (
          <Definition term={data.balanceCents < 0 ? 'You owe' : 'Your balance'} figures>
            {centsText(Math.abs(data.balanceCents))}
            {left >= 0 && `, ${centsText(left)} after it`}
          </Definition>
        )}
      </DefinitionList>
      {error && !data && (
        <ErrorState title="Your balance could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {left !== undefined && left < 0 && (
        <Alert color="amber">
          {data && data.balanceCents < 0
            ? `You owe ${centsText(-data.balanceCents)}, as a card payment was taken back. With this purchase ${centsText(-left)} are to be paid in.`
            : `Your balance is ${centsText(-left)} short.`}{' '}
          <Anchor component={Link} to="/marketplace/balance" inherit>
            Pay in
          </Anchor>
        </Alert>
      )}
    </>
  );
}
