import { Stack, Text, Title } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PlanStats } from '#shared/model/dialplan/stats.ts';
import { stepsById } from '#shared/model/flow.ts';
import { api } from '#web/app/api.ts';
import { BarChart } from '#web/ui/BarChart.tsx';
import { Definition, FigureList } from '#web/ui/DefinitionList.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useNarrow } from '#web/ui/flow/FlowLayout.tsx';
import styles from '#web/ui/flow/flow.module.css';
import { startId } from '#web/ui/flow/kind.ts';
import { lazy } from '#web/ui/lazy.tsx';
import { PageSkeleton } from '#web/ui/skeletons.tsx';
import { usePlan, usePlanState } from '../draft.ts';
import type { DrawnNode } from '../graph.ts';

const Canvas = lazy(() => import('#web/ui/flow/canvas/Canvas.tsx'));

/** What became of the plan's callers in the last 30 days. */
export function AnalyticsTab() {
  const draft = usePlan();
  const { data, error, refetch } = useQuery({
    queryKey: ['dialplan-stats', draft.id],
    queryFn: () => api.dialplans.stats({ id: draft.id }),
    enabled: !draft.isNew,
    staleTime: 0,
    refetchInterval: 30_000,
  });
  return (
    <div className={styles.tab}>
      {error && !data ? (
        <ErrorState title="The figures could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : draft.isNew || data?.calls === 0 ? (
        <EmptyState icon={IconChartBar} title="No calls yet">
          {draft.isNew
            ? 'Save and deploy the plan; what its callers do is shown here.'
            : 'Where callers went is shown here once the plan is deployed and somebody calls.'}
        </EmptyState>
      ) : data ? (
        <Figures figures={data} />
      ) : (
        <PageSkeleton />
      )}
    </div>
  );
}

/** From the top of the drawing down, as the eye follows it. */
const asCallersCome = ({ position: one }: DrawnNode, { position: other }: DrawnNode) =>
  one.y - other.y || one.x - other.x;

const none: never[] = [];
const noOne = { title: '', words: '', add: '' };
const share = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((part / of) * 100)} %`);
const secondsText = (n: number | null) => (n === null ? '–' : `${Math.round(n)} s`);

const series = [
  { key: 'on', label: 'Went on', color: 'var(--mantine-color-chart-0)' },
  { key: 'ended', label: 'The call ended here', color: 'var(--mantine-color-chart-1)' },
];

function Figures({ figures }: { figures: PlanStats }) {
  const { graph, kind } = usePlanState();
  const narrow = useNarrow();
  const byId = useMemo(() => stepsById(graph.steps), [graph]);
  const { badges, labels } = useMemo(() => {
    const title = 'Callers who came here';
    const starts = figures.nodes.filter(({ nodeId }) => !byId.has(nodeId)).map(({ nodeId }) => nodeId);
    const isStart = (id: string) => starts.includes(id) && id.startsWith('start');
    return {
      badges: new Map(
        figures.nodes.map(({ nodeId, callers }) => [
          isStart(nodeId) ? startId : nodeId,
          { text: callers.toLocaleString(), title },
        ]),
      ),
      labels: new Map(
        figures.edges.map(({ nodeId, way, visits }) => [
          isStart(nodeId) ? 'entry' : `${nodeId} ${way}`,
          visits.toLocaleString(),
        ]),
      ),
    };
  }, [figures, byId]);
  const byNode = new Map(figures.nodes.map((one) => [one.nodeId, one]));
  const drawn = graph.steps.toSorted(asCallersCome).flatMap(({ id }) => byNode.get(id) ?? []);
  const goal = byId.get(figures.success?.nodeId ?? '');
  const ended = figures.nodes.reduce((sum, one) => sum + one.ended, 0);
  return (
    <Stack gap="lg">
      <FigureList>
        <Definition term="Calls">{figures.calls.toLocaleString()}</Definition>
        <Definition term="Average time">{secondsText(figures.averageSeconds)}</Definition>
        <Definition term="Ended in the plan">
          {share(Math.min(ended, figures.calls), figures.calls)}
        </Definition>
        {figures.success && (
          <Definition term={goal ? `Came to ${kind.nameOf(goal)}` : 'Came to the goal, which is gone'}>
            {share(figures.success.callers, figures.calls)}
          </Definition>
        )}
      </FigureList>
      {!narrow && (
        <section className={styles.figuresCanvas} aria-label="Where callers went">
          <Canvas problems={none} badges={badges} labels={labels} isFixed nothing={noOne} />
        </section>
      )}
      <section>
        <Title order={2} size="h3" mb="xs">
          Node by node
        </Title>
        <BarChart
          label="Visits of each node"
          series={series}
          bars={drawn.map(({ nodeId, visits, ended: gone }) => {
            const node = byId.get(nodeId)!;
            return {
              key: nodeId,
              tick: kind.lookOf(node.type).label,
              name: kind.nameOf(node),
              values: { on: visits - gone, ended: gone },
            };
          })}
        />
        <Stack component="ul" className="db-list" gap={2} mt="md">
          {drawn.map(({ nodeId, callers, averageSeconds, visits, ended: gone }) => (
            <Text component="li" key={nodeId} size="sm" className="db-figures">
              <b>{kind.nameOf(byId.get(nodeId)!)}</b>:{' '}
              {callers === 1 ? '1 caller' : `${callers.toLocaleString()} callers`}, drop-off{' '}
              {share(gone, visits)}, {secondsText(averageSeconds)} on average
            </Text>
          ))}
        </Stack>
      </section>
    </Stack>
  );
}
