import { type FlowGraph, type FlowStep, stepsById } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';
import { isEqual, waysThatCount } from './equal.ts';

type OpenWays = Pick<FlowKind, 'openWays'>;

/** Two have changed the same thing to different things. */
class Conflict extends Error {}

const at = (one: object, key: string): unknown => (one as Record<string, unknown>)[key];

/** The one of two values that has changed. @throws Conflict where both have */
function changedOf(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isEqual(mine, base)) return theirs;
  if (isEqual(theirs, base) || isEqual(mine, theirs)) return mine;
  throw new Conflict();
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record whose keys two have changed. @throws Conflict */
function mergedRecord(base: object, mine: object, theirs: object, isDeep: boolean): Record<string, unknown> {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  const merged: Record<string, unknown> = {};
  for (const key of keys) {
    const [was, my, their] = [at(base, key), at(mine, key), at(theirs, key)];
    const value =
      isDeep && isRecord(was) && isRecord(my) && isRecord(their)
        ? mergedRecord(was, my, their, false)
        : changedOf(was, my, their);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** A step that two have changed: each of its settings and ways by itself. Where both have moved it, mine stands. @throws Conflict */
function mergedStep<S extends FlowStep>(kind: OpenWays, base: S, mine: S, theirs: S): S {
  const position = isEqual(mine.position, base.position) ? theirs.position : mine.position;
  const [was, my, their] = [base, mine, theirs].map((one) => ({
    ...one,
    position,
    next: waysThatCount(kind, one),
  }));
  const merged = mergedRecord(was!, my!, their!, true) as S;
  // Left out of what is compared, ways that lead nowhere stay named.
  const open = kind.openWays === 'over' ? { ...theirs.next, ...mine.next } : {};
  const nowhere = Object.fromEntries(Object.keys(open).map((way) => [way, null]));
  const after: S = { ...merged, next: { ...nowhere, ...merged.next } };
  // The same object where nothing of it has changed: what is drawn of it stays as it is.
  return isEqual(after, mine) ? mine : after;
}

function isUntouched(kind: OpenWays, step: FlowStep, base: FlowStep): boolean {
  const [now, was] = [step, base].map((one) => ({ ...one, position: null, next: waysThatCount(kind, one) }));
  return isEqual(now, was);
}

/** What a step comes to; undefined: it is removed. @throws Conflict where one has removed what the other has changed */
function stepAfter<S extends FlowStep>(
  kind: OpenWays,
  base: S | undefined,
  mine: S | undefined,
  theirs: S | undefined,
): S | undefined {
  if (mine && theirs) {
    if (base) return mergedStep(kind, base, mine, theirs);
    if (isEqual(mine, theirs)) return mine;
    throw new Conflict();
  }
  const left = mine ?? theirs;
  if (!base || !left) return left;
  if (isUntouched(kind, left, base)) return undefined;
  throw new Conflict();
}

/**
 * One's own drawing with what somebody else has made of the same one meanwhile: steps, settings and ways that only one
 * of the two has changed are as that one has them. Ways to a step that is gone lead nowhere.
 * @returns undefined where both have changed the same thing, or one has removed what the other has changed
 */
export function mergeGraphs<S extends FlowStep>(
  kind: OpenWays,
  base: FlowGraph<S>,
  mine: FlowGraph<S>,
  theirs: FlowGraph<S>,
): FlowGraph<S> | undefined {
  const [was, my, their] = [base, mine, theirs].map(({ steps }) => stepsById(steps)) as [
    Map<string, S>,
    Map<string, S>,
    Map<string, S>,
  ];
  try {
    const ids = [...new Set([...their.keys(), ...my.keys()])];
    const steps = ids.flatMap((id) => stepAfter(kind, was.get(id), my.get(id), their.get(id)) ?? []);
    const there = new Set(steps.map(({ id }) => id));
    const within = (to: string | null) => (to !== null && there.has(to) ? to : null);
    const entry = within(changedOf(base.entry, mine.entry, theirs.entry) as string | null);
    return {
      entry,
      steps: steps.map((step) => {
        const next = Object.fromEntries(Object.entries(step.next).map(([way, to]) => [way, within(to)]));
        return isEqual(next, step.next) ? step : { ...step, next };
      }),
    };
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}
