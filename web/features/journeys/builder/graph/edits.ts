import { ulid } from 'ulid';
import { type Graph, stepsById, without, withoutLostOutputs } from '#shared/model/journey/graph.ts';
import { outputsOf, type Step } from '#shared/model/journey/steps/index.ts';

/** A way out of a step; a `from` of null is the way into the journey. */
export interface Link {
  from: string | null;
  output: string;
}
export interface Connection extends Link {
  from: string;
  to: string;
}

export const entryLink: Link = { from: null, output: '' };
export const newStepId = (): string => `stp_${ulid()}`;

const change = (graph: Graph, id: string, by: (step: Step) => Step): Graph => ({
  ...graph,
  steps: graph.steps.map((one) => (one.id === id ? by(one) : one)),
});

export const firstOutput = (step: Step): string | undefined => outputsOf(step)[0]?.key;

/** Every connection that can be seen: those of ways out that a step has, to steps that are there. */
export function connectionsOf({ steps }: Graph): Connection[] {
  const byId = stepsById(steps);
  return steps.flatMap((one) =>
    outputsOf(one).flatMap(({ key }) => {
      const to = one.next[key];
      return to && byId.has(to) ? [{ from: one.id, output: key, to }] : [];
    }),
  );
}

export const targetOf = (graph: Graph, { from, output }: Link): string | null | undefined =>
  from === null ? graph.entry : stepsById(graph.steps).get(from)?.next[output];

/** Leads a way out to a step, to the end of the journey (null), or nowhere in particular (undefined). */
export function connected(graph: Graph, { from, output }: Link, to: string | null | undefined): Graph {
  if (from === null) return { ...graph, entry: to ?? null };
  return change(graph, from, (one) => {
    const { [output]: _, ...rest } = one.next;
    return { ...one, next: to === undefined ? rest : { ...rest, [output]: to } } as Step;
  });
}

export const replaced = (graph: Graph, step: Step): Graph =>
  change(graph, step.id, () => withoutLostOutputs(step));

/** Adds a step that nothing leads to yet; the first one of a journey is where it begins. */
export const added = (graph: Graph, step: Step): Graph => ({
  steps: [...graph.steps, step],
  entry: graph.entry ?? step.id,
});

/** Puts a step on a way: what the way led to comes after it. */
export function insertedOn(graph: Graph, link: Link, step: Step): Graph {
  const after = targetOf(graph, link) ?? null;
  const first = firstOutput(step);
  const joined = first && after ? ({ ...step, next: { ...step.next, [first]: after } } as Step) : step;
  return connected({ ...graph, steps: [...graph.steps, joined] }, link, step.id);
}

/** Puts a step after another on its first way out; after one that ends the journey it stands alone. */
export function addedAfter(graph: Graph, afterId: string | null, step: Step): Graph {
  if (afterId === null) return graph.entry ? insertedOn(graph, entryLink, step) : added(graph, step);
  const after = stepsById(graph.steps).get(afterId);
  const first = after && firstOutput(after);
  return first ? insertedOn(graph, { from: afterId, output: first }, step) : added(graph, step);
}

/** Takes steps out and joins what was around each. */
export const removed = (graph: Graph, ids: readonly string[]): Graph => ids.reduce(without, graph);

export function moved(graph: Graph, positions: ReadonlyMap<string, { x: number; y: number }>): Graph {
  return {
    ...graph,
    steps: graph.steps.map((one) => {
      const position = positions.get(one.id);
      return position ? { ...one, position: { x: Math.round(position.x), y: Math.round(position.y) } } : one;
    }),
  };
}

/** Copies of steps with ids of their own; what leads from one to another of them does so among the copies. */
export function copiesOf(
  steps: readonly Step[],
  shift: { x: number; y: number },
  makeId: () => string = newStepId,
): Step[] {
  const ids = new Map(steps.map(({ id }) => [id, makeId()]));
  return steps.map((one) => {
    const next = Object.entries(one.next).flatMap(([key, to]) =>
      to === null ? [[key, null]] : ids.has(to) ? [[key, ids.get(to)!]] : [],
    );
    const position = { x: one.position.x + shift.x, y: one.position.y + shift.y };
    return { ...one, id: ids.get(one.id)!, position, next: Object.fromEntries(next) } as Step;
  });
}

/** Puts copies in, unconnected to what is there. */
export const withCopies = (graph: Graph, copies: readonly Step[]): Graph => ({
  steps: [...graph.steps, ...copies],
  entry: graph.entry ?? copies[0]?.id ?? null,
});

/** The step that follows on the first way out. */
export function nextInLine(graph: Graph, id: string): Step | undefined {
  const byId = stepsById(graph.steps);
  const one = byId.get(id);
  const first = one && firstOutput(one);
  return first ? byId.get(one.next[first] ?? '') : undefined;
}

/** Lets a step change places with the one that follows it. The same graph where nothing follows, or the end does. */
export function swappedWithNext(graph: Graph, id: string): Graph {
  const one = stepsById(graph.steps).get(id);
  const next = nextInLine(graph, id);
  const first = one && firstOutput(one);
  const nextFirst = next && firstOutput(next);
  if (!first || !nextFirst || next.id === id) return graph;
  const after = next.next[nextFirst] ?? null;
  const toFollower = { ...graph, entry: graph.entry === id ? next.id : graph.entry };
  const steps = toFollower.steps.map((other) => {
    if (other.id === id)
      return {
        ...other,
        position: next.position,
        next: { ...other.next, [first]: after === id ? next.id : after },
      };
    const led = Object.fromEntries(
      Object.entries(other.next).map(([key, to]) => [key, to === id ? next.id : to]),
    );
    if (other.id === next.id) return { ...other, position: one.position, next: { ...led, [nextFirst]: id } };
    return { ...other, next: led };
  });
  return { ...toFollower, steps: steps as Step[] };
}
