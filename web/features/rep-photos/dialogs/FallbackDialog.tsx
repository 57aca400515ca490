import { Button, FileInput, Group, Image, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, query } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { sentPhoto } from '../send.ts';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog, photoFiles } from './Dialog.tsx';

/** The photo that stands for reps who have none. */
export default function FallbackDialog({ onClose }: DialogProps) {
  const { data } = useQuery(query.repPhotos.fallback.queryOptions({ input: {} }));
  const [file, setFile] = useState<File | null>(null);
  const [busy, run] = useGuarded('Upload', 'repPhotos.manage');
  const set = (chosen: File) =>
    run(async () => {
      await api.repPhotos.setFallback(await sentPhoto(chosen));
      toast.success(sentences.fallbackSet);
      onClose();
    });
  return (
    <Dialog title="Fallback photo" onClose={onClose}>
      <Text size="sm" c="dimmed">
        Signs and mails show it for reps who have no photo of their own.
      </Text>
      {data?.photo && (
        <Image src={data.photo.previewUrls.medium} alt="The fallback photo" w={160} h={160} radius="md" />
      )}
      <FileInput
        label="Photo"
        description="JPEG, PNG or WebP, at most 10 MB."
        placeholder="Choose a photo"
        accept={photoFiles}
        leftSection={<IconPhoto size={16} />}
        value={file}
        onChange={setFile}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-changes disabled={!file} loading={busy} onClick={() => file && void set(file)}>
          Set fallback photo
        </Button>
      </Group>
    </Dialog>
  );
}
