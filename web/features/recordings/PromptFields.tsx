import {
  Alert,
  Button,
  CloseButton,
  Group,
  Select,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { promptLimits, promptMergeFields, voiceProviders } from '#shared/model/prompt-recording.ts';
import { query } from '#web/app/api.ts';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import { SwitchField } from '#web/ui/resource/SwitchField.tsx';
import type { PromptValues } from './form.ts';

interface FieldsProps {
  values: PromptValues;
  readOnly: boolean;
  set: (change: Partial<PromptValues>) => void;
}

const mergeFields = Object.keys(promptMergeFields)
  .map((name) => `{{${name}}}`)
  .join(' and ');

/** What a recording is called, and what a voice reads. */
export const PromptFields = ({ values, readOnly, set }: FieldsProps) => (
  <Stack gap="md">
    <NameField values={values} readOnly={readOnly} set={set} maxLength={promptLimits.name} />
    <Textarea
      label="Callers hear"
      description={`Read aloud by the voice. ${mergeFields} are filled in.`}
      autosize
      minRows={3}
      maxRows={12}
      readOnly={readOnly}
      placeholder="Thank you for calling {{company.name}}."
      maxLength={promptLimits.text}
      value={values.text}
      onChange={(event) => set({ text: event.currentTarget.value })}
    />
    <VoiceField values={values} readOnly={readOnly} set={set} />
    <Pronunciations values={values} readOnly={readOnly} set={set} />
    <Group grow align="flex-start">
      <TextInput
        label="Category"
        readOnly={readOnly}
        maxLength={promptLimits.category}
        value={values.category}
        onChange={(event) => set({ category: event.currentTarget.value })}
      />
      <TagsInput
        label="Tags"
        readOnly={readOnly}
        maxTags={promptLimits.tags}
        value={values.tags}
        onChange={(tags) => set({ tags })}
      />
    </Group>
    <TextInput
      label="Description"
      readOnly={readOnly}
      maxLength={promptLimits.description}
      value={values.description}
      onChange={(event) => set({ description: event.currentTarget.value })}
    />
    <Group gap="lg" align="flex-end">
      <SwitchField label="Trim silence" name="trim" values={values} readOnly={readOnly} set={set} />
      <SwitchField label="Even out loudness" name="normalise" values={values} readOnly={readOnly} set={set} />
      <SwitchField label="Active" name="isActive" values={values} readOnly={readOnly} set={set} />
      <BoundedNumberInput
        label="Fade, ms"
        w={120}
        {...promptLimits.fadeMs}
        disabled={readOnly}
        value={values.fadeMs}
        onChange={(fadeMs) => set({ fadeMs })}
      />
    </Group>
  </Stack>
);

/** The voices, by who has them. */
export function VoiceField({
  values,
  readOnly,
  set,
}: Omit<FieldsProps, 'values'> & { values: Pick<PromptValues, 'provider' | 'voiceId'> }) {
  const { data, isPending } = useQuery(query.recordings.voices.queryOptions({ input: {} }));
  const chosen = `${values.provider}:${values.voiceId}`;
  const voices = data?.voices ?? [];
  const isKnown = voices.some(({ provider, id }) => `${provider}:${id}` === chosen);
  const groups = (Object.keys(voiceProviders) as PromptValues['provider'][]).map((provider) => ({
    group: voiceProviders[provider],
    items: voices
      .filter((one) => one.provider === provider)
      .map(({ id, name, description }) => ({
        value: `${provider}:${id}`,
        label: description ? `${name} (${description})` : name,
      })),
  }));
  const gone = { group: 'Not there now', items: [{ value: chosen, label: values.voiceId }] };
  return (
    <>
      <Select
        label="Voice"
        allowDeselect={false}
        searchable
        disabled={readOnly || isPending}
        data={isKnown ? groups : [...groups, gone]}
        value={chosen}
        onChange={(value) => {
          const [provider, ...id] = (value ?? '').split(':');
          if (value) set({ provider: provider as PromptValues['provider'], voiceId: id.join(':') });
        }}
      />
      {data?.problem && (
        <Alert color="yellow" variant="light">
          {data.problem}
        </Alert>
      )}
    </>
  );
}

/** Words that the voice is to say in another way than it would. */
function Pronunciations({ values: { pronunciations }, readOnly, set }: FieldsProps) {
  const change = (at: number, part: Partial<PromptValues['pronunciations'][number]>) =>
    set({ pronunciations: pronunciations.map((one, n) => (n === at ? { ...one, ...part } : one)) });
  if (readOnly && pronunciations.length === 0) return null;
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <Text component="legend" size="sm" fw={500} mb={4}>
        Pronunciations
      </Text>
      <Stack gap={8}>
        {pronunciations.map(({ word, says }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Group key={at} gap={8} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={`Word ${at + 1}`}
              placeholder="Word"
              readOnly={readOnly}
              maxLength={promptLimits.word}
              value={word}
              onChange={(event) => change(at, { word: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={`Word ${at + 1} is said`}
              placeholder="Is said"
              readOnly={readOnly}
              maxLength={promptLimits.word}
              value={says}
              onChange={(event) => change(at, { says: event.currentTarget.value })}
            />
            {!readOnly && (
              <CloseButton
                aria-label={`Remove word ${at + 1}`}
                onClick={() => set({ pronunciations: pronunciations.filter((_, n) => n !== at) })}
              />
            )}
          </Group>
        ))}
        {!readOnly && pronunciations.length < promptLimits.pronunciations && (
          <Button
            size="compact-sm"
            variant="subtle"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ pronunciations: [...pronunciations, { word: '', says: '' }] })}
          >
            Add a word
          </Button>
        )}
      </Stack>
    </fieldset>
  );
}
