import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/app/api.ts';
import { AudioPlayer } from './AudioPlayer.tsx';

interface RecordingChoiceProps {
  label: string;
  description?: string;
  recordings: readonly { id: string; name: string; versionId: string | null }[];
  value: string | null;
  disabled?: boolean;
  /** Whether nothing may be chosen again. */
  clearable?: boolean;
  onChange: (recordingId: string | null) => void;
}

/** One of the workspace's recordings, with what it sounds like. One that is in no list is named as gone. */
export function RecordingChoice({
  label,
  description,
  recordings,
  value,
  disabled = false,
  clearable = false,
  onChange,
}: RecordingChoiceProps) {
  const listed = recordings.map(({ id, name, versionId }) => ({
    value: id,
    label: versionId === null ? `${name} (nothing to hear yet)` : name,
  }));
  const isGone = value !== null && !recordings.some(({ id }) => id === value);
  const data = isGone ? [...listed, { value, label: 'A recording that is gone' }] : listed;
  return (
    <Stack gap={8}>
      <Select
        label={label}
        {...(description ? { description } : {})}
        placeholder={listed.length === 0 ? 'There are none yet' : 'Choose one'}
        searchable
        disabled={disabled}
        clearable={clearable}
        {...(clearable ? { clearButtonProps: { 'aria-label': 'No recording' } } : {})}
        allowDeselect={clearable}
        data={data}
        value={value}
        onChange={onChange}
      />
      {value !== null && !isGone && <HeardRecording id={value} />}
    </Stack>
  );
}

/** Plays a recording; nothing where it has no sound. */
export function HeardRecording({ id }: { id: string }) {
  const opened = useQuery(query.recordings.get.queryOptions({ input: { id }, staleTime: 60_000 }));
  const { audioUrl, name } = opened.data ?? {};
  if (!audioUrl) return null;
  return <AudioPlayer src={audioUrl} label={`Sound of ${name}`} onRetry={() => void opened.refetch()} />;
}
