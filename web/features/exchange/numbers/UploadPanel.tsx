import { Alert, Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { decodeText } from '#shared/csv.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { CsvFileField } from '#web/ui/resource/CsvFileField.tsx';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { RejectedRows } from '#web/ui/resource/RejectedRows.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';

/** Adds the numbers of a CSV file, and says which rows were not added and why. */
export function UploadPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: async (chosen: File) => {
      const { text } = decodeText(new Uint8Array(await chosen.arrayBuffer()));
      return api.dids.bulkUpload({ fileContent: text });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: query.dids.key() }),
  });
  const { reset } = upload;
  useEffect(() => {
    if (!opened) return;
    setFile(null);
    reset();
  }, [opened, reset]);
  const done = upload.data;
  const missed = (done?.results ?? [])
    // One that was added but could not be put into its pool has a reason, too.
    .filter(({ reason }) => reason !== '')
    .map(({ row, phoneNumber, reason }) => ({ row, value: phoneNumber, reason }));
  return (
    <SidePanel
      opened={opened}
      onClose={onClose}
      title="Add numbers from a file"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {done ? 'Close' : 'Cancel'}
          </Button>
          {!done && (
            <Button
              data-changes
              disabled={!file}
              loading={upload.isPending}
              onClick={() => file && upload.mutate(file)}
            >
              Add numbers
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <FormProblem>{upload.error && messageOf(upload.error)}</FormProblem>
        {done ? (
          <>
            <Alert color={done.summary.failed > 0 ? 'amber' : 'green'} role="status">
              {done.summary.successful} added, {done.summary.skipped} there already, {done.summary.failed}{' '}
              refused.
            </Alert>
            <RejectedRows rows={missed} />
          </>
        ) : (
          <CsvFileField
            description="A column with the number, and columns named Label, Carrier and Pool where it has them. Up to 10,000 rows."
            file={file}
            onChange={setFile}
          />
        )}
      </Stack>
    </SidePanel>
  );
}
