import { Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  ivrLimits,
  type PhoneKey,
  promptKinds,
  promptVoices,
  type ShownIvrMenu,
  voiceLabel,
} from '#shared/model/ivr.ts';
import { api, query } from '#web/app/api.ts';
import { RecordingChoice } from '#web/ui/audio/RecordingChoice.tsx';
import { BoundedNumberInput } from '#web/ui/BoundedNumberInput.tsx';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import { NameField } from '#web/ui/resource/NameField.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { inputOf, type MenuValues, problemOf, valuesOf, withKey } from './form.ts';
import styles from './Ivr.module.css';
import { KeyFields } from './KeyFields.tsx';
import { Keypad } from './Keypad.tsx';

interface MenuPanelProps {
  thing: Opened<ShownIvrMenu>;
  readOnly: boolean;
  onClose: () => void;
}

/** An IVR menu: what callers hear, beside the keys that they press. */
export function MenuPanel({ thing, readOnly, onClose }: MenuPanelProps) {
  const existing = thing === 'new' ? undefined : thing;
  const [chosen, setChosen] = useState<PhoneKey>('1');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer state of it leaves the key that is edited
  useEffect(() => setChosen(existing?.options[0]?.digit ?? '1'), [existing?.id]);
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add IVR menu"
      addLabel="Add menu"
      valuesOf={valuesOf}
      problemOf={problemOf}
      save={(values, before) =>
        before
          ? api.ivr.update({ id: before.id, version: before.version, ...inputOf(values) })
          : api.ivr.create(inputOf(values))
      }
      stale={[query.ivr]}
    >
      {(values, set) => (
        <>
          {existing && <UsedBy menu={existing} />}
          <div className={styles.menu}>
            <MenuFields values={values} readOnly={readOnly} set={set} />
            <Stack gap="md">
              <Keypad keys={values.options} chosen={chosen} onChoose={setChosen} />
              <KeyFields
                digit={chosen}
                value={values.options.find(({ digit }) => digit === chosen)}
                disabled={readOnly}
                onChange={(change) => set({ options: withKey(values.options, chosen, change) })}
              />
            </Stack>
          </div>
        </>
      )}
    </DraftPanel>
  );
}

/** Which plans play the menu: they play it as it is saved. */
function UsedBy({ menu: { usedBy } }: { menu: ShownIvrMenu }) {
  return (
    <Text size="sm" c="dimmed">
      {usedBy.length === 0
        ? 'No dial plan uses this menu yet.'
        : `Used by ${usedBy.map(({ name }) => `“${name}”`).join(', ')}.`}
    </Text>
  );
}

interface MenuFieldsProps {
  values: MenuValues;
  readOnly: boolean;
  set: (change: Partial<MenuValues>) => void;
}

function MenuFields({ values, readOnly, set }: MenuFieldsProps) {
  const recordings = useQuery(query.recordings.list.queryOptions({ input: {} })).data?.recordings ?? [];
  const isRecorded = values.promptType === 'recording';
  return (
    <Stack gap="md">
      <NameField values={values} readOnly={readOnly} set={set} maxLength={ivrLimits.name} />
      <TextInput
        label="Description"
        readOnly={readOnly}
        maxLength={ivrLimits.description}
        value={values.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Select
        label="Prompt"
        allowDeselect={false}
        disabled={readOnly}
        data={Object.entries(promptKinds).map(([value, label]) => ({ value, label }))}
        value={values.promptType}
        onChange={(kind) => kind && set({ promptType: kind as MenuValues['promptType'] })}
      />
      {isRecorded && (
        <RecordingChoice
          label="Recording"
          recordings={recordings}
          disabled={readOnly}
          value={values.recordingId}
          onChange={(recordingId) => set({ recordingId })}
        />
      )}
      <Textarea
        label={isRecorded ? 'What it says' : 'Callers hear'}
        {...(isRecorded ? { description: 'For those who read. Nobody hears it.' } : { required: true })}
        autosize
        minRows={isRecorded ? 2 : 4}
        maxRows={10}
        readOnly={readOnly}
        placeholder="Thank you for calling. For sales, press 1."
        maxLength={ivrLimits.prompt}
        value={values.prompt}
        onChange={(event) => set({ prompt: event.currentTarget.value })}
      />
      {!isRecorded && (
        <Select
          label="Voice"
          allowDeselect={false}
          disabled={readOnly}
          data={promptVoices.map((value) => ({ value, label: voiceLabel(value) }))}
          value={values.voice}
          onChange={(voice) => voice && set({ voice: voice as MenuValues['voice'] })}
        />
      )}
      {isRecorded ? (
        <RecordingChoice
          label="After a key that does nothing"
          description="Heard before the menu is played again."
          recordings={recordings}
          disabled={readOnly}
          clearable
          value={values.invalidRecordingId}
          onChange={(invalidRecordingId) => set({ invalidRecordingId })}
        />
      ) : (
        <Textarea
          label="After a key that does nothing"
          description="Heard before the menu is played again."
          autosize
          maxRows={4}
          readOnly={readOnly}
          maxLength={ivrLimits.prompt}
          value={values.invalidPrompt}
          onChange={(event) => set({ invalidPrompt: event.currentTarget.value })}
        />
      )}
      <Group grow align="flex-start">
        <BoundedNumberInput
          label="Played at most, times"
          {...ivrLimits.maxRetries}
          disabled={readOnly}
          value={values.maxRetries}
          onChange={(maxRetries) => set({ maxRetries })}
        />
        <BoundedNumberInput
          label="Waits for a key, s"
          {...ivrLimits.timeout}
          disabled={readOnly}
          value={values.timeout}
          onChange={(timeout) => set({ timeout })}
        />
      </Group>
    </Stack>
  );
}
