import { Progress, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { contentLimits } from '#shared/model/content.ts';
import { DropArea } from '#web/ui/DropArea.tsx';
import { toast } from '#web/ui/toast.ts';
import { acceptedFiles, libraryProblem, uploadAsset } from '../data/uploads.ts';
import { TagsField } from '../templates/TagsField.tsx';

interface Upload {
  id: number;
  name: string;
  percent: number;
}

let nextUpload = 1;

/**
 * Takes files by choosing or by dropping, and shows how far each is. One that fails holds no other up.
 * @param tagged offers tags for what is uploaded
 */
export function UploadArea({ tagged = false }: { tagged?: boolean }) {
  const [tags, setTags] = useState<string[]>([]);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);

  const send = async (file: File) => {
    const problem = libraryProblem(file);
    if (problem) return toast.error(problem);
    const upload = nextUpload++;
    setUploads((all) => [...all, { id: upload, name: file.name, percent: 0 }]);
    try {
      await uploadAsset(file, {
        tags,
        onProgress: (percent) =>
          setUploads((all) => all.map((one) => (one.id === upload ? { ...one, percent } : one))),
      });
      toast.success(`${file.name} uploaded`);
    } catch (error) {
      toast.error(error);
    } finally {
      setUploads((all) => all.filter((one) => one.id !== upload));
    }
  };

  return (
    <>
      <DropArea
        accept={acceptedFiles}
        multiple
        compact
        onFiles={(files) => files.forEach((file) => void send(file))}
      >
        <Text size="sm" fw={550} component="span">
          <IconUpload size={14} aria-hidden /> Upload files
        </Text>
        <Text size="xs" c="dimmed" component="span">
          Drop them here, up to {contentLimits.upload.assetLibrary / 1024 / 1024} MB each
        </Text>
      </DropArea>
      {tagged && <TagsField value={tags} onChange={setTags} label="Tags of what you upload" size="xs" />}
      {uploads.map(({ id: key, name, percent }) => (
        <div key={key}>
          <Text size="xs" truncate>
            {name}
          </Text>
          <Progress value={percent} size="sm" aria-label={`Uploading ${name}`} />
        </div>
      ))}
    </>
  );
}
