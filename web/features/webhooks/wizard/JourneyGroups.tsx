import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { channels } from '#shared/model/lead.ts';
import { webhookLimits as limits } from '#shared/model/webhook-limits.ts';
import { useLeadSettings } from '#web/features/leads/shared/lookups.ts';
import { Surface } from '#web/ui/layout/layout.tsx';
import type { StepProps } from './Wizard.tsx';
import styles from './wizard.module.css';

/** Go: the journey that each lead enters. */
export function JourneyGroup({ draft, change, sources }: StepProps) {
  const { journeys } = sources;
  return (
    <Surface component="section" aria-label="Journey">
      <h3 className={styles.cardTitle}>Journey</h3>
      <Select
        label="Enroll each lead in"
        description="A journey takes leads while it is live."
        placeholder={journeys.options?.length === 0 ? journeys.none : 'No journey'}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'No journey' }}
        data={journeys.options ?? []}
        value={draft.fields.autoEnrollJourneyId}
        onChange={(autoEnrollJourneyId) => change({ autoEnrollJourneyId })}
      />
    </Surface>
  );
}

const units = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof units;
const unitOf = (minutes: number): Unit =>
  minutes % 1_440 === 0 ? 'days' : minutes % 60 === 0 ? 'hours' : 'minutes';

/** Pause: which journeys, until when, and the tag that has them go on. */
export function PauseGroup({ draft, change, sources, problems }: StepProps) {
  const { pauseConfig } = draft.fields;
  const set = (part: Partial<typeof pauseConfig>) => change({ pauseConfig: { ...pauseConfig, ...part } });
  const { until } = pauseConfig;
  const minutes = until.kind === 'duration' ? until.minutes : 1_440;
  const [unit, setUnit] = useState<Unit>(unitOf(minutes));
  const setMinutes = (value: number) =>
    set({
      until: { kind: 'duration', minutes: Math.min(limits.pauseMinutes.max, Math.max(1, Math.round(value))) },
    });
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();
  return (
    <Surface component="section" aria-label="Pause and resume">
      <h3 className={styles.cardTitle}>Pause and resume</h3>
      <Stack gap="md">
        <Radio.Group
          label="Pause"
          value={pauseConfig.scope}
          onChange={(scope) => set({ scope: scope as 'all' })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="all" label="All journeys of the lead" />
            <Radio value="journeys" label="Some journeys" />
          </Stack>
        </Radio.Group>
        {pauseConfig.scope === 'journeys' && (
          <MultiSelect
            label="Journeys"
            data={sources.journeys.options ?? []}
            error={problems.journeyIds}
            searchable
            value={pauseConfig.journeyIds}
            onChange={(journeyIds) => set({ journeyIds })}
          />
        )}
        <Radio.Group
          label="Until"
          value={until.kind}
          onChange={(kind) =>
            set({
              until:
                kind === 'duration'
                  ? { kind, minutes: 1_440 }
                  : kind === 'date'
                    ? { kind, at: tomorrow() }
                    : { kind: 'manual' },
            })
          }
        >
          <Stack gap={8} mt={8}>
            <Radio value="manual" label="Somebody has them go on" />
            <Radio value="duration" label="Some time has passed" />
            <Radio value="date" label="A date" />
          </Stack>
        </Radio.Group>
        {until.kind === 'duration' && (
          <Group gap="xs" align="flex-end">
            <NumberInput
              label="For"
              min={1}
              w={110}
              allowDecimal={false}
              value={minutes / units[unit]}
              onChange={(value) => typeof value === 'number' && setMinutes(value * units[unit])}
            />
            <Select
              aria-label="Unit"
              w={120}
              allowDeselect={false}
              data={Object.keys(units)}
              value={unit}
              onChange={(next) => {
                const chosen = (next ?? 'days') as Unit;
                setMinutes((minutes / units[unit]) * units[chosen]);
                setUnit(chosen);
              }}
            />
          </Group>
        )}
        {until.kind === 'date' && (
          <TextInput
            type="datetime-local"
            label="Go on at"
            value={new Date(Date.parse(until.at) - new Date(until.at).getTimezoneOffset() * 60_000)
              .toISOString()
              .slice(0, 16)}
            onChange={(event) => {
              const at = new Date(event.currentTarget.value);
              if (!Number.isNaN(at.getTime())) set({ until: { kind: 'date', at: at.toISOString() } });
            }}
          />
        )}
        <TextInput
          label="Resume tag"
          description="A lead that gets this tag goes on before that."
          maxLength={50}
          value={pauseConfig.resumeTag}
          onChange={(event) => set({ resumeTag: event.currentTarget.value.toLowerCase() })}
        />
      </Stack>
    </Surface>
  );
}

const channelWords = { call: 'Calls', sms: 'Texts', email: 'E-mails' };

/** Stop: where the reason stands, and what else becomes of the lead. */
export function StopGroup({ draft, change }: StepProps) {
  const settings = useLeadSettings();
  const { stopConfig } = draft.fields;
  const set = (part: Partial<typeof stopConfig>) => change({ stopConfig: { ...stopConfig, ...part } });
  return (
    <Surface component="section" aria-label="Stop">
      <h3 className={styles.cardTitle}>Stop</h3>
      <Stack gap="md">
        <TextInput
          label="Field of the reason"
          description="Where the payload says why; it stands on the lead's timeline."
          maxLength={limits.path}
          value={stopConfig.reasonField}
          onChange={(event) => set({ reasonField: event.currentTarget.value })}
        />
        <Select
          label="Set the status to"
          placeholder="Leave it as it is"
          clearable
          clearButtonProps={{ 'aria-label': 'Leave the status' }}
          data={settings?.statuses.map(({ key, label }) => ({ value: key, label })) ?? []}
          value={stopConfig.markStatus}
          onChange={(markStatus) => set({ markStatus })}
        />
        <TagsInput
          label="Add tags"
          value={stopConfig.tags}
          maxTags={limits.tags}
          onChange={(tags) => set({ tags: tags.map((tag) => tag.toLowerCase()) })}
        />
        <Checkbox.Group
          label="Opt out of"
          description="They are not contacted by these any more, whatever else allows it."
          value={stopConfig.optOut}
          onChange={(optOut) => set({ optOut: optOut as typeof stopConfig.optOut })}
        >
          <Group mt={8}>
            {channels.map((channel) => (
              <Checkbox key={channel} value={channel} label={channelWords[channel]} />
            ))}
          </Group>
        </Checkbox.Group>
      </Stack>
    </Surface>
  );
}
