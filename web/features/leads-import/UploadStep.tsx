import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertCircle, IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type ImportReading, importLimits } from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { DropArea, DropFrame } from '#web/ui/DropArea.tsx';
import { postForm } from '../content/data/uploads.ts';

/** A list that lies in the bucket, as the server understood it. */
export interface UploadedList {
  uploadId: string;
  reading: ImportReading;
}

/** A large file is looked through for its beginning only; still the bucket may take its time. */
const readingMs = 60_000;

export const readList = (uploadId: string, filename: string, given: object = {}): Promise<ImportReading> =>
  api.leads.previewImport({ uploadId, filename, ...given }, { context: { timeoutMs: readingMs } });

interface UploadStepProps {
  onRead: (list: UploadedList) => void;
}

/** Takes the list as a CSV file, by choosing or dropping; it goes straight to the bucket. */
export function UploadStep({ onRead }: UploadStepProps) {
  const [percent, setPercent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  const isBusy = percent !== undefined;

  const take = async (file: File | undefined) => {
    if (!file || isBusy) return;
    setProblem(undefined);
    if (file.size === 0) return setProblem('The file is empty.');
    if (file.size > importLimits.fileBytes) return setProblem('A file may have 5 GB. Please split it.');
    setPercent(0);
    stop.current = new AbortController();
    try {
      const filename = beginning(file.name, 255);
      const { uploadId, upload } = await api.leads.startImportUpload({ filename, fileSize: file.size });
      const { signal } = stop.current;
      await postForm(upload, new File([file], file.name, { type: 'text/csv' }), {
        onProgress: setPercent,
        signal,
      });
      onRead({ uploadId, reading: await readList(uploadId, filename) });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(messageOf(error));
      setPercent(undefined);
    }
  };

  if (isBusy)
    return (
      <DropFrame label="Upload">
        <Text fw={600} role="status">
          {percent < 100 ? `Uploading, ${percent} %` : 'Reading the list…'}
        </Text>
        <Progress w="min(420px, 100%)" value={percent} animated={percent === 100} aria-label="Upload" />
        {percent < 100 && (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => stop.current?.abort()}>
            Cancel the upload
          </Button>
        )}
      </DropFrame>
    );
  return (
    <>
      <DropArea
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([file]) => void take(file)}
      >
        <IconFileImport size={30} stroke={1.5} aria-hidden />
        <Text fw={600} component="span">
          Choose a CSV file or drop it here
        </Text>
        <Text size="sm" c="dimmed" component="span" maw={460}>
          The first row names the columns. Any size, any separator; Excel, Numbers and Google Sheets save a
          sheet as CSV. Nothing is written before you have seen what would become of it.
        </Text>
      </DropArea>
      {problem && (
        <Alert
          mt="md"
          color="red"
          icon={<IconAlertCircle size={18} />}
          title="The list could not be read"
          role="alert"
        >
          {problem}
        </Alert>
      )}
    </>
  );
}
