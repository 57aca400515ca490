import type { Goal } from '#shared/api/goals.ts';
import { type GoalFields, goalFields, goalLimits, goalProblem } from '#shared/model/goal.ts';
import { api, query } from '#web/app/api.ts';
import { useSignedIn } from '#web/app/session.ts';
import { useMay } from '#web/app/use-may.ts';
import { DraftPanel } from '#web/ui/resource/DraftPanel.tsx';
import type { Opened } from '#web/ui/resource/ResourcePage.tsx';
import { AlertFields } from './AlertFields.tsx';
import { GoalDetails } from './GoalDetails.tsx';
import { MeasureFields } from './MeasureFields.tsx';

/** What the form holds: the address of Slack is only ever sent. */
export interface GoalDraft extends GoalFields {
  /** '' leaves what is there. */
  slackUrl: string;
  removesSlack: boolean;
}

const draftOf = (goal: Goal | undefined, email: string): GoalDraft => ({
  name: goal?.name ?? '',
  source: goal?.source ?? 'calls',
  measure: goal?.measure ?? 'callsAnswered',
  filter: goal?.filter ?? [],
  span: goal?.span ?? 'week',
  condition: goal?.condition ?? 'reach',
  target: goal?.target ?? 100,
  least: goal?.least ?? 10,
  shared: goal?.shared ?? false,
  recipients: goal?.recipients ?? [email],
  announcement: goal?.announcement ?? null,
  slackUrl: '',
  removesSlack: false,
});

const fieldsOf = ({ slackUrl: _, removesSlack: _removes, ...fields }: GoalDraft): GoalFields => fields;

function problemOf(draft: GoalDraft): string | undefined {
  const read = goalFields.safeParse(fieldsOf(draft));
  return read.success ? goalProblem(read.data)?.text : read.error.issues[0]!.message;
}

interface GoalPanelProps {
  thing: Opened<Goal>;
  onClose: () => void;
}

/** A goal or an alert: how it stands and what it told, and the form that adds and changes it. */
export function GoalPanel({ thing, onClose }: GoalPanelProps) {
  const { user } = useSignedIn();
  const mayEdit = useMay()('goals.edit');
  const existing = thing === 'new' ? undefined : thing;
  const readOnly = existing ? !(existing.mayEdit && mayEdit) : !mayEdit;
  return (
    <DraftPanel
      thing={thing}
      onClose={onClose}
      readOnly={readOnly}
      title="Add goal or alert"
      addLabel="Add"
      valuesOf={(goal) => draftOf(goal, user.email)}
      problemOf={problemOf}
      save={(draft, before) => {
        const { slackUrl, removesSlack } = draft;
        const slack = slackUrl ? { slackUrl } : removesSlack ? { slackUrl: null } : {};
        const fields = { ...fieldsOf(draft), ...slack };
        return before
          ? api.goals.update({ id: before.id, version: before.version, ...fields })
          : api.goals.create(fields);
      }}
      stale={[query.goals]}
    >
      {(draft, set) => (
        <>
          {existing && <GoalDetails goal={existing} readOnly={readOnly} />}
          {!readOnly && (
            <>
              <MeasureFields draft={draft} set={set} nameLength={goalLimits.name} />
              <AlertFields draft={draft} set={set} hasSlack={existing?.hasSlack ?? false} />
            </>
          )}
        </>
      )}
    </DraftPanel>
  );
}
