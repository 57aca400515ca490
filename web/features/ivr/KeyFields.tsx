import { Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type IvrAction, ivrActions, ivrLimits, type PhoneKey } from '#shared/model/ivr.ts';
import { query } from '#web/app/api.ts';
import type { KeyValues } from './form.ts';

interface KeyFieldsProps {
  digit: PhoneKey;
  /** Undefined while it does nothing. */
  value: KeyValues | undefined;
  disabled: boolean;
  /** Null: it does nothing any more. */
  onChange: (change: Partial<Omit<KeyValues, 'digit'>> | null) => void;
}

const nothing = 'nothing';
const actionChoices = [
  { value: nothing, label: 'Nothing' },
  ...Object.entries(ivrActions).map(([value, label]) => ({ value, label })),
];

/** What one key of a menu does. */
export function KeyFields({ digit, value, disabled, onChange }: KeyFieldsProps) {
  return (
    <Stack gap="sm" aria-live="polite">
      <Title order={3} fz="sm">
        Key {digit}
      </Title>
      <Select
        label="When it is pressed"
        allowDeselect={false}
        disabled={disabled}
        data={actionChoices}
        value={value?.action ?? nothing}
        onChange={(action) => onChange(action === nothing ? null : { action: action as IvrAction })}
      />
      {value && <Target value={value} disabled={disabled} onChange={(target) => onChange({ target })} />}
      {value && (
        <TextInput
          label="Label"
          description="What this choice is called here and in dial plans."
          disabled={disabled}
          maxLength={ivrLimits.label}
          value={value.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
        />
      )}
      {!value && (
        <Text size="sm" c="dimmed">
          Callers who press it hear that it is none of the choices.
        </Text>
      )}
    </Stack>
  );
}

interface TargetProps {
  value: KeyValues;
  disabled: boolean;
  onChange: (target: string) => void;
}

/** A choice that is gone is named as that, so that the field is not empty without a reason. */
const withGone = (choices: { value: string; label: string }[] | undefined, chosen: string | null) =>
  choices && chosen && !choices.some(({ value }) => value === chosen)
    ? [...choices, { value: chosen, label: 'Not there any more' }]
    : (choices ?? []);

function Target({ value, disabled, onChange }: TargetProps) {
  const { action, target } = value;
  const queues = useQuery(query.pbx.listQueues.queryOptions({ input: {}, enabled: action === 'queue' }));
  const extensions = useQuery(
    query.pbx.listExtensions.queryOptions({ input: {}, enabled: action === 'extension' }),
  );
  switch (action) {
    case 'repeat':
    case 'hangup':
      return null;
    case 'number':
      return (
        <TextInput
          label="Number"
          type="tel"
          placeholder="(305) 555-0123"
          disabled={disabled}
          value={target ?? ''}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'queue':
    case 'extension': {
      const isQueue = action === 'queue';
      const of = isQueue ? queues : extensions;
      const all = isQueue ? queues.data?.queues : extensions.data?.extensions;
      const choices = all?.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }));
      return (
        <Select
          label={isQueue ? 'Queue' : 'Extension'}
          searchable
          allowDeselect={false}
          disabled={disabled || of.isPending}
          placeholder={
            of.isPending ? 'Loading…' : choices?.length === 0 ? 'There are none yet' : 'Choose one'
          }
          error={of.isError ? 'They could not be loaded.' : undefined}
          data={withGone(choices, target)}
          value={target || null}
          onChange={(chosen) => chosen && onChange(chosen)}
        />
      );
    }
    default:
      return action satisfies never;
  }
}
