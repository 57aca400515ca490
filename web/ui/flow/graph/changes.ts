import { type FlowGraph, type FlowStep, stepsById } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';
import { isEqual, waysThatCount } from './equal.ts';

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

/** A step as it runs: where its card lies is no part of that. */
const asRun = (kind: Pick<FlowKind, 'openWays'>, { position: _, ...step }: FlowStep): object => ({
  ...step,
  next: waysThatCount(kind, step),
});

/** What has to be done to `before` to come to `after`. */
export function changesBetween<S extends FlowStep>(
  kind: FlowKind<S>,
  before: FlowGraph<S>,
  after: FlowGraph<S>,
): FlowChanges {
  const [old, now] = [stepsById(before.steps), stepsById(after.steps)];
  return {
    added: after.steps.flatMap(({ id }) => (old.has(id) ? [] : [id])),
    removed: before.steps.flatMap(({ id }) => (now.has(id) ? [] : [id])),
    changed: after.steps.flatMap((step) => {
      const was = old.get(step.id);
      return was && !isEqual(asRun(kind, was), asRun(kind, step)) ? [step.id] : [];
    }),
    isEntryOther: before.entry !== after.entry,
  };
}

export const isSame = ({ added, removed, changed, isEntryOther }: FlowChanges): boolean =>
  added.length + removed.length + changed.length === 0 && !isEntryOther;
