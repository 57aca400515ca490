import { Button, CloseButton, Group, Progress, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { kilobytes, repPhotoLimits } from '#shared/model/rep-photo.ts';
import { DropArea } from '#web/ui/DropArea.tsx';
import { toast } from '#web/ui/toast.ts';
import type { DialogProps } from '../RepPhotosPanel.tsx';
import { type BulkOutcome, type RepFile, sendMany } from '../send.ts';
import { sentences } from '../sentences.ts';
import { useGuarded } from '../use-guarded.ts';
import { Dialog, photoFiles } from './Dialog.tsx';
import { Outcome } from './Outcome.tsx';

/** A file that is named by an address says whose it is. */
const emailIn = (name: string) => {
  const stem = name.replace(/\.\w{1,5}$/, '');
  return /^[^\s@]+@[^\s@]+$/.test(stem) ? stem.toLowerCase() : '';
};

/** Adds up to fifty photos. */
export default function BulkDialog({ onClose }: DialogProps) {
  const [items, setItems] = useState<RepFile[]>([]);
  const [replace, setReplace] = useState(false);
  const [done, setDone] = useState(0);
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const [busy, run] = useGuarded('Bulk upload');
  const take = (files: readonly File[]) => {
    const more = files.map((file) => ({ file, repEmail: emailIn(file.name), repName: '' }));
    if (items.length + more.length > repPhotoLimits.bulk) toast.warning('At most 50 photos at a time.');
    setItems([...items, ...more].slice(0, repPhotoLimits.bulk));
    setOutcome(undefined);
  };
  const change = (at: number, part: Partial<RepFile>) =>
    setItems(items.map((one, n) => (n === at ? { ...one, ...part } : one)));
  const submit = () => {
    if (items.length === 0 || items.some(({ repEmail }) => !repEmail.trim()))
      return toast.error(sentences.chooseAll);
    return run(async () => {
      setDone(0);
      setOutcome(await sendMany(items, replace, setDone));
      setItems([]);
      toast.success(sentences.bulkDone);
    });
  };
  return (
    <Dialog title="Bulk upload" size="lg" onClose={onClose}>
      <DropArea accept={photoFiles} multiple compact onFiles={take}>
        <Text component="span" size="sm">
          Choose up to 50 photos, or drop them here. A file named by an email is taken for that rep.
        </Text>
      </DropArea>
      <Stack gap={8} component="ul" className="db-list" aria-label="Photos">
        {items.map(({ file, repEmail, repName }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Group component="li" key={at} gap={8}>
            <Text size="sm" truncate flex="1 1 130px" miw={0} title={`${file.name}, ${kilobytes(file.size)}`}>
              {file.name}
            </Text>
            <TextInput
              flex="1 1 140px"
              type="email"
              aria-label={`Email for ${file.name}`}
              placeholder="Rep email"
              value={repEmail}
              onChange={(event) => change(at, { repEmail: event.currentTarget.value })}
            />
            <TextInput
              flex="1 1 140px"
              aria-label={`Name for ${file.name}`}
              placeholder="Rep name"
              maxLength={repPhotoLimits.text}
              value={repName}
              onChange={(event) => change(at, { repName: event.currentTarget.value })}
            />
            <CloseButton
              aria-label={`Leave ${file.name} out`}
              onClick={() => setItems(items.filter((_, n) => n !== at))}
            />
          </Group>
        ))}
      </Stack>
      {busy && <Progress value={(100 * done) / items.length} aria-label="Uploaded" />}
      {outcome && (
        <Outcome
          summary={outcome.summary}
          failed={outcome.results
            .filter(({ result }) => result !== 'success')
            .map(({ repEmail, reason }) => ({ email: repEmail, error: reason }))}
        />
      )}
      <Switch
        label="Replace existing"
        checked={replace}
        onChange={(event) => setReplace(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button data-changes loading={busy} onClick={() => void submit()}>
          Upload all
        </Button>
      </Group>
    </Dialog>
  );
}
