import { ActionIcon, Alert, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { conflicts } from '#shared/model/signage/conflicts.ts';
import type { Schedule } from '#shared/model/signage/entities.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useDisplays, useGroups, usePlaylists, useSchedules } from '../queries.ts';
import { inZone } from '../times.ts';
import { type Draft, newDraft, ScheduleForm } from './ScheduleForm.tsx';
import { WeekCalendar } from './WeekCalendar.tsx';
import { mondayOf } from './week.ts';

const chartColors = 8;
/** Conflicts told at once; the rest is in the calendar. */
const toldConflicts = 5;

/** The week of all displays or of one, with what clashes. */
export default function SchedulePage() {
  const list = useSchedules();
  const playlists = usePlaylists().data?.playlists ?? [];
  const displays = useDisplays().data?.displays ?? [];
  const groups = useGroups().data?.groups ?? [];
  const [displayId, setDisplayId] = useState<string | null>(null);
  const [today] = useState(
    () => localTime(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now()).date,
  );
  const [monday, setMonday] = useState(() => mondayOf(today));
  const [draft, setDraft] = useState<Draft>();
  const all = list.data?.schedules ?? [];
  const means = (schedule: Schedule, id: string) =>
    schedule.displayIds.includes(id) ||
    groups.some((group) => schedule.groupIds.includes(group.id) && group.displayIds.includes(id));
  const shown = displayId ? all.filter((schedule) => means(schedule, displayId)) : all;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `means` follows from the groups
  const clashes = useMemo(
    () =>
      displays
        .filter(({ id }) => !displayId || id === displayId)
        .flatMap(({ id, name, timeZone }) => {
          const from = instantOf(timeZone, monday, 0);
          const own = all.filter((schedule) => means(schedule, id));
          return conflicts(own, timeZone, from, instantOf(timeZone, dateAfter(monday, 7), 0)).map(
            (conflict) => ({
              ...conflict,
              display: name,
              zone: timeZone,
            }),
          );
        }),
    [displays, all, groups, monday, displayId],
  );
  const nameOf = (id: string) => all.find((schedule) => schedule.id === id)?.name ?? '';
  const places = playlists.map(({ id }) => id);
  const targets = displayId ? { displayIds: [displayId] } : {};
  const week = `${new Date(`${monday}T12:00:00Z`).toLocaleDateString(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short' })} – ${new Date(`${dateAfter(monday, 6)}T12:00:00Z`).toLocaleDateString(undefined, { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })}`;
  if (list.error)
    return (
      <ErrorState
        title="The schedule could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="The week before"
            onClick={() => setMonday(dateAfter(monday, -7))}
          >
            <IconChevronLeft size={17} />
          </ActionIcon>
          <Button variant="default" onClick={() => setMonday(mondayOf(today))}>
            This week
          </Button>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="The week after"
            onClick={() => setMonday(dateAfter(monday, 7))}
          >
            <IconChevronRight size={17} />
          </ActionIcon>
          <Text size="sm" fw={550} aria-live="polite">
            {week}
          </Text>
        </Group>
        <Group gap="sm">
          <Select
            aria-label="Display"
            placeholder="All displays"
            clearable
            clearButtonProps={{ 'aria-label': 'All displays' }}
            data={displays.map(({ id, name }) => ({ value: id, label: name }))}
            value={displayId}
            onChange={setDisplayId}
            w={190}
          />
          <Button
            data-changes
            leftSection={<IconPlus size={16} />}
            onClick={() => setDraft(newDraft({}, targets))}
          >
            New schedule
          </Button>
        </Group>
      </Group>
      {clashes.length > 0 && (
        <Alert
          color="amber"
          icon={<IconAlertTriangle size={18} />}
          mb="md"
          title="Some of these overlap this week"
        >
          <ul style={{ margin: 0, paddingInlineStart: 18 }}>
            {clashes.slice(0, toldConflicts).map((clash) => (
              <li key={`${clash.display} ${clash.winner} ${clash.loser}`}>
                {clash.display}: “{nameOf(clash.winner)}” shows over “{nameOf(clash.loser)}”, first on{' '}
                {inZone(clash.from, clash.zone, true)}.
              </li>
            ))}
            {clashes.length > toldConflicts && <li>and {clashes.length - toldConflicts} more</li>}
          </ul>
        </Alert>
      )}
      {!list.data ? (
        <Skeleton h={680} radius="lg" role="status" aria-label="Loading" />
      ) : (
        <>
          <WeekCalendar
            schedules={shown}
            monday={monday}
            today={today}
            clashes={new Set(clashes.map(({ loser }) => loser))}
            playlistName={(id) => playlists.find((playlist) => playlist.id === id)?.name ?? 'A playlist'}
            colorOf={(id) => `var(--mantine-color-chart-${Math.max(0, places.indexOf(id)) % chartColors})`}
            onOpen={setDraft}
            onDraw={(day, from, to) => setDraft(newDraft({ days: [day], from: from % 1440, to }, targets))}
          />
          <Text size="sm" c="dimmed" mt="sm">
            {shown.length === 0
              ? 'Nothing is scheduled. Drag over a day to draw a window, or use “New schedule”.'
              : 'Drag over a day to draw another window. Times are those of each display’s own clock.'}
          </Text>
        </>
      )}
      {draft && <ScheduleForm key={draft.id ?? 'new'} draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  );
}
