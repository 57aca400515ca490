import { Button, FileInput, Group, Switch, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { kilobytes, repPhotoLimits } from '#shared/model/rep-photo.ts';
import { api } from '#web/app/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { sentWithFace } from '../send.ts';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog, photoFiles } from './Dialog.tsx';

/** Adds the photo of one rep. */
export default function UploadDialog({ onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [rep, setRep] = useState({ repEmail: '', repName: '', repTitle: '' });
  const [replace, setReplace] = useState(false);
  const [busy, run] = useGuarded('Upload');
  const field = (name: keyof typeof rep) => ({
    value: rep[name],
    maxLength: repPhotoLimits.text,
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setRep((old) => ({ ...old, [name]: value }));
    },
  });
  const submit = () => {
    if (!file || !rep.repEmail.trim()) return toast.error(sentences.chooseBoth);
    return run(async () => {
      await api.repPhotos.upload({ ...rep, replace, ...(await sentWithFace(file)) });
      toast.success(sentences.uploaded);
      onClose();
    });
  };
  return (
    <Dialog title="Add photo" onClose={onClose}>
      <form
        data-changes
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="db-column"
        style={{ gap: 14 }}
      >
        <FileInput
          label="Photo"
          description={file ? kilobytes(file.size) : 'JPEG, PNG or WebP, at most 10 MB.'}
          placeholder="Choose a photo"
          accept={photoFiles}
          leftSection={<IconPhoto size={16} />}
          clearable
          clearButtonProps={{ 'aria-label': 'No file' }}
          value={file}
          onChange={setFile}
        />
        <TextInput label="Rep email" type="email" {...field('repEmail')} />
        <TextInput label="Rep name" {...field('repName')} />
        <TextInput label="Title" description="As in “Senior closer”." {...field('repTitle')} />
        <Switch
          label="Replace existing"
          checked={replace}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Upload
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
