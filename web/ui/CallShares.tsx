import { Text } from '@mantine/core';
import { type NumberFigures, noNumberFigures, sharesOf } from '#shared/model/number-figures.ts';

const percent = (share: number) => `${Math.round(share * 100)}%`;

const callsText = (calls: number) => `${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'}`;

/** How many calls from numbers people took, and hung up at once; of too few calls it says that. */
export function CallShares({ figures = noNumberFigures }: { figures?: NumberFigures | undefined }) {
  const shares = sharesOf(figures);
  if (!shares)
    return (
      <>
        <Text size="sm" c="dimmed">
          {figures.calls === 0 ? 'No calls' : 'Too few calls'}
        </Text>
        {figures.calls > 0 && (
          <Text size="xs" c="dimmed" className="db-figures">
            {callsText(figures.calls)}
          </Text>
        )}
      </>
    );
  return (
    <>
      <Text size="sm" className="db-figures">
        {percent(shares.answerRate)} answered
      </Text>
      <Text size="xs" c="dimmed" className="db-figures">
        {percent(shares.shortShare)} short, {callsText(figures.calls)}
      </Text>
    </>
  );
}
