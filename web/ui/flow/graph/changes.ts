import { type FlowGraph, type FlowStep, stepsById } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';

/** How one drawing differs from another, by the ids of steps. Where cards lie is no difference. */
export interface FlowChanges {
  /** In the one and not in the other. */
  added: readonly string[];
  removed: readonly string[];
  /** In both, with other settings or other ways. */
  changed: readonly string[];
  /** Whether another step comes first. */
  isEntryOther: boolean;
}

/** JSON with its fields in one order, as a draft and the server's answer may have them in another. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

function asRun({ openWays }: FlowKind, { position: _, next, ...step }: FlowStep): string {
  // Where a way that is not connected is over, one that leads nowhere is the same.
  const isWay = ([, to]: [string, string | null | undefined]) =>
    to !== undefined && (to !== null || openWays !== 'over');
  return textOf({ ...step, next: Object.fromEntries(Object.entries(next).filter(isWay)) });
}

/** What has to be done to `before` to come to `after`. */
export function changesBetween<S extends FlowStep>(
  kind: FlowKind<S>,
  before: FlowGraph<S>,
  after: FlowGraph<S>,
): FlowChanges {
  const [old, now] = [stepsById(before.steps), stepsById(after.steps)];
  const text = (step: FlowStep) => asRun(kind as unknown as FlowKind, step);
  return {
    added: after.steps.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    removed: before.steps.flatMap(({ id }) => (now.has(id) ? [] : [id])),
    changed: after.steps.flatMap((step) => {
      const was = old.get(step.id);
      return was && text(was) !== text(step) ? [step.id] : [];
    }),
    isEntryOther: before.entry !== after.entry,
  };
}

export const isSame = ({ added, removed, changed, isEntryOther }: FlowChanges): boolean =>
  added.length + removed.length + changed.length === 0 && !isEntryOther;
