import { Alert, Button, Progress, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decodeText } from '#shared/csv.ts';
import { api } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { CsvFileField } from '#web/ui/resource/CsvFileField.tsx';
import { type RejectedRow, RejectedRows } from '#web/ui/resource/RejectedRows.tsx';
import { SidePanel } from '#web/ui/SidePanel.tsx';
import { partsOf } from './list-parts.ts';

interface Outcome {
  added: number;
  alreadyListed: number;
  rejected: RejectedRow[];
}

const formId = 'add-to-list';

/** A part of 5,000 rows may take longer than the usual 15 s on a busy day, ms. */
const context = { timeoutMs: 60_000 };

/** Sends a file in pieces, one after the other; `onProgress` is told the share that is done. */
async function upload(file: File, reason: string, onProgress: (share: number) => void): Promise<Outcome> {
  const parts = partsOf(decodeText(new Uint8Array(await file.arrayBuffer())).text);
  if (parts.length === 0) throw new Error('The file is empty.');
  const outcome: Outcome = { added: 0, alreadyListed: 0, rejected: [] };
  for (const [at, part] of parts.entries()) {
    const { added, alreadyListed, rejected } = await api.tcpa.uploadDoNotContact(
      { file: part.file, reason, firstRow: part.firstRow },
      { context },
    );
    outcome.added += added;
    outcome.alreadyListed += alreadyListed;
    outcome.rejected.push(...rejected.map(({ row, value, error }) => ({ row, value, reason: error })));
    onProgress((at + 1) / parts.length);
  }
  return outcome;
}

async function paste(text: string, reason: string): Promise<Outcome> {
  const addresses = text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .filter((line) => line.length >= 3);
  if (addresses.length === 0) throw new Error('Please write at least one number or address.');
  const { added, alreadyListed, invalid } = await api.tcpa.addDoNotContact(
    { addresses, reason },
    { context },
  );
  return {
    added,
    alreadyListed,
    rejected: invalid.map(({ index, value, error }) => ({ row: index + 1, value, reason: error })),
  };
}

/** What has become of it, and what was not taken, to be mended and sent again. */
function Result({ outcome }: { outcome: Outcome }) {
  const { added, alreadyListed, rejected } = outcome;
  return (
    <>
      <Alert color="green" variant="light" mb="md" role="status" title={`${added.toLocaleString()} added`}>
        {alreadyListed > 0 && `${alreadyListed.toLocaleString()} were on the list already.`}
      </Alert>
      <RejectedRows rows={rejected} />
    </>
  );
}

interface AddPanelProps {
  opened: boolean;
  onClose: () => void;
  onAdded: () => unknown;
}

/** Puts numbers on the list, pasted or from a file. */
export function AddPanel({ opened, onClose, onAdded }: AddPanelProps) {
  const [way, setWay] = useState('paste');
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [reason, setReason] = useState('');
  const [share, setShare] = useState(0);
  const add = useMutation({
    mutationFn: () => (way === 'file' && file ? upload(file, reason, setShare) : paste(text, reason)),
    onSettled: () => onAdded(),
    onSuccess: () => {
      setText('');
      setFile(null);
    },
  });
  const close = () => {
    onClose();
    add.reset();
    setShare(0);
  };
  const ready = way === 'file' ? file !== null : text.trim() !== '';
  return (
    <SidePanel
      opened={opened}
      onClose={close}
      title="Add to the do-not-contact list"
      footer={
        <>
          <Button variant="default" onClick={close}>
            {add.data ? 'Done' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} disabled={!ready} loading={add.isPending}>
            Add
          </Button>
        </>
      }
    >
      {add.error && (
        <Alert color="red" variant="light" mb="md" role="alert">
          {messageOf(add.error)}
          {share > 0 && ' What was sent before is on the list.'}
        </Alert>
      )}
      {add.data && <Result outcome={add.data} />}
      {add.isPending && way === 'file' && (
        <Progress value={share * 100} aria-label="Uploaded" mb="md" color="ink" animated />
      )}
      <form
        data-changes
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          setShare(0);
          add.mutate();
        }}
      >
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label="From"
          data={[
            { value: 'paste', label: 'Type or paste' },
            { value: 'file', label: 'CSV file' },
          ]}
          value={way}
          onChange={setWay}
        />
        {way === 'file' ? (
          <CsvFileField
            description="Its phone or e-mail column is found by its heading, or by what it holds."
            mb="sm"
            file={file}
            onChange={setFile}
          />
        ) : (
          <Textarea
            label="Numbers and addresses"
            description="One a line, or with commas between them."
            autosize
            minRows={6}
            maxRows={16}
            mb="sm"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Reason"
          description="Such as: asked on the phone"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </form>
    </SidePanel>
  );
}
