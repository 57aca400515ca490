import { ActionIcon, Button, FileButton, Group, Input, Select } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconPlayerPlay, IconPlayerStop, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { bellSound } from '#shared/model/bell-sound.ts';
import type { CelebrationRuleFields } from '#shared/model/celebration.ts';
import { query } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { problemOfKind, uploadAsset } from '#web/features/content/data/uploads.ts';
import { toast } from '#web/ui/toast.ts';

type Sound = Pick<CelebrationRuleFields, 'sound' | 'soundId'>;

interface SoundFieldProps {
  value: Sound;
  readOnly: boolean;
  onChange: (sound: Sound) => void;
}

/** Plays an address, one at a time. @returns what plays it or stops it, and whether it is playing */
function usePlayer(url: string | undefined) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  };
  // What plays belongs to the sound that is chosen; it ends with the form as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the address alone stops it
  useEffect(() => stop, [url]);
  const play = () => {
    if (!url) return;
    audio.current = new Audio(url);
    audio.current.onended = stop;
    setPlaying(true);
    audio.current.play().catch(() => {
      stop();
      toast.error('This sound could not be played');
    });
  };
  return { isPlaying, toggle: isPlaying ? stop : play };
}

/** What is heard when a sale comes on: nothing, the bell, or a sound of the library, which can be heard here. */
export function SoundField({ value, readOnly, onChange }: SoundFieldProps) {
  const fieldId = useId();
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery(query.content.listAssets.queryOptions({ input: { type: 'audio', limit: 100 } }));
  const files = (data?.assets ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { sound, soundId } = value;
  const isGone = sound === 'file' && soundId && data && !files.some((file) => file.value === soundId);
  const url =
    sound === 'bell'
      ? bellSound()
      : data?.assets.find(({ id }) => sound === 'file' && id === soundId)?.publicUrl;
  const { isPlaying, toggle } = usePlayer(url);
  const upload = async (file: File | null) => {
    if (!file) return;
    const problem = problemOfKind(file, 'audio');
    if (problem) return toast.error(problem);
    setBusy(true);
    try {
      onChange({ sound: 'file', soundId: (await uploadAsset(file)).id });
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Input.Wrapper
      id={fieldId}
      label="Sound"
      description="Heard once as the sign comes on, and in the video. Displays in a browser have to allow sound."
      error={isGone ? 'This sound is no longer in the library: nothing is heard.' : undefined}
    >
      <Group gap="xs" wrap="nowrap" mt={4} mb={isGone ? 4 : 0}>
        <Select
          id={fieldId}
          flex={1}
          allowDeselect={false}
          searchable
          disabled={readOnly}
          data={[
            { value: 'none', label: 'No sound' },
            { value: 'bell', label: 'The bell' },
            ...files,
            ...(isGone ? [{ value: soundId, label: 'A sound that was removed' }] : []),
          ]}
          value={sound === 'file' ? soundId : sound}
          onChange={(chosen) =>
            chosen &&
            onChange(
              chosen === 'none' || chosen === 'bell'
                ? { sound: chosen, soundId: null }
                : { sound: 'file', soundId: chosen },
            )
          }
        />
        {url && (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={isPlaying ? 'Stop the sound' : 'Hear the sound'}
            onClick={toggle}
          >
            {isPlaying ? <IconPlayerStop size={16} /> : <IconPlayerPlay size={16} />}
          </ActionIcon>
        )}
        {!readOnly && may('assets.upload') && (
          <FileButton accept="audio/*" onChange={(file) => void upload(file)}>
            {(props) => (
              <Button
                {...props}
                data-changes
                variant="default"
                loading={busy}
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                Upload
              </Button>
            )}
          </FileButton>
        )}
      </Group>
    </Input.Wrapper>
  );
}
