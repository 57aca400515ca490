// biome-ignore-all lint/a11y/useSemanticElements: a fieldset cannot be laid out like this group
import {
  ActionIcon,
  Box,
  Button,
  Chip,
  Flex,
  Group,
  Select,
  Slider,
  Stack,
  Text,
  TextInput,
  ThemeIcon,
} from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type BranchEvent, branchEvents } from '#shared/model/journey/steps/branch.ts';
import { type AwaitedEvent, awaitedEvents } from '#shared/model/journey/steps/wait.ts';
import { weekdaysFromMonday } from '#shared/model/report-schedule.ts';
import { useLeadSettings, useTags } from '#web/features/leads/shared/lookups.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { focusAdded } from '#web/ui/focus-added.ts';
import { FilterField } from './FilterField.tsx';
import styles from './forms.module.css';
import type { ConfigForm, FormProps } from './useConfigForm.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function WaitForm({ form }: FormProps<'wait'>) {
  const { config, set, errors } = form;
  return (
    <>
      <Select
        label="Waits"
        allowDeselect={false}
        data={[
          { value: 'duration', label: 'For some time' },
          { value: 'timeOfDay', label: 'Until a time of day' },
          { value: 'event', label: 'Until something happens' },
        ]}
        value={config.mode}
        onChange={(mode) => mode && set({ mode: mode as 'duration' })}
      />
      {config.mode === 'event' && <Awaited form={form} />}
      {config.mode !== 'timeOfDay' && <Duration form={form} />}
      {config.mode === 'timeOfDay' && (
        <>
          <TextInput
            type="time"
            label="Time"
            description="By the clock where the lead is."
            value={config.time}
            error={errors.time}
            onChange={(event) => set({ time: event.currentTarget.value })}
          />
          <div>
            <Box mb={6} fz="sm" fw={500}>
              On
            </Box>
            <Chip.Group
              multiple
              value={config.weekdays.map(String)}
              onChange={(days) => set({ weekdays: days.map(Number) })}
            >
              <Flex gap={4} wrap="wrap" role="group" aria-label="Days of the week">
                {weekdaysFromMonday.map((day) => (
                  <Chip key={day} size="xs" variant="light" color="ink" value={String(day)}>
                    {weekdays[day]}
                  </Chip>
                ))}
              </Flex>
            </Chip.Group>
            <Text size="xs" c="dimmed" mt={4}>
              {config.weekdays.length === 0 ? 'Any day.' : 'On these days only.'}
            </Text>
          </div>
        </>
      )}
    </>
  );
}

function Duration({ form: { config, set } }: { form: ConfigForm<'wait'> }) {
  return (
    <Group grow gap="sm" align="flex-start">
      <NumberField
        label={config.mode === 'event' ? 'At most' : 'How long'}
        min={1}
        max={1_000}
        value={config.amount}
        onChange={(amount) => set({ amount })}
      />
      <Select
        label="Unit"
        allowDeselect={false}
        data={['minutes', 'hours', 'days'].map((value) => ({ value, label: capital(value) }))}
        value={config.unit}
        onChange={(unit) => unit && set({ unit: unit as 'days' })}
      />
    </Group>
  );
}

function Awaited({ form: { config, set } }: { form: ConfigForm<'wait'> }) {
  const { statuses } = useLeadSettings();
  const tags = useTags();
  const options =
    config.event === 'statusChanged'
      ? statuses.map(({ key, label }) => ({ value: key, label }))
      : tags.map((tag) => ({ value: tag, label: tag }));
  const known = options.some(({ value }) => value === config.value);
  return (
    <>
      <Select
        label="Until there is"
        allowDeselect={false}
        data={Object.entries(awaitedEvents).map(([value, label]) => ({ value, label: capital(label) }))}
        value={config.event}
        onChange={(event) => event && set({ event: event as AwaitedEvent, value: '' })}
      />
      {(config.event === 'statusChanged' || config.event === 'tagAdded') && (
        <Select
          label={config.event === 'statusChanged' ? 'To the status' : 'The tag'}
          placeholder="Any"
          clearable
          searchable
          data={config.value && !known ? [{ value: config.value, label: config.value }, ...options] : options}
          value={config.value || null}
          onChange={(value) => set({ value: value ?? '' })}
        />
      )}
    </>
  );
}

export function BranchForm({ form: { config, set } }: FormProps<'branch'>) {
  return (
    <>
      <FilterField label="Yes where" filter={config.filter} onChange={(filter) => set({ filter })} />
      <Select
        label="And the lead, in this journey"
        placeholder="No matter what happened"
        clearable
        data={Object.entries(branchEvents).map(([value, label]) => ({ value, label: capital(label) }))}
        value={config.event}
        onChange={(event) => set({ event: event as BranchEvent | null })}
      />
    </>
  );
}

const letters = ['a', 'b', 'c', 'd', 'e'];

export function SplitForm({ form: { config, set } }: FormProps<'split'>) {
  const { variants } = config;
  const total = variants.reduce((sum, { weight }) => sum + weight, 0);
  const free = letters.find((letter) => !variants.some(({ key }) => key === letter));
  return (
    <div>
      <Box mb={6} fz="sm" fw={500}>
        Shares
      </Box>
      <Stack gap={14} pt={10}>
        {variants.map(({ key, weight }, at) => (
          <div key={key} className={styles.variant}>
            <ThemeIcon component="span" variant="light" color="ink" size={26} radius={7} fz={13} fw={650}>
              {key.toUpperCase()}
            </ThemeIcon>
            <Slider
              color="ink"
              label={null}
              thumbLabel={`Weight of ${key.toUpperCase()}`}
              min={0}
              max={100}
              value={weight}
              onChange={(next) =>
                set({ variants: variants.map((one, i) => (i === at ? { ...one, weight: next } : one)) })
              }
            />
            <Box component="span" className="db-figures" fz={13} ta="end">
              {total > 0 ? Math.round((weight / total) * 100) : 0} %
            </Box>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${key.toUpperCase()}`}
              disabled={variants.length <= 2}
              onClick={() => set({ variants: variants.filter((_, i) => i !== at) })}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </div>
        ))}
        {free && (
          <div>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              onClick={({ currentTarget }) => {
                set({ variants: [...variants, { key: free, weight: 50 }] });
                focusAdded(currentTarget);
              }}
            >
              Add a variant
            </Button>
          </div>
        )}
      </Stack>
    </div>
  );
}

export function EndForm({ form: { config, set } }: FormProps<'end'>) {
  return (
    <TextInput
      label="Reason"
      description="Shown in the statistics; leave it empty for none."
      maxLength={100}
      value={config.reason}
      onChange={(event) => set({ reason: event.currentTarget.value })}
    />
  );
}
