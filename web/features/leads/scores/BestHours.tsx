import { Text, Title } from '@mantine/core';
import type { LeadScoring } from '#shared/api/lead-scoring.ts';
import { hourText } from '#shared/model/lead-score/words.ts';
import { HeatMap, weekdayRows } from '#web/ui/chart/HeatMap.tsx';
import { Surface } from '#web/ui/layout/layout.tsx';

type Hours = NonNullable<LeadScoring['hours']>;

/** The hours from the first to the last in which somebody called. */
function hoursCalled({ hourCalls }: Hours) {
  const called = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
    hourCalls.some((calls, at) => at % 24 === hour && calls > 0),
  );
  const first = called[0] ?? 0;
  return Array.from({ length: (called.at(-1) ?? 0) - first + 1 }, (_, at) => {
    const hour = first + at;
    return { key: String(hour), name: hourText(hour), tick: hour % 2 === first % 2 ? hourText(hour) : '' };
  });
}

const percent = (value: number): string => `${Math.round(value)}%`;

function HourMap({ hours, shares }: { hours: Hours; shares: readonly number[] }) {
  const shareAt = (day: string, hour: string) => {
    const at = Number(day) * 24 + Number(hour);
    return hours.hourCalls[at] ? 100 * shares[at]! : 0;
  };
  const known = shares.filter((_, at) => hours.hourCalls[at]);
  return (
    <HeatMap
      label="Share of calls that a person answers, by weekday and hour"
      rows={weekdayRows}
      columns={hoursCalled(hours)}
      figureOf={shareAt}
      format={percent}
      least={100 * Math.min(...known) - 1}
    />
  );
}

/** When calls are answered, by the clocks of the leads. */
export function BestHours({ hours }: { hours: Hours }) {
  const { calls, answered, shares, needed } = hours;
  return (
    <Surface component="section" aria-label="Best hours to call">
      <Title order={3} size="h4">
        Best hours to call
      </Title>
      <Text size="sm" c="dimmed" mb={shares ? 14 : 0}>
        {shares
          ? `A person answered ${answered.toLocaleString()} of ${calls.toLocaleString()} outbound calls of the last year. By the lead’s own clock; hours with few calls are drawn towards the average.`
          : `${calls.toLocaleString()} outbound calls to leads whose local hour is known. Hours are told apart from ${needed} on.`}
      </Text>
      {shares && <HourMap hours={hours} shares={shares} />}
    </Surface>
  );
}
