import { Button, Chip, Group, Input, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { Schedule } from '#shared/model/signage/entities.ts';
import { query } from '#web/app/api.ts';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { toast } from '#web/ui/toast.ts';
import { signageChanged, usePlaylists } from '../queries.ts';
import { TargetPicker } from '../TargetPicker.tsx';
import { minuteOf, timeText, weekdays } from '../times.ts';

/** A schedule being made or changed; one without an id is new. */
export type Draft = Omit<Schedule, 'id' | 'version'> & { id?: string; version?: number };

export const newDraft = (more: Partial<Draft['rule']> = {}, targets: Partial<Draft> = {}): Draft => ({
  name: '',
  playlistId: '',
  displayIds: [],
  groupIds: [],
  priority: 0,
  ...targets,
  rule: {
    days: [1, 2, 3, 4, 5],
    from: 9 * 60,
    to: 17 * 60,
    startDate: null,
    endDate: null,
    everyWeeks: 1,
    ...more,
  },
});

const repeats = [
  { value: '1', label: 'Every week' },
  { value: '2', label: 'Every other week' },
  { value: '3', label: 'Every third week' },
  { value: '4', label: 'Every fourth week' },
];

/** Which playlist shows where and when; everything that the calendar can do, and more. */
export function ScheduleForm({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [value, setValue] = useState(draft);
  const playlists = usePlaylists().data?.playlists ?? [];
  const reactions = {
    onSuccess: async () => {
      await signageChanged();
      onClose();
    },
    onError: (reason: unknown) => toast.error(reason),
  };
  const create = useMutation(query.signage.createSchedule.mutationOptions(reactions));
  const update = useMutation(query.signage.updateSchedule.mutationOptions(reactions));
  const remove = useMutation(query.signage.removeSchedule.mutationOptions(reactions));
  const busy = create.isPending || update.isPending || remove.isPending;
  const { id, name, playlistId, displayIds, groupIds, priority, rule } = value;
  const set = (change: Partial<Draft>) => setValue({ ...value, ...change });
  const setRule = (change: Partial<Draft['rule']>) => set({ rule: { ...rule, ...change } });
  const crossing = rule.to <= rule.from;
  const ready = name.trim() && playlistId && displayIds.length + groupIds.length > 0 && rule.days.length > 0;
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { version, ...fields } = value;
    if (id) update.mutate({ ...fields, id, ...(version ? { version } : {}) });
    else create.mutate(fields);
  };
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={id ? 'Change the schedule' : 'New schedule'}
      footer={
        <>
          {id && (
            <Button
              data-changes
              variant="subtle"
              color="red"
              mr="auto"
              disabled={busy}
              onClick={() => remove.mutate({ id })}
            >
              Remove
            </Button>
          )}
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="schedule" loading={busy} disabled={!ready}>
            {id ? 'Save' : 'Add to the schedule'}
          </Button>
        </>
      }
    >
      <form data-changes id="schedule" onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label="Name"
            placeholder="Opening hours"
            required
            maxLength={120}
            data-autofocus
            value={name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            label="Playlist"
            placeholder="Choose a playlist"
            required
            allowDeselect={false}
            searchable
            data={playlists.map((playlist) => ({ value: playlist.id, label: playlist.name }))}
            value={playlistId || null}
            onChange={(next) => next && set({ playlistId: next })}
            description={
              playlists.length === 0 ? (
                <>
                  There is no playlist yet. <Link to="/displays/playlists">Make one first.</Link>
                </>
              ) : undefined
            }
          />
          <TargetPicker value={{ displayIds, groupIds }} onChange={set} />
          <Input.Wrapper label="Days" labelElement="div">
            <Chip.Group
              multiple
              value={rule.days.map(String)}
              onChange={(days) => setRule({ days: days.map(Number) })}
            >
              <Group gap={6} role="group" aria-label="Days">
                {weekdays.map(({ day, short }) => (
                  <Chip key={day} value={String(day)} size="xs" variant="light" color="ink">
                    {short}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          </Input.Wrapper>
          <Group grow align="start">
            <TextInput
              label="From"
              type="time"
              required
              value={timeText(rule.from)}
              onChange={(event) => {
                const from = minuteOf(event.currentTarget.value);
                if (from !== undefined) setRule({ from });
              }}
            />
            <TextInput
              label="Until"
              type="time"
              required
              description={crossing ? 'On the next day' : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={timeText(rule.to)}
              onChange={(event) => {
                const to = minuteOf(event.currentTarget.value);
                if (to !== undefined) setRule({ to: to === 0 ? 1440 : to });
              }}
            />
          </Group>
          <Select
            label="Repeats"
            allowDeselect={false}
            data={
              repeats.some((option) => option.value === String(rule.everyWeeks))
                ? repeats
                : [...repeats, { value: String(rule.everyWeeks), label: `Every ${rule.everyWeeks} weeks` }]
            }
            value={String(rule.everyWeeks)}
            onChange={(every) => every && setRule({ everyWeeks: Number(every) })}
          />
          <Group grow align="start">
            <TextInput
              label="First day"
              type="date"
              value={rule.startDate ?? ''}
              onChange={(event) => setRule({ startDate: event.currentTarget.value || null })}
            />
            <TextInput
              label="Last day"
              type="date"
              error={
                rule.startDate && rule.endDate && rule.endDate < rule.startDate
                  ? 'Before the first'
                  : undefined
              }
              value={rule.endDate ?? ''}
              onChange={(event) => setRule({ endDate: event.currentTarget.value || null })}
            />
          </Group>
          <NumberInput
            label="Priority"
            description="Of two that are open, the higher one shows; of equals, the one that began last"
            min={0}
            max={10}
            allowDecimal={false}
            value={priority}
            onChange={(next) => typeof next === 'number' && set({ priority: next })}
          />
          <Text size="xs" c="dimmed">
            Times are those of each display’s own clock. An emergency and what is published to a display go
            before.
          </Text>
        </Stack>
      </form>
    </SidePanel>
  );
}
