import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconMessage2, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { type Lead, leadLimits } from '#shared/model/lead.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { api } from '#web/app/api.ts';
import { showJobs } from '#web/app/jobs.ts';
import { useMay } from '#web/app/use-may.ts';
import { BulkEnrich } from '#web/features/tracers/enrich/BulkEnrich.tsx';
import { useMaySearch } from '#web/features/tracers/shared.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { leadName } from '#web/ui/lead-text.ts';
import { BulkBar as Bar, BulkAction } from '#web/ui/resource/BulkBar.tsx';
import { useQuestion } from '#web/ui/resource/useQuestion.ts';
import { toast } from '#web/ui/toast.ts';
import { useBusy } from '#web/ui/useBusy.ts';
import { finished } from '../filter/tree.ts';
import { allThatMatch, asLeadIds, type LeadChoice } from '../shared/lead-choice.ts';
import { useLeadActions } from '../shared/useLeadActions.ts';
import { AssignMenu, EnrolMenu, StatusMenu, TagsButton } from './bulk-menus.tsx';
import type { NotDone } from './NotDoneDialog.tsx';
import type { RowSelection } from './useRowSelection.ts';

interface BulkBarProps {
  selection: RowSelection;
  /** The leads of the list, for their names. */
  leads: readonly Lead[];
  deleted: boolean;
  /** The filter that finds the list; undefined where it is found otherwise, and cannot be selected as a whole. */
  filter: LeadFilter | undefined;
  /** Whether the list goes on below what is loaded. */
  hasMore: boolean;
  onExport: (choice: LeadChoice) => void;
  /** Some of it failed: the bar itself may be gone by then. */
  onNotDone: (result: NotDone) => void;
}

type Result = Awaited<ReturnType<typeof api.leads.bulkPatch>>;

export const leadsText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'lead' : 'leads'}`;

/** What can be done to the leads that are chosen, or to all that the list's filter finds. */
export function BulkBar({ selection, leads, deleted, filter, hasMore, onExport, onNotDone }: BulkBarProps) {
  const may = useMay();
  const maySearch = useMaySearch();
  const navigate = useNavigate();
  const actions = useLeadActions();
  const removal = useQuestion<number>();
  const [busy, run] = useBusy();
  const { ids, everything, count, clear } = selection;
  const chosen = [...ids];
  const choice: LeadChoice =
    everything && filter ? allThatMatch(finished(filter), everything) : { ids: chosen };
  const atLeast = everything?.isExact === false;
  const tooMany = !everything && chosen.length > leadLimits.bulk;
  const canSelectEverything =
    filter !== undefined && !everything && (hasMore || tooMany) && count >= leads.length;

  /** Says what became of a change of many: now, or by a job where they are more than is done at once. */
  function tell({ summary, results, job }: Result, done: string, undo?: ReactNode) {
    if (job) return showJobs();
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
  const patch = (input: Parameters<typeof actions.bulkPatch>[1], done: string) =>
    run(async () => tell(await actions.bulkPatch(choice, input), done));
  const restore = (which: readonly string[]) =>
    run(async () => tell(await actions.restore(which), 'restored'));
  const remove = () =>
    run(async () => {
      const answer = await actions.remove(choice);
      const gone = answer.results.flatMap(({ id, status }) => (id && status === 'deleted' ? [id] : []));
      clear();
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
  const selectEverything = () =>
    run(async () => selection.selectEverything(await api.leads.count({ filter: finished(filter!) })));

  return (
    <Bar
      label="Leads that are selected"
      status={`${atLeast ? 'More than ' : ''}${leadsText(count)} selected`}
      busy={busy}
      onClear={clear}
    >
      {canSelectEverything && (
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={selectEverything}>
          Select everything that matches
        </Button>
      )}
      {tooMany ? (
        <span>At most {leadLimits.bulk.toLocaleString()} at once.</span>
      ) : deleted ? (
        <BulkAction
          data-changes
          loading={busy}
          leftSection={<IconArrowBackUp size={15} />}
          onClick={() => restore(chosen)}
        >
          Restore
        </BulkAction>
      ) : (
        <>
          {may('assignments.bulkAssign') && (
            <AssignMenu
              busy={busy}
              onGiveBack={() => patch({ changes: { ownerId: null } }, 'given back')}
              onAssign={({ id, name }) =>
                run(async () => tell(await actions.bulkAssign(choice, id), `given to ${name}`))
              }
            />
          )}
          {may('leads.edit') && (
            <StatusMenu
              busy={busy}
              onChoose={({ key, label }) => patch({ changes: { status: key } }, `now ${label}`)}
            />
          )}
          {may('leads.edit') && (
            <TagsButton
              busy={busy}
              onApply={(addTags, removeTags) => patch({ changes: {}, addTags, removeTags }, 'tagged')}
            />
          )}
          {may('journeys.bulkEnroll') && (
            <EnrolMenu
              busy={busy}
              onEnrol={(id) =>
                run(async () => {
                  await api.journeys.bulkEnroll({ id, ...asLeadIds(choice) });
                  showJobs();
                })
              }
            />
          )}
          {may('blasts.send') && (
            <BulkAction
              data-changes
              disabled={busy}
              leftSection={<IconMessage2 size={15} />}
              onClick={() => void navigate('/campaigns/new', { state: choice })}
            >
              Text
            </BulkAction>
          )}
          {maySearch && !everything && <BulkEnrich leadIds={chosen} busy={busy} />}
          {may('leads.export') && (
            <BulkAction
              data-changes
              disabled={busy}
              leftSection={<IconDownload size={15} />}
              onClick={() => onExport(choice)}
            >
              Export
            </BulkAction>
          )}
          {may('leads.delete') && (
            <BulkAction
              data-changes
              disabled={busy}
              leftSection={<IconTrash size={15} />}
              onClick={() => (count > leadLimits.bulkAtOnce ? removal.ask(count) : remove())}
            >
              Delete
            </BulkAction>
          )}
        </>
      )}
      <ConfirmDialog
        {...removal.dialog}
        title={`Delete ${atLeast ? 'more than ' : ''}${leadsText(removal.about ?? 0)}?`}
        confirmLabel="Delete them"
        onConfirm={remove}
      >
        They leave their journeys, and can be had back from among the deleted leads.
      </ConfirmDialog>
    </Bar>
  );
}
