import { Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { placeName, places } from '#shared/model/compliance/places.ts';
import {
  type Condition,
  type ConditionType,
  condition as conditionRule,
  isCallVariable,
} from '#shared/model/dialplan/condition.ts';
import { defaultLanguage } from '#shared/model/dialplan/languages.ts';
import { WeekFields } from '#web/features/compliance/WeekFields.tsx';
import { useLeadSettings, useTags } from '#web/features/leads/shared/lookups.ts';
import { NumberField } from '#web/ui/flow/NumberField.tsx';
import { useLiveForm } from '#web/ui/flow/useLiveForm.ts';
import { usePlanState } from '../../draft.ts';
import type { AllLists, Capabilities } from '../../resources.ts';
import { office, ZoneField } from '../../types/screen.tsx';
import { variableName } from '../../words.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { FormProps } from './useNodeForm.ts';

/** What a condition of a type asks at first; what has to be chosen is empty. */
function begun(type: ConditionType, { queues }: AllLists): Record<string, unknown> {
  switch (type) {
    case 'hours':
      return { type, hours: office() };
    case 'holiday':
      return { type, place: 'NY', timeZone: office().timeZone };
    case 'callerArea':
      return { type, areaCodes: [] };
    case 'callerNumber':
      return { type, numbers: [] };
    case 'leadStatus':
      return { type, statuses: [] };
    case 'leadTag':
      return { type, tags: [] };
    case 'queueLength':
      return { type, queueId: queues[0]?.id ?? '', atLeast: 5 };
    case 'variable':
      return { type, name: 'calledNumber', test: 'is', value: '' };
    default:
      return type satisfies never;
  }
}

/** What is compared with after another variable is chosen: a language is one of a few. */
function valueAfter(before: string, name: string): Record<string, string> {
  if (name === 'language') return { test: 'is', value: defaultLanguage };
  return before === 'language' ? { value: '' } : {};
}

/** What a node asks of a call: a type, and its own fields. */
export function ConditionForm({ form: { config, set }, capabilities, lists }: FormProps<'condition'>) {
  const asked = useLiveForm((config.condition ?? empty) as Record<string, unknown>, conditionRule, (next) =>
    set({ condition: next as unknown as Condition }),
  );
  const type = (asked.config.type as ConditionType | undefined) ?? null;
  return (
    <>
      <ChoiceField
        label="Asks for"
        placeholder="Choose what it asks"
        data={capabilities.conditionTypes}
        value={type}
        onChange={(next) => asked.replace(begun(next, lists))}
      />
      {type && (
        <Fields
          type={type}
          config={asked.config}
          errors={asked.errors}
          set={asked.set}
          capabilities={capabilities}
          lists={lists}
        />
      )}
    </>
  );
}

const empty = {};

interface FieldsProps {
  type: ConditionType;
  config: Readonly<Record<string, unknown>>;
  errors: Readonly<Record<string, string>>;
  set: (changes: Record<string, unknown>) => void;
  capabilities: Capabilities;
  lists: AllLists;
}

/** Under which names the plan's nodes keep what callers type; with the one that is asked for, from another plan. */
function useTyped(asked: string): string[] {
  const { graph } = usePlanState();
  const names = graph.steps.flatMap((node) => (node.type === 'collect' ? [node.data.variable] : []));
  const isOther = asked !== '' && !isCallVariable(asked);
  return [...new Set([...names.filter((name) => name !== ''), ...(isOther ? [asked] : [])])];
}

function Fields({ type, config, errors, set, capabilities, lists }: FieldsProps) {
  const tags = useTags();
  const { statuses } = useLeadSettings();
  const typed = useTyped(String(config.name ?? ''));
  const many = (name: string, label: string, placeholder: string, data: readonly string[] = []) => (
    <TagsInput
      label={label}
      placeholder={placeholder}
      data={[...data]}
      acceptValueOnBlur
      value={(config[name] as string[] | undefined) ?? []}
      error={errors[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const zone = (value: unknown, onChange: (value: string) => void) => (
    <ZoneField value={String(value ?? '')} onChange={onChange} />
  );
  switch (type) {
    case 'hours': {
      const hours = config.hours as Extract<Condition, { type: 'hours' }>['hours'];
      return (
        <Stack gap={14}>
          {zone(hours.timeZone, (timeZone) => set({ hours: { ...hours, timeZone } }))}
          <WeekFields
            week={hours.week}
            wholeDayText="Open all day"
            closedText="Closed"
            onChange={(week) => set({ hours: { ...hours, week } })}
          />
          {errors.hours && (
            <Text size="xs" c="error" role="alert">
              {errors.hours}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            True while they are open.
          </Text>
        </Stack>
      );
    }
    case 'holiday':
      return (
        <>
          <Select
            label="Holidays of"
            searchable
            allowDeselect={false}
            data={places.map(({ code }) => ({ value: code, label: placeName(code) }))}
            value={String(config.place ?? '')}
            onChange={(place) => place && set({ place })}
          />
          {zone(config.timeZone, (timeZone) => set({ timeZone }))}
        </>
      );
    case 'callerArea':
      return many('areaCodes', 'Area codes', '305');
    case 'callerNumber':
      return many('numbers', 'Numbers', '(305) 555-0123');
    case 'leadStatus':
      return many(
        'statuses',
        'Any of these statuses',
        'Choose one',
        statuses.map(({ key }) => key),
      );
    case 'leadTag':
      return many('tags', 'Any of these tags', 'Choose one', tags);
    case 'queueLength':
      return (
        <>
          <ChoiceField
            label="Queue"
            placeholder="Choose one"
            data={lists.queues.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
            value={(config.queueId as string) || null}
            onChange={(queueId) => set({ queueId })}
          />
          <NumberField
            label="Callers who wait, at least"
            min={1}
            max={1_000}
            value={Number(config.atLeast ?? 1)}
            onChange={(atLeast) => set({ atLeast })}
          />
        </>
      );
    case 'variable':
      return (
        <>
          <ChoiceField
            label="What the call says"
            data={[
              ...capabilities.callVariables,
              ...typed.map((value) => ({ value, label: variableName(value) })),
            ]}
            value={String(config.name)}
            onChange={(name) => set({ name, ...valueAfter(String(config.name), name) })}
          />
          {config.name === 'language' ? (
            <ChoiceField
              label="Is"
              data={capabilities.languages}
              value={String(config.value)}
              onChange={(value) => set({ value })}
            />
          ) : (
            <>
              <ChoiceField
                label="Compared"
                data={capabilities.variableTests}
                value={String(config.test)}
                onChange={(test) => set({ test })}
              />
              <TextInput
                label="With"
                maxLength={60}
                value={String(config.value ?? '')}
                error={errors.value}
                onChange={(event) => set({ value: event.currentTarget.value })}
              />
            </>
          )}
        </>
      );
    default:
      return type satisfies never;
  }
}
