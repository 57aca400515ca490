import { ActionIcon, Box, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type DisplayPlan, type OnNow, segments } from '#shared/model/signage/what-is-on.ts';
import { dateAfter, instantOf, localTime, zoneName } from '#shared/model/zone-time.ts';
import { causes } from '../cause.ts';
import { inZone } from '../times.ts';
import styles from './DayTimeline.module.css';

/** The line of the present moves this often; ms. */
const stepMs = 30_000;
const hourMarks = [0, 3, 6, 9, 12, 15, 18, 21, 24];

const onNowName = (on: OnNow): string =>
  on.kind === 'own'
    ? 'Its own content'
    : on.kind === 'scheduled'
      ? `${on.name}: ${on.playlist.name}`
      : on.name;

/** What a display shows over one day of its own calendar, as a picture and as a list. */
export function DayTimeline({ plan }: { plan: DisplayPlan }) {
  const [now, setNow] = useState(Date.now);
  const [ahead, setAhead] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  const zone = plan.timeZone;
  const date = dateAfter(localTime(zone, now).date, ahead);
  const from = instantOf(zone, date, 0);
  const to = instantOf(zone, dateAfter(date, 1), 0);
  const share = (at: number) => ((at - from) / (to - from)) * 100;
  const parts = segments(plan, from, to);
  const day = new Date(`${date}T12:00:00Z`).toLocaleDateString(undefined, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
  return (
    <>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="The day before"
          onClick={() => setAhead(ahead - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text size="sm" fw={500} aria-live="polite">
          {ahead === 0 ? `Today, ${day}` : day}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="The day after"
          onClick={() => setAhead(ahead + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
        <Text size="xs" c="dimmed" ml="auto">
          {zoneName(zone)}
        </Text>
      </Group>
      <div aria-hidden="true">
        <div className={styles.bar}>
          {parts.map((part) => (
            <div
              key={part.from}
              className={styles.part}
              data-kind={part.on.kind}
              style={{
                insetInlineStart: `${share(part.from)}%`,
                inlineSize: `${share(part.to) - share(part.from)}%`,
              }}
              title={onNowName(part.on)}
            >
              <span className="db-cut">{onNowName(part.on)}</span>
            </div>
          ))}
          {ahead === 0 && <div className={styles.now} style={{ insetInlineStart: `${share(now)}%` }} />}
        </div>
        <Box className={`db-figures ${styles.hours}`} pos="relative" h={18} mt={4} c="dimmed" fz={11}>
          {hourMarks.map((hour) => (
            <span key={hour} style={{ insetInlineStart: `${share(instantOf(zone, date, hour * 60))}%` }}>
              {hour}
            </span>
          ))}
        </Box>
      </div>
      <Stack component="ol" className={`db-list ${styles.list}`} gap={6} fz={13}>
        {parts.map((part) => (
          <li key={part.from} data-now={(part.from <= now && now < part.to) || undefined}>
            <time className="db-dim" dateTime={new Date(part.from).toISOString()}>
              {inZone(part.from, zone)} – {inZone(part.to, zone)}
            </time>
            <span className={styles.dot} data-kind={part.on.kind} aria-hidden />
            <Box component="span" className="db-wrap" miw={0}>
              {onNowName(part.on)}
              {part.on.kind !== 'own' && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  {causes[part.on.kind].label}
                </Text>
              )}
            </Box>
          </li>
        ))}
      </Stack>
    </>
  );
}
