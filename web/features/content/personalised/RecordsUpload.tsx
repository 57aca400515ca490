import { Alert, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconTable } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { personalisedLimits } from '#shared/model/personalised.ts';
import type { CsvReading } from '#shared/model/records-csv.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { postForm } from '../data/uploads.ts';
import styles from './personalised.module.css';

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
  const id = useId();
  const [over, setOver] = useState(false);
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
      <label
        htmlFor={id}
        className={styles.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer.files[0]);
        }}
      >
        {busy ? <Loader size={28} aria-hidden /> : <IconTable size={28} stroke={1.6} aria-hidden />}
        <Text fw={600} component="span" role={busy ? 'status' : undefined}>
          {busy ? 'Reading the list…' : 'Choose a CSV file or drop it here'}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          The first row names the columns, each further row is one video, up to 10,000. Excel, Numbers and
          Google Sheets save a sheet as CSV.
        </Text>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          className="db-visually-hidden"
          disabled={busy}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
      </label>
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
