import { Box, Button, Group, Progress, Select, Switch, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { decodeText, readCsv } from '#shared/csv.ts';
import { type RepPhotoColumns, repPhotoColumns, repPhotoLimits } from '#shared/model/rep-photo.ts';
import { AutoGrid } from '#web/ui/layout/layout.tsx';
import { CsvFileField } from '#web/ui/resource/CsvFileField.tsx';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { type CsvOutcome, sendCsv } from '../send.ts';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog } from './Dialog.tsx';
import { Outcome } from './Outcome.tsx';

/** Rows that are shown before they are sent. */
const previewRows = 5;

interface Read {
  headers: string[];
  rows: string[][];
}

/** @throws Error with the sentence of what is wrong with the file */
async function read(file: File): Promise<Read> {
  if (file.size > repPhotoLimits.csvBytes) throw new Error('A CSV file may have at most 1 MB.');
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text.trim() === '') throw new Error(sentences.emptyCsv);
  if (text.includes('\0')) throw new Error(sentences.brokenCsv);
  const { rows, unclosed } = readCsv(text, repPhotoLimits.csvRows + 2);
  if (unclosed !== undefined) throw new Error(sentences.brokenCsv);
  const [headers = [], ...data] = rows;
  if (data.length === 0) throw new Error(sentences.noRows);
  if (data.length > repPhotoLimits.csvRows)
    throw new Error(`A CSV file may have at most ${repPhotoLimits.csvRows} rows.`);
  return { headers: headers.map((header) => header.trim()), rows: data };
}

const fields: readonly [field: keyof RepPhotoColumns, label: string][] = [
  ['name', 'Name'],
  ['email', 'Email'],
  ['photoUrl', 'Photo URL'],
];

/** Adds the photos whose addresses a CSV file names. */
export default function CsvDialog({ onClose }: DialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [table, setTable] = useState<Read>();
  const [columns, setColumns] = useState<RepPhotoColumns>({ name: '', email: '', photoUrl: '' });
  const [replace, setReplace] = useState(false);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<CsvOutcome>();
  const [busy, run] = useGuarded('CSV upload');
  const isMapped = fields.every(([field]) => columns[field]);
  const choose = async (chosen: File | null) => {
    setFile(chosen);
    setTable(undefined);
    setOutcome(undefined);
    if (!chosen) return;
    try {
      const found = await read(chosen);
      setTable(found);
      setColumns(repPhotoColumns(found.headers));
    } catch (error) {
      toast.error(error);
    }
  };
  const submit = () => {
    if (!file || !table) return toast.error(sentences.chooseCsv);
    if (!isMapped) return toast.error(sentences.mapColumns);
    return run(async () => {
      setDone(0);
      setOutcome(await sendCsv(table.headers, table.rows, columns, replace, setDone));
      toast.success(sentences.csvDone);
    });
  };
  return (
    <Dialog title="CSV upload" size="lg" onClose={onClose}>
      <CsvFileField
        description="A row for each rep: name, email and the https address of the photo. At most 500 rows."
        file={file}
        onChange={(chosen) => void choose(chosen)}
      />
      {table && (
        <>
          <AutoGrid min={150} gap={12}>
            {fields.map(([field, label]) => (
              <Select
                key={field}
                label={label}
                placeholder="Choose a column"
                data={[...new Set(table.headers.filter(Boolean))]}
                value={columns[field] || null}
                onChange={(header) => setColumns({ ...columns, [field]: header ?? '' })}
              />
            ))}
          </AutoGrid>
          {!isMapped && (
            <Text size="sm" c="dimmed">
              {sentences.mapColumns}
            </Text>
          )}
          <Box component="section" tabIndex={0} aria-label="Preview" style={{ overflowX: 'auto' }}>
            <Table fz="xs" aria-label="First rows">
              <Table.Thead>
                <Table.Tr>
                  {table.headers.map((header, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                    <Table.Th key={at}>{header}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {table.rows.slice(0, previewRows).map((row, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
                  <Table.Tr key={at}>
                    {table.headers.map((_, n) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                      <Table.Td key={n}>{row[n]}</Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Box>
          {busy && <Progress value={(100 * done) / table.rows.length} aria-label="Uploaded" />}
        </>
      )}
      {outcome && <Outcome {...outcome} />}
      <Switch
        label="Replace existing"
        checked={replace}
        onChange={(event) => setReplace(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          data-changes
          disabled={Boolean(table) && !isMapped}
          loading={busy}
          onClick={() => void submit()}
        >
          Upload CSV
        </Button>
      </Group>
    </Dialog>
  );
}
