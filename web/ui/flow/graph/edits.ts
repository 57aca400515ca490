import { type FlowGraph, type FlowStep, type HasWays, stepsById, without } from '#shared/model/flow.ts';

/** A way out of a step; a `from` of null is the way into the flow. */
export interface Link {
  from: string | null;
  output: string;
}
export interface Connection extends Link {
  from: string;
  to: string;
}

export const entryLink: Link = { from: null, output: '' };

const change = <S extends FlowStep>(graph: FlowGraph<S>, id: string, by: (step: S) => S): FlowGraph<S> => ({
  ...graph,
  steps: graph.steps.map((one) => (one.id === id ? by(one) : one)),
});

export const firstOutput = <S extends FlowStep>(flow: HasWays<S>, step: S): string | undefined =>
  flow.outputsOf(step)[0]?.key;

/** Every connection that can be seen: those of ways out that a step has, to steps that are there. */
export function connectionsOf<S extends FlowStep>(flow: HasWays<S>, { steps }: FlowGraph<S>): Connection[] {
  const byId = stepsById(steps);
  return steps.flatMap((one) =>
    flow.outputsOf(one).flatMap(({ key }) => {
      const to = one.next[key];
      return to && byId.has(to) ? [{ from: one.id, output: key, to }] : [];
    }),
  );
}

export const targetOf = (graph: FlowGraph, { from, output }: Link): string | null | undefined =>
  from === null ? graph.entry : stepsById(graph.steps).get(from)?.next[output];

/** Leads a way out to a step, to the end of the journey (null), or nowhere in particular (undefined). */
export function connected<S extends FlowStep>(
  graph: FlowGraph<S>,
  { from, output }: Link,
  to: string | null | undefined,
): FlowGraph<S> {
  if (from === null) return { ...graph, entry: to ?? null };
  return change(graph, from, (one) => {
    const { [output]: _, ...rest } = one.next;
    return { ...one, next: to === undefined ? rest : { ...rest, [output]: to } };
  });
}

/** A step in place of the one of its id, without the ways that the change took away. */
export function replaced<S extends FlowStep>(flow: HasWays<S>, graph: FlowGraph<S>, step: S): FlowGraph<S> {
  const keys = new Set(flow.outputsOf(step).map(({ key }) => key));
  const next = Object.fromEntries(Object.entries(step.next).filter(([key]) => keys.has(key)));
  return change(graph, step.id, () => ({ ...step, next }));
}

/** Adds a step that nothing leads to yet; the first one of a flow is where it begins. */
export const added = <S extends FlowStep>(graph: FlowGraph<S>, step: S): FlowGraph<S> => ({
  steps: [...graph.steps, step],
  entry: graph.entry ?? step.id,
});

/** Puts a step on a way: what the way led to comes after it. */
export function insertedOn<S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  link: Link,
  step: S,
): FlowGraph<S> {
  const after = targetOf(graph, link) ?? null;
  const first = firstOutput(flow, step);
  const joined = first && after ? { ...step, next: { ...step.next, [first]: after } } : step;
  return connected({ ...graph, steps: [...graph.steps, joined] }, link, step.id);
}

/** Puts a step after another on its first way out; after one that ends the flow it stands alone. */
export function addedAfter<S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  afterId: string | null,
  step: S,
): FlowGraph<S> {
  if (afterId === null) return graph.entry ? insertedOn(flow, graph, entryLink, step) : added(graph, step);
  const after = stepsById(graph.steps).get(afterId);
  const first = after && firstOutput(flow, after);
  return first ? insertedOn(flow, graph, { from: afterId, output: first }, step) : added(graph, step);
}

/** Takes steps out and joins what was around each. */
export const removed = <S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  ids: readonly string[],
): FlowGraph<S> => ids.reduce<FlowGraph<S>>((left, id) => without(flow, left, id), graph);

export function moved<S extends FlowStep>(
  graph: FlowGraph<S>,
  positions: ReadonlyMap<string, { x: number; y: number }>,
): FlowGraph<S> {
  return {
    ...graph,
    steps: graph.steps.map((one) => {
      const position = positions.get(one.id);
      return position ? { ...one, position: { x: Math.round(position.x), y: Math.round(position.y) } } : one;
    }),
  };
}

/** Copies of steps with ids of their own; what leads from one to another of them does so among the copies. */
export function copiesOf<S extends FlowStep>(
  steps: readonly S[],
  shift: { x: number; y: number },
  makeId: () => string,
): S[] {
  const ids = new Map(steps.map(({ id }) => [id, makeId()]));
  return steps.map((one) => {
    const next = Object.entries(one.next).flatMap(([key, to]) =>
      to === null ? [[key, null]] : ids.has(to) ? [[key, ids.get(to)!]] : [],
    );
    const position = { x: one.position.x + shift.x, y: one.position.y + shift.y };
    return { ...one, id: ids.get(one.id)!, position, next: Object.fromEntries(next) };
  });
}

/** Puts copies in, unconnected to what is there. */
export const withCopies = <S extends FlowStep>(graph: FlowGraph<S>, copies: readonly S[]): FlowGraph<S> => ({
  steps: [...graph.steps, ...copies],
  entry: graph.entry ?? copies[0]?.id ?? null,
});

/** The step that follows on the first way out. */
export function nextInLine<S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  id: string,
): S | undefined {
  const byId = stepsById(graph.steps);
  const one = byId.get(id);
  const first = one && firstOutput(flow, one);
  return first ? byId.get(one.next[first] ?? '') : undefined;
}

/** Lets a step change places with the one that follows it. The same graph where nothing follows, or the end does. */
export function swappedWithNext<S extends FlowStep>(
  flow: HasWays<S>,
  graph: FlowGraph<S>,
  id: string,
): FlowGraph<S> {
  const one = stepsById(graph.steps).get(id);
  const next = nextInLine(flow, graph, id);
  const first = one && firstOutput(flow, one);
  const nextFirst = next && firstOutput(flow, next);
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
  return { ...toFollower, steps };
}
