import { Progress, Text } from '@mantine/core';
import type { Goal } from '#shared/api/goals.ts';
import { isGoal, percentOf, targetText, valueText } from './words.ts';

/** The figure of a goal with how far it is; of an alert beside its number. */
export function Standing({ goal }: { goal: Goal }) {
  if (!isGoal(goal))
    return (
      <Text size="sm" component="span" className="db-figures">
        {valueText(goal)}
      </Text>
    );
  const percent = percentOf(goal);
  return (
    <>
      <Text size="sm" className="db-figures">
        {valueText(goal)} of {targetText(goal)}
      </Text>
      <Progress
        mt={4}
        size="sm"
        value={percent}
        color={goal.status === 'crossed' ? 'green' : 'blue'}
        aria-label={`${goal.name}: ${percent} %`}
      />
    </>
  );
}
