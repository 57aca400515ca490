import { MultiSelect, PasswordInput, Select, Stack, Switch, TagsInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { goalLimits } from '#shared/model/goal.ts';
import { query } from '#web/app/api.ts';
import { useMay, useSeesAllLeads } from '#web/app/use-may.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import type { GoalDraft } from './GoalPanel.tsx';

interface AlertFieldsProps {
  draft: GoalDraft;
  set: (change: Partial<GoalDraft>) => void;
  hasSlack: boolean;
}

/** Who is told of it, and where. */
export function AlertFields({ draft, set, hasSlack }: AlertFieldsProps) {
  const isAdmin = useSeesAllLeads();
  const may = useMay();
  return (
    <Stack gap="md" component="section" aria-label="Who is told">
      <Title order={3} fz="h5">
        Who is told
      </Title>
      <TagsInput
        label="By mail"
        description={
          isAdmin
            ? 'E-mail addresses, with Enter after each.'
            : 'E-mail addresses of your workspace, with Enter after each.'
        }
        maxTags={goalLimits.recipients}
        splitChars={[',', ';', ' ']}
        value={draft.recipients}
        onChange={(recipients) => set({ recipients })}
      />
      {isAdmin && (
        <PasswordInput
          label="In Slack"
          description={
            hasSlack
              ? 'A channel is told. A new address takes the place of the one that is kept.'
              : 'The address of an incoming webhook. It is kept sealed and shown to nobody.'
          }
          placeholder="https://hooks.slack.com/services/…"
          autoComplete="off"
          maxLength={2_000}
          value={draft.slackUrl}
          onChange={(event) => set({ slackUrl: event.currentTarget.value.trim() })}
        />
      )}
      {isAdmin && hasSlack && (
        <Switch
          label="Stop telling Slack"
          checked={draft.removesSlack}
          onChange={(event) => set({ removesSlack: event.currentTarget.checked })}
        />
      )}
      {may('displays.view') && may('content.view') && <AnnouncementFields draft={draft} set={set} />}
      {isAdmin && (
        <Switch
          label="Everybody of the workspace sees it"
          description="They are told of it in the app, too."
          checked={draft.shared}
          onChange={(event) => set({ shared: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}

/** The sign that displays show. */
function AnnouncementFields({ draft, set }: Pick<AlertFieldsProps, 'draft' | 'set'>) {
  const { announcement } = draft;
  const projects = useQuery(query.content.list.queryOptions({ input: { limit: 100 } }));
  const displays = useQuery(query.signage.displays.queryOptions({ input: {} }));
  const change = (part: Partial<NonNullable<typeof announcement>>) =>
    announcement && set({ announcement: { ...announcement, ...part } });
  return (
    <>
      <Switch
        label="On displays"
        description="A sign of yours, filled with {{external.goal}}, {{external.value}} and {{external.target}}."
        checked={announcement !== null}
        onChange={(event) =>
          set({
            announcement: event.currentTarget.checked ? { projectId: '', displayIds: [], minutes: 5 } : null,
          })
        }
      />
      {announcement && (
        <>
          <Select
            label="Sign"
            placeholder={projects.data?.projects.length === 0 ? 'No signs yet' : 'Choose one'}
            searchable
            data={projects.data?.projects.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={announcement.projectId || null}
            onChange={(projectId) => change({ projectId: projectId ?? '' })}
          />
          <MultiSelect
            label="Displays"
            placeholder={displays.data?.displays.length === 0 ? 'No displays yet' : 'Choose some'}
            searchable
            data={displays.data?.displays.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={announcement.displayIds}
            onChange={(displayIds) => change({ displayIds })}
          />
          <BoundedNumberInput
            label="Minutes"
            description="Then the screen shows what it showed before."
            min={goalLimits.minutes.min}
            max={goalLimits.minutes.max}
            value={announcement.minutes}
            onChange={(minutes) => change({ minutes })}
          />
        </>
      )}
    </>
  );
}
