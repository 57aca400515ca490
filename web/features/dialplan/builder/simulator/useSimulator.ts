import { useMemo, useState } from 'react';
import type { CallFacts } from '#shared/model/dialplan/condition.ts';
import { inOrder, type Played, play } from '#shared/model/dialplan/play.ts';
import { choicesOf, type SavedWalk, type WalkInput } from '#shared/model/dialplan/saved-walk.ts';
import type { RunMarks } from '#web/ui/flow/canvas/nodes.ts';
import { usePlan, usePlanState } from '../../draft.ts';
import type { AllLists } from '../../resources.ts';

/** What is known of the simulated call. */
type SimulatedCall = Pick<CallFacts, 'callerNumber' | 'callerName' | 'calledNumber' | 'at'>;

export interface Simulator {
  opened: boolean;
  open: () => void;
  close: () => void;
  played: Played;
  choose: (way: string) => void;
  back: () => void;
  restart: () => void;
  canGoBack: boolean;
  /** Null: what conditions answer is chosen, too. */
  call: SimulatedCall | null;
  setCall: (call: SimulatedCall | null) => void;
  marks: RunMarks | null;
  /** The saved walk that was begun with; null once another call is walked. */
  loaded: string | null;
  load: (walk: SavedWalk) => void;
  /** The walk as it can be kept, once it has come to its end. */
  walked: () => Omit<WalkInput, 'name'> | undefined;
}

/** A call that is walked through the drawing as it is now. */
export function useSimulator({ resources }: AllLists): Simulator {
  const draft = usePlan();
  const { graph } = usePlanState();
  const [opened, setOpened] = useState(false);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const [call, setCall] = useState<SimulatedCall | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawing is that of the graph
  const played = useMemo(
    () => play(draft.config(), resources, inOrder(choices), call && { ...call, lead: null, waiting: {} }),
    [draft, graph, resources, choices, call],
  );
  const marks = useMemo<RunMarks | null>(
    () =>
      opened
        ? {
            now: played.asks?.nodeId ?? played.stuck?.nodeId ?? played.steps.at(-1)?.id ?? null,
            past: new Set(played.steps.map(({ id }) => id)),
            ways: new Set(played.steps.flatMap(({ id, way }) => (way ? [`${id} ${way}`] : []))),
          }
        : null,
    [opened, played],
  );
  return {
    opened,
    open() {
      draft.select([]);
      setChoices([]);
      setLoaded(null);
      setOpened(true);
    },
    close: () => setOpened(false),
    played,
    choose: (way) => setChoices([...choices, way]),
    back: () => setChoices(choices.slice(0, -1)),
    restart() {
      setChoices([]);
      setLoaded(null);
    },
    canGoBack: choices.length > 0,
    call,
    setCall,
    marks,
    loaded,
    load(walk) {
      setLoaded(walk.id);
      setCall(walk.call && { ...walk.call, at: Date.parse(walk.call.at) });
      setChoices(choicesOf(draft.config(), resources, walk));
    },
    walked() {
      const { end, steps } = played;
      if (!end || end.end === 'circle') return undefined;
      return {
        call: call && { ...call, at: new Date(call.at).toISOString() },
        steps: steps.map(({ id, way }) => ({ nodeId: id, way })),
        end: end.end,
        to: end.to,
      };
    },
  };
}
