import { Box, Button, FileButton, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../toast.ts';
import { AudioPlayer } from './AudioPlayer.tsx';
import { toTelephoneSound } from './telephone-sound.ts';

/** What the browser can make fit for telephones. */
const accepted = 'audio/*,.mp3,.wav,.m4a,.ogg';

interface SoundFileProps {
  /** What is heard: 'Greeting of Maya'. */
  label: string;
  sound: { url: string } | null;
  /** What callers hear while there is none. */
  otherwise: string;
  /** Left out for those who may not change it. @param audio as exchanges play it */
  onChoose?: ((audio: Blob, name: string) => Promise<unknown>) | undefined;
  onRemove: () => Promise<unknown>;
  /** Asks for it again, after a change too. */
  onRefresh: () => unknown;
}

/** A sound that callers hear, with what plays it, and a file that takes its place. */
export function SoundFile({ label, sound, otherwise, onChoose, onRemove, onRefresh }: SoundFileProps) {
  const change = {
    onSuccess: async () => {
      await onRefresh();
      toast.success(`${label} is changed`);
    },
    onError: (error: unknown) => toast.error(error),
  };
  const set = useMutation({
    mutationFn: async (file: File) => onChoose?.(await toTelephoneSound(file), file.name),
    ...change,
  });
  const remove = useMutation({ mutationFn: onRemove, ...change });
  return (
    <>
      {sound ? (
        <Box mt={8}>
          <AudioPlayer src={sound.url} label={label} onRetry={() => void onRefresh()} />
        </Box>
      ) : (
        <Text size="sm" mt={4}>
          {otherwise}
        </Text>
      )}
      {onChoose && (
        <Group gap={8} mt={8}>
          <FileButton accept={accepted} onChange={(file) => file && set.mutate(file)}>
            {(props) => (
              <Button
                data-changes
                {...props}
                size="xs"
                variant="default"
                leftSection={<IconUpload size={15} />}
                loading={set.isPending}
              >
                {sound ? 'Choose another' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {sound && (
            <Button
              data-changes
              size="xs"
              variant="subtle"
              color="gray"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
