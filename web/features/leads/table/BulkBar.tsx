import { Anchor, Button, Menu, Popover, Stack, TagsInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconProgressCheck,
  IconTag,
  IconTrash,
  IconUserShare,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { leadLimits } from '#shared/model/lead.ts';
import { api } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { toast } from '#web/ui/toast.ts';
import { useAgents, useLeadSettings, useTags } from '../shared/lookups.ts';
import { StatusBadge } from '../shared/StatusBadge.tsx';
import { useLeadActions } from '../shared/useLeadActions.ts';
import styles from './toolbar.module.css';

interface BulkBarProps {
  ids: ReadonlySet<string>;
  deleted: boolean;
  onClear: () => void;
}

type Result = Awaited<ReturnType<typeof api.leads.bulkPatch>>;

export const leadsText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lead' : 'leads'}`;

/** Says what became of a bulk change; the first reason where some of it failed. */
function tell({ summary, results }: Result, done: string) {
  if (summary.failed === 0) return toast.success(`${leadsText(summary.successful)} ${done}`);
  const reason = results.find(({ error }) => error)?.error;
  toast.warning(`${leadsText(summary.successful)} ${done}, ${summary.failed} not`, reason);
}

/** What can be done to the leads that are chosen. */
export function BulkBar({ ids, deleted, onClear }: BulkBarProps) {
  const { user } = useSignedIn();
  const { statuses } = useLeadSettings();
  const agents = useAgents();
  const actions = useLeadActions();
  const [busy, setBusy] = useState(false);
  const chosen = [...ids];
  const tooMany = chosen.length > leadLimits.bulk;

  async function run(work: () => Promise<unknown>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.error(error);
    } finally {
      setBusy(false);
    }
  }
  const patch = (input: Omit<Parameters<typeof actions.bulkPatch>[0], 'ids'>, done: string) =>
    run(async () => tell(await actions.bulkPatch({ ...input, ids: chosen }), done));

  async function restore(which: readonly string[]) {
    const failed = await actions.restore(which);
    const back = which.length - failed;
    if (failed > 0)
      toast.warning(
        `${leadsText(back)} restored, ${failed} not`,
        'Another lead may have their phone by now.',
      );
    else toast.success(`${leadsText(back)} restored`);
  }

  const remove = () =>
    run(async () => {
      const { results, summary } = await actions.remove(chosen);
      const gone = results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : []));
      onClear();
      toast.info(
        `${leadsText(summary.successful)} deleted${summary.failed ? `, ${summary.failed} not` : ''}`,
        <Anchor component="button" size="sm" onClick={() => run(() => restore(gone))}>
          Undo
        </Anchor>,
      );
    });

  return (
    <div className={styles.bulk} role="toolbar" aria-label="Leads that are selected" aria-busy={busy}>
      <span className={styles.count} role="status">
        {leadsText(chosen.length)} selected
      </span>
      {tooMany ? (
        <span>At most {leadLimits.bulk.toLocaleString()} at once.</span>
      ) : deleted ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconArrowBackUp size={15} />}
          onClick={() => run(() => restore(chosen))}
        >
          Restore
        </Button>
      ) : (
        <>
          {user.role === 'admin' && (
            <Menu position="bottom-start" width={220}>
              <Menu.Target>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  leftSection={<IconUserShare size={15} />}
                >
                  Assign
                </Button>
              </Menu.Target>
              <Menu.Dropdown mah={340} style={{ overflowY: 'auto' }}>
                <Menu.Item onClick={() => patch({ changes: { ownerId: null } }, 'given back')}>
                  To nobody
                </Menu.Item>
                {agents
                  .filter(({ isActive }) => isActive)
                  .map(({ id, name }) => (
                    <Menu.Item
                      key={id}
                      onClick={() =>
                        run(async () => {
                          tell(
                            await api.leadAssignments.bulkAssign({ leadIds: chosen, agentId: id }),
                            `given to ${name}`,
                          );
                          await Promise.all([actions.refreshAll(), actions.reloadLists()]);
                        })
                      }
                    >
                      {name}
                    </Menu.Item>
                  ))}
              </Menu.Dropdown>
            </Menu>
          )}
          <Menu position="bottom-start" width={200}>
            <Menu.Target>
              <Button
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
                  key={status.key}
                  onClick={() => patch({ changes: { status: status.key } }, `now ${status.label}`)}
                >
                  <StatusBadge status={status} />
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <TagsButton
            busy={busy}
            onApply={(addTags, removeTags) => patch({ changes: {}, addTags, removeTags }, 'tagged')}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={busy}
            leftSection={<IconTrash size={15} />}
            onClick={remove}
          >
            Delete
          </Button>
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
  const known = useTags();
  const [opened, setOpened] = useState(false);
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" width={300} shadow="md" trapFocus>
      <Popover.Target>
        <Button
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
          <TagsInput
            label="Add"
            data={known}
            value={add}
            onChange={setAdd}
            acceptValueOnBlur
            comboboxProps={{ withinPortal: false }}
          />
          <TagsInput
            label="Remove"
            data={known}
            value={remove}
            onChange={setRemove}
            acceptValueOnBlur
            comboboxProps={{ withinPortal: false }}
          />
          <Button
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
