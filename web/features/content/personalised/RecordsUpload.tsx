import { Alert, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { personalisedLimits } from '#shared/model/personalised.ts';
import type { CsvReading } from '#shared/model/records-csv.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { DropArea } from '#web/ui/DropArea.tsx';
import { postForm } from '../data/uploads.ts';

/** A list that lies in the bucket, as the server understood it. */
export interface UploadedRecords {
  uploadId: string;
  filename: string;
  reading: CsvReading;
}

async function upload(projectId: string, file: File): Promise<UploadedRecords> {
  if (file.size === 0) throw new Error('The file is empty.');
  if (file.size > personalisedLimits.csvBytes) throw new Error('A CSV file may have 20 MB.');
  const { uploadId, upload: form } = await api.content.startRecordsUpload({ fileSize: file.size });
  await postForm(form, new File([file], file.name, { type: 'text/csv' }), {});
  const reading = await api.content.readRecords({ id: projectId, uploadId });
  return { uploadId, filename: file.name, reading };
}

interface RecordsUploadProps {
  projectId: string;
  onRead: (records: UploadedRecords) => void;
}

/** Takes the list as a CSV file, by choosing or dropping. */
export function RecordsUpload({ projectId, onRead }: RecordsUploadProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file || busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      onRead(await upload(projectId, file));
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      <DropArea
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
        onFiles={([file]) => void take(file)}
      >
        {busy ? <Loader size={28} aria-hidden /> : <IconTable size={28} stroke={1.6} aria-hidden />}
        <Text fw={600} component="span" role={busy ? 'status' : undefined}>
          {busy ? 'Reading the list…' : 'Choose a CSV file or drop it here'}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          The first row names the columns, each further row is one video, up to 10,000. Excel, Numbers and
          Google Sheets save a sheet as CSV.
        </Text>
      </DropArea>
      {problem && (
        <Alert
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
