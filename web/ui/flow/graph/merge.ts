import { type FlowGraph, type FlowStep, stepsById } from '#shared/model/flow.ts';

/** Two have changed the same thing to different things. */
class Conflict extends Error {}

/** Whether two values of a drawing, which are JSON, are the same, in whatever order their keys stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(at(one, key), at(other, key)))
  );
}

const at = (one: object, key: string): unknown => (one as Record<string, unknown>)[key];

/** The one of two values that has changed. @throws Conflict where both have */
function changedOf(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine;
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
function mergedStep<S extends FlowStep>(base: S, mine: S, theirs: S): S {
  const position = isSame(mine.position, base.position) ? theirs.position : mine.position;
  const [was, my, their] = [base, mine, theirs].map((one) => ({ ...one, position, next: led(one) }));
  const merged = mergedRecord(was!, my!, their!, true) as S;
  const open = [...Object.keys(theirs.next), ...Object.keys(mine.next)].map((way) => [way, null]);
  const after: S = { ...merged, next: { ...Object.fromEntries(open), ...merged.next } };
  // The same object where nothing of it has changed: what is drawn of it stays as it is.
  return isSame(after, mine) ? mine : after;
}

/** The ways out that lead somewhere: one that leads nowhere may be named or not. */
const led = ({ next }: FlowStep): Record<string, string | null> =>
  Object.fromEntries(Object.entries(next).filter(([, to]) => to !== null));

const isUntouched = (step: FlowStep, base: FlowStep): boolean =>
  isSame({ ...step, position: null, next: led(step) }, { ...base, position: null, next: led(base) });

/** What a step comes to; undefined: it is removed. @throws Conflict where one has removed what the other has changed */
function stepAfter<S extends FlowStep>(
  base: S | undefined,
  mine: S | undefined,
  theirs: S | undefined,
): S | undefined {
  if (mine && theirs) {
    if (base) return mergedStep(base, mine, theirs);
    if (isSame(mine, theirs)) return mine;
    throw new Conflict();
  }
  const left = mine ?? theirs;
  if (!base || !left) return left;
  if (isUntouched(left, base)) return undefined;
  throw new Conflict();
}

/**
 * One's own drawing with what somebody else has made of the same one meanwhile: steps, settings and ways that only one
 * of the two has changed are as that one has them. Ways to a step that is gone lead nowhere.
 * @returns undefined where both have changed the same thing, or one has removed what the other has changed
 */
export function mergeGraphs<S extends FlowStep>(
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
    const steps = ids.flatMap((id) => stepAfter(was.get(id), my.get(id), their.get(id)) ?? []);
    const there = new Set(steps.map(({ id }) => id));
    const within = (to: string | null) => (to !== null && there.has(to) ? to : null);
    const entry = within(changedOf(base.entry, mine.entry, theirs.entry) as string | null);
    return {
      entry,
      steps: steps.map((step) => {
        const isWhole = Object.values(step.next).every((to) => within(to) === to);
        const next = () =>
          Object.fromEntries(Object.entries(step.next).map(([way, to]) => [way, within(to)]));
        return isWhole ? step : { ...step, next: next() };
      }),
    };
  } catch (error) {
    if (error instanceof Conflict) return undefined;
    throw error;
  }
}
