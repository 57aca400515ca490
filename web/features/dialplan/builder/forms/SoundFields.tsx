import { Select, Textarea } from '@mantine/core';
import type { SoundData } from '#shared/model/dialplan/sound.ts';
import { voiceLabel } from '#shared/model/ivr.ts';
import { RecordingChoice } from '#web/ui/audio/RecordingChoice.tsx';
import type { AllLists, Capabilities } from '../../resources.ts';
import { ChoiceField } from './ChoiceField.tsx';

interface SoundFieldsProps {
  form: {
    config: SoundData;
    set: (changes: Partial<SoundData>) => void;
    errors: Readonly<Record<string, string>>;
  };
  capabilities: Capabilities;
  lists: AllLists;
}

/** What callers hear at a node: a text, a recording, or a sound of the exchange. */
export const SoundFields = ({ form: { config, set, errors }, capabilities, lists }: SoundFieldsProps) => (
  <>
    <ChoiceField
      label="Callers hear"
      data={capabilities.playbackTypes}
      value={config.type}
      onChange={(type) => set({ type })}
    />
    {config.type === 'tts' && (
      <>
        <Textarea
          label="Text"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={capabilities.limits.text}
          value={config.text}
          error={errors.text}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <Select
          label="Voice"
          allowDeselect={false}
          data={capabilities.voices.map((value) => ({ value, label: voiceLabel(value) }))}
          value={config.voice}
          onChange={(voice) => voice && set({ voice: voice as typeof config.voice })}
        />
      </>
    )}
    {config.type === 'recording' && (
      <RecordingChoice
        label="Recording"
        recordings={lists.recordings}
        value={config.recordingId}
        onChange={(recordingId) => set({ recordingId })}
      />
    )}
    {config.type === 'file' && (
      <Select
        label="Sound"
        placeholder="Choose one"
        searchable
        allowDeselect={false}
        data={capabilities.sounds}
        value={config.filePath}
        onChange={(filePath) => set({ filePath: filePath as typeof config.filePath })}
      />
    )}
  </>
);
