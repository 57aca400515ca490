import { useCallback, useMemo, useState } from 'react';
import { planProblems } from '#shared/model/dialplan/problems.ts';
import { stepsById } from '#shared/model/flow.ts';
import { ConflictBanner } from '#web/ui/flow/ConflictBanner.tsx';
import type { Focus } from '#web/ui/flow/canvas/Canvas.tsx';
import { FlowLayout, useNarrow } from '#web/ui/flow/FlowLayout.tsx';
import styles from '#web/ui/flow/flow.module.css';
import { type FlowProblem, startId } from '#web/ui/flow/kind.ts';
import { Outline } from '#web/ui/flow/Outline.tsx';
import { useFlowKeys } from '#web/ui/flow/useFlowKeys.ts';
import { lazy } from '#web/ui/lazy.tsx';
import { usePlan, usePlanState } from '../draft.ts';
import type { AllLists, Capabilities } from '../resources.ts';
import { AnalyticsTab } from './AnalyticsTab.tsx';
import { BuilderBar, type Tab } from './BuilderBar.tsx';
import { Inspector } from './Inspector.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { SimulatorPanel } from './simulator/SimulatorPanel.tsx';
import { useSimulator } from './simulator/useSimulator.ts';
import { usePeople, useVisitors } from './usePeople.ts';

const Canvas = lazy(() => import('#web/ui/flow/canvas/Canvas.tsx'));

interface BuilderProps {
  lists: AllLists;
  capabilities: Capabilities | undefined;
}

/** What is wrong with the drawing as it is now; nothing is said while what nodes name is not known. */
function useProblems({ lists, capabilities }: BuilderProps): FlowProblem[] {
  const draft = usePlan();
  const { graph } = usePlanState();
  const { isReady, resources, missesDids } = lists;
  const abilities = capabilities?.exchange;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing is that of the graph
  return useMemo(() => {
    if (!isReady || !abilities) return [];
    const { nodes, edges } = draft.config();
    const start = nodes.find(({ type }) => type === 'start')?.id;
    // A number beyond those that are listed is not gone.
    const shown = nodes.flatMap((node) =>
      node.type === 'dial' && node.data.callerId ? [[node.data.callerId, ''] as const] : [],
    );
    const dids = missesDids ? new Map([...shown, ...resources.dids]) : resources.dids;
    return planProblems({ nodes, edges }, { ...resources, dids }, abilities).map(
      ({ nodeId, severity, text }) => ({
        stepId: nodeId === start ? startId : nodeId,
        severity,
        text,
      }),
    );
  }, [draft, graph, isReady, resources, missesDids, abilities]);
}

const nothing = {
  title: 'Nothing follows the start yet',
  words: 'Drag a node here from the left, or begin with one of these.',
  add: 'Add the first node',
};

/** The builder: its tabs, and on the first of them palette and outline, canvas, and what is selected. */
export function Builder({ lists, capabilities }: BuilderProps) {
  const draft = usePlan();
  const { graph, selection, document: plan, kind } = usePlanState();
  const narrow = useNarrow();
  const [tab, setTab] = useState<Tab>('builder');
  const [focus, setFocus] = useState<Focus | null>(null);
  const problems = useProblems({ lists, capabilities });
  const simulator = useSimulator(lists);
  const people = usePeople();
  const visitors = useVisitors(people);
  useFlowKeys(tab === 'builder');
  const show = useCallback(
    (stepId: string) => {
      draft.select([stepId]);
      setFocus((before) => ({ stepId, asked: (before?.asked ?? 0) + 1 }));
    },
    [draft],
  );
  const one = selection.length === 1 ? stepsById(graph.steps).get(selection[0]!) : undefined;
  const title = one ? kind.lookOf(one.type).label : selection[0] === startId ? 'Start' : 'Dial plan';
  const isWalking = simulator.opened;
  const inspector = (onShow: (id: string) => void) => (
    <Inspector problems={problems} capabilities={capabilities} lists={lists} onShow={onShow} />
  );
  return (
    <div className={styles.builder}>
      <title>{`${plan.name || 'New dial plan'} · Dial plans · Dealbell`}</title>
      <BuilderBar
        narrow={narrow}
        tab={tab}
        onTab={setTab}
        problems={problems}
        people={people}
        isWalking={isWalking}
        onWalk={() => (isWalking ? simulator.close() : simulator.open())}
      />
      <ConflictBanner>Somebody else changed this plan meanwhile.</ConflictBanner>
      {tab === 'builder' && (
        <FlowLayout
          narrow={narrow}
          isFoldable
          outline={
            <Outline
              problems={problems}
              onOpen={narrow ? undefined : show}
              current={simulator.marks?.now ?? null}
            />
          }
          canvas={
            <Canvas
              problems={problems}
              focus={focus}
              marks={simulator.marks}
              visitors={visitors}
              nothing={nothing}
            />
          }
          panel={
            isWalking ? (
              <SimulatorPanel simulator={simulator} isTitled={narrow} lists={lists} />
            ) : (
              inspector(show)
            )
          }
          panelTitle={isWalking ? 'Simulator' : title}
          panelLabel={isWalking ? 'Simulator' : 'Settings of what is selected'}
          panelOpened={isWalking || selection.length === 1}
          onPanelClose={() => (isWalking ? simulator.close() : draft.select([]))}
          below={selection.length === 0 && inspector((id) => draft.select([id]))}
        />
      )}
      {tab === 'analytics' && <AnalyticsTab />}
      {tab === 'settings' && <SettingsTab />}
    </div>
  );
}
