import type { FlowStep } from '#shared/model/flow.ts';
import type { FlowKind } from '../kind.ts';

/* Steps that were copied, for this and every other tab of the browser. */

export function keepCopied({ clipboard }: FlowKind, steps: readonly FlowStep[]): void {
  localStorage.setItem(clipboard, JSON.stringify(steps));
}

/** What was copied last; what can no longer be read is nothing. */
export function copied(kind: FlowKind): readonly FlowStep[] {
  try {
    return kind.read(JSON.parse(localStorage.getItem(kind.clipboard) ?? '[]'));
  } catch {
    return [];
  }
}
