import { ActionIcon, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconListCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Disposition } from '#shared/model/disposition.ts';
import { api, query } from '#web/app/api.ts';
import { messageOf } from '#web/app/api-error.ts';
import { useMay } from '#web/app/use-may.ts';
import { StatusDot } from '#web/features/agent-status/StatusLabel.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Toolbar } from '#web/ui/layout/layout.tsx';
import { field, useAddressFilters } from '#web/ui/resource/address-filters.ts';
import { toast } from '#web/ui/toast.ts';
import { DispositionPanel } from './DispositionPanel.tsx';
import styles from './Dispositions.module.css';
import { moved } from './order.ts';

const dispositionFilters = { disposition: field.panel };

/** How calls can end, in the order in which agents are offered it. Admins change it. */
export default function DispositionsTab() {
  const mayEdit = useMay()('dispositions.edit');
  const { filters, setFilters } = useAddressFilters(dispositionFilters);
  const { disposition } = filters;
  const client = useQueryClient();
  const options = query.pbx.dispositionCodes.queryOptions({ input: {} });
  const list = useQuery(options);
  const codes = list.data?.codes;
  const again = () => client.invalidateQueries({ queryKey: query.pbx.dispositionCodes.key() });
  const standard = useMutation({
    mutationFn: () => api.pbx.initializeDispositions({}),
    onSuccess: again,
    onError: (error) => toast.error(messageOf(error)),
  });
  const order = useMutation({
    mutationFn: (wanted: Disposition[]) => {
      client.setQueryData(options.queryKey, { codes: wanted });
      return api.pbx.orderDispositions({ codes: wanted.map(({ code }) => code) });
    },
    onError: (error) => toast.error(messageOf(error)),
    onSettled: again,
  });
  if (list.error && !codes)
    return (
      <ErrorState
        title="The dispositions could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  if (!codes) return <Skeleton h={320} />;
  const add = (
    <Button
      data-changes
      variant={codes.length === 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={17} />}
      onClick={() => setFilters({ disposition: 'new' })}
    >
      Add disposition
    </Button>
  );
  return (
    <>
      {codes.length === 0 ? (
        <EmptyState
          icon={IconListCheck}
          title="No dispositions yet"
          action={
            mayEdit && (
              <>
                <Button data-changes loading={standard.isPending} onClick={() => standard.mutate()}>
                  Make the standard set
                </Button>
                {add}
              </>
            )
          }
        >
          With a disposition agents say how a call ended: sale, call back, no answer.
        </EmptyState>
      ) : (
        <>
          {mayEdit && <Toolbar justify="flex-end">{add}</Toolbar>}
          <DispositionList
            codes={codes}
            mayEdit={mayEdit}
            onMove={(from, to) => order.mutate(moved(codes, from, to))}
            onEdit={({ code }) => setFilters({ disposition: code })}
          />
        </>
      )}
      {mayEdit && (
        <DispositionPanel
          disposition={disposition === 'new' ? 'new' : codes.find(({ code }) => code === disposition)}
          onClose={() => setFilters({ disposition: null })}
        />
      )}
    </>
  );
}

interface DispositionListProps {
  codes: readonly Disposition[];
  mayEdit: boolean;
  onMove: (from: number, to: number) => void;
  onEdit: (disposition: Disposition) => void;
}

/** The codes in their order, which is changed by dragging or by the arrows. */
function DispositionList({ codes, mayEdit, onMove, onEdit }: DispositionListProps) {
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  return (
    <ol
      className="db-list db-frame db-surface db-divided"
      style={{ overflow: 'hidden' }}
      aria-label="Dispositions"
    >
      {codes.map((one, at) => (
        <li
          key={one.code}
          aria-label={one.label}
          className={styles.row}
          draggable={mayEdit}
          data-changes={mayEdit ? 'drag' : undefined}
          data-over={(dragged !== undefined && over === at) || undefined}
          onDragStart={() => setDragged(at)}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setOver(at);
          }}
          onDragEnd={() => {
            setDragged(undefined);
            setOver(undefined);
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined && dragged !== at) onMove(dragged, at);
          }}
        >
          <StatusDot color={one.color} />
          <div className="db-grow">
            <Group gap={6}>
              <Text size="sm" fw={550}>
                {one.label}
              </Text>
              <Marks {...one} />
            </Group>
            <Text size="xs" c="dimmed">
              {one.code}
            </Text>
          </div>
          {mayEdit && (
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                data-changes
                variant="subtle"
                color="gray"
                aria-label={`Move ${one.label} up`}
                disabled={at === 0}
                onClick={() => onMove(at, at - 1)}
              >
                <IconArrowUp size={17} />
              </ActionIcon>
              <ActionIcon
                data-changes
                variant="subtle"
                color="gray"
                aria-label={`Move ${one.label} down`}
                disabled={at === codes.length - 1}
                onClick={() => onMove(at, at + 1)}
              >
                <IconArrowDown size={17} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Edit ${one.label}`}
                onClick={() => onEdit(one)}
              >
                <IconPencil size={17} />
              </ActionIcon>
            </Group>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What a disposition says of the call, in words. */
function Marks({ isContact, isSale, scheduleCallback, isActive }: Disposition) {
  const marks = [
    isContact && 'Contact',
    isSale && 'Sale',
    scheduleCallback && 'Callback',
    !isActive && 'Not active',
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <Badge key={mark} variant="light" tt="none" color={mark === 'Sale' ? 'green' : 'gray'}>
      {mark}
    </Badge>
  ));
}
