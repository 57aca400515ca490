import { circlesWithoutRest } from '../circles.ts';
import {
  type FlowGraph,
  type HasWays,
  mainLine as lineOf,
  stepsById,
  without as withoutStep,
} from '../flow.ts';
import { beginning } from '../text.ts';
import { definitionOf, outputsOf, type Step, type StepFields } from './steps/index.ts';

/** What is wrong with a graph; `stepId` is null where it is the whole. */
export interface GraphProblem {
  stepId: string | null;
  text: string;
}

export type Graph = FlowGraph<Step>;
/** Which ways out the steps of journeys have. */
export const stepWays: HasWays<Step> = { outputsOf };

/** Ids of the steps that can be reached from the entry, in the order they are met. */
export function reachable({ steps, entry }: Graph): Set<string> {
  const byId = stepsById(steps);
  const seen = new Set<string>();
  const ahead = entry ? [entry] : [];
  for (let id = ahead.shift(); id !== undefined; id = ahead.shift()) {
    const one = byId.get(id);
    if (!one || seen.has(id)) continue;
    seen.add(id);
    for (const { key } of outputsOf(one)) {
      const next = one.next[key];
      if (next) ahead.push(next);
    }
  }
  return seen;
}

/** The sentence about a way in `next` that the step does not have, if there is one. */
export function unknownOutput(one: StepFields): string | undefined {
  const keys = outputsOf(one).map(({ key }) => key);
  const [unknown] = Object.keys(one.next).filter((key) => !keys.includes(key));
  if (unknown === undefined) return undefined;
  const there = keys.length > 0 ? `it has ${keys.join(', ')}` : 'it has none';
  return `The step has no way out “${beginning(unknown, 40)}”: ${there}.`;
}

/** Steps on a way that comes back to itself without a wait or a call in between, which would never rest. */
function restless({ steps }: Graph): Set<string> {
  const byId = stepsById(steps);
  const rests = (type: Step['type'] | undefined) => type === 'wait' || type === 'call';
  return circlesWithoutRest(
    steps.map(({ id }) => id),
    (id) => Object.values(byId.get(id)?.next ?? {}),
    (id) => rests(byId.get(id)?.type),
  );
}

/** Everything that keeps a graph from going live, in sentences. */
export function graphProblems(graph: Graph): GraphProblem[] {
  const { steps, entry } = graph;
  const byId = stepsById(steps);
  const problems: GraphProblem[] = [];
  if (steps.length === 0) return [{ stepId: null, text: 'The journey has no steps yet.' }];
  if (!entry || !byId.has(entry)) problems.push({ stepId: null, text: 'Say which step comes first.' });
  const reached = reachable(graph);
  for (const one of steps) {
    for (const text of definitionOf(one.type).problems(one.config)) problems.push({ stepId: one.id, text });
    const unknown = unknownOutput(one);
    if (unknown) problems.push({ stepId: one.id, text: unknown });
    for (const { key } of outputsOf(one))
      if (one.next[key] && !byId.has(one.next[key]))
        problems.push({ stepId: one.id, text: 'It leads to a step that is not there.' });
    if (entry && !reached.has(one.id)) problems.push({ stepId: one.id, text: 'No way leads here.' });
  }
  for (const id of restless(graph))
    problems.push({ stepId: id, text: 'The way comes back here without a wait, so it would never rest.' });
  return problems;
}

/** The steps along the first ways out, from the entry: what a list of steps shows. */
export const mainLine = (graph: Graph): Step[] => lineOf(stepWays, graph);

/** Puts the steps of the main line into another order; their other ways out stay as they are. */
export function reordered(graph: Graph, order: readonly string[]): Graph {
  const byId = stepsById(graph.steps);
  const changed = new Map(byId);
  for (const [at, id] of order.entries()) {
    const one = byId.get(id)!;
    const [first] = outputsOf(one);
    if (first) changed.set(id, { ...one, next: { ...one.next, [first.key]: order[at + 1] ?? null } } as Step);
  }
  return { steps: graph.steps.map(({ id }) => changed.get(id)!), entry: order[0] ?? graph.entry };
}

/** Takes a step out and joins what led to it with what followed. */
export const without = (graph: Graph, stepId: string): Graph => withoutStep(stepWays, graph, stepId);
