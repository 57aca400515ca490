import { Alert, Button, Group, Stack, Switch, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TriggerCriteria } from '#shared/model/journey/journey.ts';
import { api, query } from '#web/app/api.ts';
import { ApiError, messageOf } from '#web/app/api-error.ts';
import { LinesSkeleton } from '#web/ui/skeletons.tsx';
import { toast } from '#web/ui/toast.ts';
import { CircleDialog, useCircleQuestion } from '../../shared/CircleDialog.tsx';
import { ShareBars } from '../../shared/ShareBars.tsx';
import type { JourneyPlan, MatchingStats } from '../../shared/types.ts';
import { leadsText, percent } from '../../shared/words.ts';
import { useDraft, useDraftState } from '../draft.ts';
import { CriteriaForm } from './CriteriaForm.tsx';
import styles from './settings.module.css';

/** Where the figures cannot be had, zeros stand there: document 002, section 7. */
const zeros: MatchingStats = {
  totalLeads: 0,
  matchingLeads: 0,
  criteriaBreakdown: { leadStatus: 0, leadTags: 0, leadAgeDays: 0, brands: 0, sources: 0 },
};

const partNames: Record<keyof MatchingStats['criteriaBreakdown'], string> = {
  leadStatus: 'Status',
  leadTags: 'Tags',
  leadAgeDays: 'Age',
  brands: 'Brands',
  sources: 'Sources',
};

/** Which leads come in by themselves, how many fit, and what they would get. */
export function AutoEnrolment() {
  const draft = useDraft();
  const client = useQueryClient();
  const { triggerCriteria: kept } = useDraftState().document;
  const [criteria, setCriteria] = useState(kept);
  const [busy, setBusy] = useState(false);
  const circle = useCircleQuestion();
  useEffect(() => setCriteria(kept), [kept]);
  const differs = JSON.stringify(criteria) !== JSON.stringify(kept);

  async function save(next: TriggerCriteria) {
    setBusy(true);
    await circle.attempt('Save anyway', async (confirmCircle) => {
      await draft.run(async (version) => {
        try {
          return await api.journeys.autoEnrollment({ id: draft.id, triggerCriteria: next, confirmCircle });
        } catch (error) {
          // Document 002, section 7: where there is no such call the journey itself is changed.
          if (!(error instanceof ApiError) || error.status !== 404) throw error;
          return api.journeys.update({ id: draft.id, version, triggerCriteria: next, confirmCircle });
        }
      });
      await client.invalidateQueries({ queryKey: query.journeys.matchingStats.key() });
      toast.success(next.autoEnroll ? 'Leads that fit come in by themselves' : 'Saved');
    });
    setBusy(false);
  }

  return (
    <div className={styles.fields}>
      <fieldset className={styles.fields} disabled={draft.readOnly}>
        <Switch
          label="Leads that fit come in by themselves"
          description="When they are added, and when a change makes them fit. Those that are there already do not."
          checked={criteria.autoEnroll}
          onChange={(event) => setCriteria({ ...criteria, autoEnroll: event.currentTarget.checked })}
        />
        <CriteriaForm value={criteria} onChange={setCriteria} />
        {!draft.readOnly && (
          <Group gap="xs">
            <Button data-changes loading={busy} disabled={!differs} onClick={() => void save(criteria)}>
              Save
            </Button>
            {differs && (
              <Button variant="default" onClick={() => setCriteria(kept)}>
                Take back
              </Button>
            )}
          </Group>
        )}
      </fieldset>
      <CircleDialog asked={circle.asked} onClose={circle.close} />
      <Matching stale={differs} />
      <TestRun stale={differs} />
    </div>
  );
}

function Matching({ stale }: { stale: boolean }) {
  const draft = useDraft();
  const { data, error, isPending } = useQuery(
    query.journeys.matchingStats.queryOptions({ input: { id: draft.id } }),
  );
  const stats = error ? zeros : data;
  return (
    <section className={styles.part} aria-labelledby="matching">
      <Title order={3} id="matching">
        Who fits
      </Title>
      {isPending || !stats ? (
        <LinesSkeleton lines={5} />
      ) : (
        <>
          <Text size="sm">
            <b className="db-figures">{leadsText(stats.matchingLeads)}</b> of {leadsText(stats.totalLeads)}{' '}
            fit all criteria{stale && ' as they are saved'}. Each by itself:
          </Text>
          <ShareBars
            label="Leads that fit each of the criteria"
            of={stats.totalLeads}
            bars={(Object.keys(partNames) as (keyof typeof partNames)[]).map((key) => ({
              key,
              label: partNames[key],
              value: stats.criteriaBreakdown[key],
              note: stats.totalLeads > 0 ? percent(stats.criteriaBreakdown[key] / stats.totalLeads) : '–',
            }))}
          />
        </>
      )}
    </section>
  );
}

/** A dry run for leads that fit: what each would get, and when. */
function TestRun({ stale }: { stale: boolean }) {
  const draft = useDraft();
  const test = useMutation({
    mutationFn: async () => {
      await draft.flush();
      return api.journeys.testAutoEnrollment({ id: draft.id });
    },
  });
  const missing = test.error instanceof ApiError && test.error.status === 404;
  return (
    <section className={styles.part} aria-labelledby="test-run">
      <Title order={3} id="test-run">
        Try it
      </Title>
      <Text size="sm" c="dimmed">
        What the newest leads that fit would get, and when. Nothing is sent, and nobody is enrolled.
      </Text>
      <div>
        <Button
          data-changes
          variant="default"
          leftSection={<IconFlask size={16} />}
          loading={test.isPending}
          disabled={stale}
          onClick={() => test.mutate()}
        >
          Test the auto-enrolment
        </Button>
      </div>
      {test.error && (
        <Alert color="red" role="alert">
          {missing ? 'This feature is not currently available on the server.' : messageOf(test.error)}
        </Alert>
      )}
      {test.data && (
        <Stack gap="sm" role="status">
          {test.data.plans.length === 0 && <Text size="sm">No lead fits the criteria.</Text>}
          {test.data.plans.map((plan) => (
            <PlanCard key={plan.leadId} plan={plan} />
          ))}
        </Stack>
      )}
    </section>
  );
}

const whenText = (at: string) =>
  new Date(at).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

function PlanCard({ plan }: { plan: JourneyPlan }) {
  return (
    <Stack
      component="article"
      gap={6}
      p="12px 14px"
      bd="1px solid var(--db-line)"
      bdrs="md"
      aria-label={plan.leadName}
    >
      <Text fw={600} size="sm" dir="auto">
        {plan.leadName}
      </Text>
      {!plan.matches || plan.reason ? (
        <Text size="sm" c="dimmed">
          {plan.reason || 'It would not come in.'}
        </Text>
      ) : (
        <Stack component="ol" className={`db-list ${styles.planSteps}`} gap={6} fz={13}>
          {plan.steps.map(({ stepId, stepName, at, text, note }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
            <li key={`${stepId} ${index}`}>
              <time className="db-dim" dateTime={at}>
                {whenText(at)}
              </time>
              <span className="db-wrap" dir="auto">
                <b>{stepName}</b>: {text} {note}
              </span>
            </li>
          ))}
          <li>
            <time className="db-dim" dateTime={plan.endsAt}>
              {whenText(plan.endsAt)}
            </time>
            <span className="db-wrap">{plan.end}</span>
          </li>
        </Stack>
      )}
    </Stack>
  );
}
