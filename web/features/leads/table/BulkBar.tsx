import { Anchor, Box, Button, Menu, Popover, Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconProgressCheck,
  IconTag,
  IconTrash,
  IconUserShare,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type Lead, leadLimits } from '#shared/model/lead.ts';
import type { api } from '#web/app/api.ts';
import { useMay } from '#web/app/use-may.ts';
import { toast } from '#web/ui/toast.ts';
import { leadName } from '../shared/format.ts';
import { useAgents, useLeadSettings } from '../shared/lookups.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { useLeadActions } from '../shared/useLeadActions.ts';
import type { NotDone } from './NotDoneDialog.tsx';
import { TagsBox } from './TagsBox.tsx';
import styles from './toolbar.module.css';

interface BulkBarProps {
  ids: ReadonlySet<string>;
  /** The leads of the list, for their names. */
  leads: readonly Lead[];
  deleted: boolean;
  onClear: () => void;
  /** Some of it failed: the bar itself may be gone by then. */
  onNotDone: (result: NotDone) => void;
}

type Result = Awaited<ReturnType<typeof api.leads.bulkPatch>>;

export const leadsText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lead' : 'leads'}`;

/** What can be done to the leads that are chosen. */
export function BulkBar({ ids, leads, deleted, onClear, onNotDone }: BulkBarProps) {
  const may = useMay();
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const actions = useLeadActions();
  const [busy, setBusy] = useState(false);
  /** Leads of a change that is at work that are done. */
  const [done, setDone] = useState(0);
  const chosen = [...ids];
  const tooMany = chosen.length > leadLimits.bulk;

  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    setDone(0);
    try {
      await work();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  /** Says what became of a change of many; where some of it failed, of which leads and why. */
  function tell({ summary, results }: Result, done: string, undo?: ReactNode) {
    const title = `${leadsText(summary.successful)} ${done}`;
    if (summary.failed === 0) return undo ? toast.info(title, undo) : toast.success(title);
    toast.warning(`${title}, ${summary.failed} not`, undo);
    const names = new Map(leads.map((lead) => [lead.id, leadName(lead)]));
    onNotDone({
      title: `${title}, ${summary.failed} not`,
      items: results.flatMap(({ id, error }) =>
        error ? [{ id, name: (id && names.get(id)) || 'A lead that is gone', reason: error }] : [],
      ),
    });
  }
  const patch = (input: Omit<Parameters<typeof actions.bulkPatch>[0], 'ids'>, done: string) =>
    run(async () => tell(await actions.bulkPatch({ ...input, ids: chosen }, setDone), done));

  const restore = (which: readonly string[]) =>
    run(async () => tell(await actions.restore(which, setDone), 'restored'));

  const remove = () =>
    run(async () => {
      const answer = await actions.remove(chosen, setDone);
      const gone = answer.results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : []));
      onClear();
      tell(
        answer,
        'deleted',
        gone.length > 0 && (
          <Anchor data-changes component="button" size="sm" onClick={() => restore(gone)}>
            Undo
          </Anchor>
        ),
      );
    });

  return (
    <div className={styles.bulk} role="toolbar" aria-label="Leads that are selected" aria-busy={busy}>
      <Box component="span" me={8} fw={600} role="status">
        {busy && chosen.length > done && done > 0
          ? `${done.toLocaleString()} of ${leadsText(chosen.length)} done`
          : `${leadsText(chosen.length)} selected`}
      </Box>
      {tooMany ? (
        <span>At most {leadLimits.bulk.toLocaleString()} at once.</span>
      ) : deleted ? (
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconArrowBackUp size={15} />}
          onClick={() => restore(chosen)}
        >
          Restore
        </Button>
      ) : (
        <>
          {may('assignments.bulkAssign') && (
            <Menu position="bottom-start" width={220}>
              <Menu.Target>
                <Button
                  data-changes
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  leftSection={<IconUserShare size={15} />}
                >
                  Assign
                </Button>
              </Menu.Target>
              <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
                <Menu.Item data-changes onClick={() => patch({ changes: { ownerId: null } }, 'given back')}>
                  To nobody
                </Menu.Item>
                {agents
                  .filter(({ isActive }) => isActive)
                  .map(({ id, name }) => (
                    <Menu.Item
                      data-changes
                      key={id}
                      onClick={() =>
                        run(async () =>
                          tell(await actions.bulkAssign(chosen, id, setDone), `given to ${name}`),
                        )
                      }
                    >
                      {name}
                    </Menu.Item>
                  ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {may('leads.edit') && (
            <Menu position="bottom-start" width={200}>
              <Menu.Target>
                <Button
                  data-changes
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  leftSection={<IconProgressCheck size={15} />}
                >
                  Status
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {statuses.map((status) => (
                  <Menu.Item
                    data-changes
                    key={status.key}
                    onClick={() => patch({ changes: { status: status.key } }, `now ${status.label}`)}
                  >
                    <StatusBadge status={status} />
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
          {may('leads.edit') && (
            <TagsButton
              busy={busy}
              onApply={(addTags, removeTags) => patch({ changes: {}, addTags, removeTags }, 'tagged')}
            />
          )}
          {may('leads.delete') && (
            <Button
              data-changes
              size="compact-sm"
              variant="default"
              disabled={busy}
              leftSection={<IconTrash size={15} />}
              onClick={remove}
            >
              Delete
            </Button>
          )}
        </>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        ms="auto"
        leftSection={<IconX size={15} />}
        onClick={onClear}
      >
        Clear selection
      </Button>
    </div>
  );
}

interface TagsButtonProps {
  busy: boolean;
  onApply: (add: string[], remove: string[]) => Promise<unknown>;
}

function TagsButton({ busy, onApply }: TagsButtonProps) {
  const [opened, setOpened] = useState(false);
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <Button
          data-changes
          size="compact-sm"
          variant="default"
          disabled={busy}
          leftSection={<IconTag size={15} />}
          onClick={() => setOpened((was) => !was)}
        >
          Tags
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Tags of the selected leads">
        <Stack gap="sm">
          <TagsBox label="Add" value={add} onChange={setAdd} />
          <TagsBox label="Remove" value={remove} onChange={setRemove} />
          <Button
            data-changes
            disabled={add.length + remove.length === 0}
            onClick={() => {
              setOpened(false);
              void onApply(add, remove);
              setAdd([]);
              setRemove([]);
            }}
          >
            Apply
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
