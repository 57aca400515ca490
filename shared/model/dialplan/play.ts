import type { CallFacts } from './condition.ts';
import { type PlanConfig, waysOf } from './plan.ts';
import { type PlanResources, resolveNode, Unresolved } from './resolve.ts';
import { type PlanStep, waysOut } from './steps.ts';
import { byFacts, type Outcome, type Walk, type WalkedStep, walk } from './walk.ts';

/** How far a call has come. */
export interface Played {
  steps: readonly WalkedStep[];
  /** Where somebody has to say what happens: the node, and its ways out. */
  asks: { nodeId: string; ways: readonly string[] } | null;
  /** The node that cannot be walked as it is, and why. */
  stuck: { nodeId: string; text: string } | null;
  /** How the call ended; null while it goes on, or is stuck. */
  end: Pick<Walk, 'end' | 'to'> | null;
}

/** What happens at a node; undefined where nobody has said so yet. */
export type Chooser = (nodeId: string) => string | undefined;

/** One choice after another, whichever node asks. */
export function inOrder(choices: readonly string[]): Chooser {
  let asked = 0;
  return () => choices[asked++];
}

/**
 * Walks a drawing until it comes to a node at which nobody has said what happens. Only nodes that a call comes to have to
 * be finished.
 * @param facts by which conditions are answered; null: they are chosen, too
 */
export function play(
  config: PlanConfig,
  resources: PlanResources,
  chooser: Chooser,
  facts: CallFacts | null,
): Played {
  const ways = waysOf(config);
  const unfinished = new Map<string, string>();
  const steps = config.nodes.flatMap((node): PlanStep[] => {
    try {
      return [resolveNode(node, ways.get(node.id), resources)];
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      unfinished.set(node.id, error.message);
      return [];
    }
  });
  const byId = new Map(steps.map((step) => [step.id, step]));
  let asks: Played['asks'] = null;
  /** How often the node that asks was come to by then. */
  const visits = new Map<string, number>();
  const choose: Outcome = ({ id }, open) => {
    // Beyond what was chosen the walk goes anywhere: what comes then is cut off below.
    if (asks) return open[0]!;
    visits.set(id, (visits.get(id) ?? 0) + 1);
    const chosen = chooser(id);
    if (chosen !== undefined && open.includes(chosen)) return chosen;
    asks = { nodeId: id, ways: open };
    return open[0]!;
  };
  const start = steps.filter(({ type }) => type === 'start');
  const rest = steps.filter(({ type }) => type !== 'start');
  const walked = walk([...start, ...rest], facts ? byFacts(facts, choose) : choose);
  const asking = asks as Played['asks'];
  if (asking) {
    let left = visits.get(asking.nodeId)!;
    const at = walked.steps.findIndex(({ id }) => id === asking.nodeId && --left === 0);
    return { steps: walked.steps.slice(0, at), asks: asking, stuck: null, end: null };
  }
  const last = walked.steps.at(-1);
  const next = last?.way ? waysOut(byId.get(last.id)!).get(last.way) : undefined;
  const why = next && walked.end === 'open' ? unfinished.get(next) : undefined;
  if (next && why !== undefined)
    return { steps: walked.steps, asks: null, stuck: { nodeId: next, text: why }, end: null };
  return { steps: walked.steps, asks: null, stuck: null, end: { end: walked.end, to: walked.to } };
}
