import { Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { SampleRecord } from '#shared/model/sample-record.ts';
import { systemVariables } from '#shared/scene/variables.ts';
import { api, query, queryClient } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useEditorSession } from '../editor/session.ts';
import { fieldsOf } from './missing.ts';
import { dataFrom, valueAt } from './records.ts';

interface RecordDialogProps {
  /** Undefined for a new one, which begins with what is shown now. */
  sample: SampleRecord | undefined;
  onClose: () => void;
}

/** A record of the project's own: a value for each variable, those that the project uses first. */
export default function RecordDialog({ sample, onClose }: RecordDialogProps) {
  const { editor, variables, projectId, record } = useEditorSession();
  const fields = useMemo(() => {
    const all = [...systemVariables, ...variables];
    const labels = new Map(all.map(({ name, displayName }) => [name, displayName]));
    const used = editor.document.ofAllPages().flatMap(fieldsOf);
    // The clock is the product's own, and a photo comes with the rep.
    const names = [...new Set([...used, ...labels.keys()])].filter(
      (name) => !name.startsWith('system.') && !name.startsWith('tenant.') && name !== 'rep.photo',
    );
    return names.map((name) => ({ name, label: labels.get(name) ?? name }));
  }, [editor, variables]);
  const [name, setName] = useState(sample?.name ?? '');
  const [values, setValues] = useState<ReadonlyMap<string, string>>(() => {
    const source = sample?.data ?? record.get()?.data ?? {};
    return new Map(fields.map((field) => [field.name, valueAt(source, field.name)]));
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const attempt = async (work: () => Promise<SampleRecord | undefined>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const chosen = await work();
      // The list first, so that it holds what is chosen.
      await queryClient.invalidateQueries({ queryKey: query.content.listSamples.key() });
      record.set(chosen);
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    const changes = { id: projectId, name, data: dataFrom(values) };
    return attempt(() =>
      sample
        ? api.content.updateSample({ ...changes, sampleId: sample.id })
        : api.content.createSample(changes),
    );
  };
  const remove = (sampleId: string) =>
    attempt(async () => {
      await api.content.removeSample({ id: projectId, sampleId });
      return undefined;
    });

  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={650}>{sample ? 'Edit the sample record' : 'New sample record'}</Text>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        data-changes
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !busy) void save();
        }}
      >
        <Stack gap="md">
          <TextInput
            label="Name of the record"
            data-autofocus
            maxLength={contentLimits.nameLength}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed">
            A value that stays empty is missing in this record: the variable shows its default.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
            {fields.map((field) => (
              <TextInput
                key={field.name}
                size="xs"
                label={field.label}
                maxLength={1_000}
                dir="auto"
                value={values.get(field.name) ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setValues((before) => new Map(before).set(field.name, value));
                }}
              />
            ))}
          </SimpleGrid>
          {problem && (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
          <Group justify="space-between">
            {sample ? (
              <Button
                data-changes
                variant="subtle"
                color="red"
                disabled={busy}
                onClick={() => void remove(sample.id)}
              >
                Delete
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={busy} disabled={!name.trim()}>
                Save record
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
