import { Alert } from '@mantine/core';
import { Definition, DefinitionList } from '#web/ui/DefinitionList.tsx';
import { centsText } from '../shared/words.ts';

interface BalanceAfterProps {
  /** US cents of what is to be bought. */
  total: number;
  /** US cents; undefined until it is known. */
  balance: number | undefined;
}

/** What something costs, and what the balance is after it; or how much is short. */
export function BalanceAfter({ total, balance }: BalanceAfterProps) {
  const left = balance === undefined ? undefined : balance - total;
  return (
    <>
      <DefinitionList terms={120}>
        <Definition term="Total" figures>
          <b>{centsText(total)}</b>
        </Definition>
        {balance !== undefined && left !== undefined && (
          <Definition term="Your balance" figures>
            {centsText(balance)}
            {left >= 0 && `, ${centsText(left)} after it`}
          </Definition>
        )}
      </DefinitionList>
      {left !== undefined && left < 0 && (
        <Alert color="amber">Your balance is {centsText(-left)} short. Pay in under Balance.</Alert>
      )}
    </>
  );
}
