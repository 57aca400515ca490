import { ActionIcon, Button, Group, Select, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SampleRecord } from '#shared/model/sample-record.ts';
import { query, queryClient } from '#web/app/api.ts';
import { lazy } from '#web/ui/lazy.tsx';
import { useEditorSession } from '../editor/session.ts';
import { useSignal } from '../editor/signal.ts';
import { builtInRecords } from './records.ts';

const RecordDialog = lazy(() => import('./RecordDialog.tsx'));

const noRecord = 'none';

/** Chooses the record that fills the variables on the canvas and in the preview. */
export function RecordPicker() {
  const { projectId, record } = useEditorSession();
  const chosen = useSignal(record);
  const [editing, setEditing] = useState<SampleRecord | 'new'>();
  const { data } = useQuery(
    query.content.listSamples.queryOptions({ input: { id: projectId }, staleTime: 60_000 }),
    queryClient,
  );
  const own = data?.samples ?? [];
  const choose = (id: string) =>
    record.set(builtInRecords.find((one) => one.id === id) ?? own.find((one) => one.id === id));
  const mine = own.find(({ id }) => id === chosen?.id);
  return (
    <>
      <Group gap={6} wrap="nowrap" align="end">
        <Select
          size="xs"
          style={{ flex: 1 }}
          label="Sample record"
          allowDeselect={false}
          value={chosen?.id ?? noRecord}
          data={[
            { value: noRecord, label: 'No record' },
            { group: 'Built in', items: builtInRecords.map(({ id, name }) => ({ value: id, label: name })) },
            ...(own.length > 0
              ? [{ group: 'Of this project', items: own.map(({ id, name }) => ({ value: id, label: name })) }]
              : []),
          ]}
          onChange={(id) => id && choose(id)}
        />
        {mine ? (
          <Tooltip label="Edit this record">
            <ActionIcon
              data-changes
              size={30}
              variant="default"
              aria-label="Edit this record"
              onClick={() => setEditing(mine)}
            >
              <IconPencil size={15} />
            </ActionIcon>
          </Tooltip>
        ) : null}
        <Button
          data-changes
          size="xs"
          px={9}
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setEditing('new')}
        >
          New
        </Button>
      </Group>
      {editing && (
        <RecordDialog
          sample={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
