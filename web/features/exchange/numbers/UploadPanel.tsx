import { Alert, Button, FileInput, List, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { decodeText } from '#shared/csv.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { FormProblem } from '#web/ui/resource/FormPanel.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';

/** Rows that were not added and are named with their reason; a longer list is counted. */
const namedRows = 20;

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
  const missed = done?.results.filter(({ success }) => !success) ?? [];
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
            {missed.length > 0 && (
              <List size="sm" spacing={4}>
                {missed.slice(0, namedRows).map(({ row, phoneNumber, reason }) => (
                  <List.Item key={row}>
                    Row {row}
                    {phoneNumber && `, ${phoneNumber}`}: {reason}
                  </List.Item>
                ))}
              </List>
            )}
            {missed.length > namedRows && (
              <Text size="sm" c="dimmed">
                And {missed.length - namedRows} more rows.
              </Text>
            )}
          </>
        ) : (
          <FileInput
            label="CSV file"
            description="A column with the number, and columns named Label and Carrier where it has them. Up to 10,000 rows."
            placeholder="Choose a file"
            styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
            accept=".csv,.tsv,.txt,text/csv"
            leftSection={<IconUpload size={16} />}
            clearable
            clearButtonProps={{ 'aria-label': 'No file' }}
            value={file}
            onChange={setFile}
          />
        )}
      </Stack>
    </SidePanel>
  );
}
