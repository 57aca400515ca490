import type { FlowStep } from '#shared/model/flow.ts';
import { store, stored } from '../../browser-storage.ts';
import type { FlowKind } from '../kind.ts';

/* Steps that were copied, for this and every other tab of the browser. */

export const keepCopied = ({ clipboard }: FlowKind, steps: readonly FlowStep[]): boolean =>
  store(clipboard, steps);

/** What was copied last; what can no longer be read is nothing. */
export function copied(kind: FlowKind): readonly FlowStep[] {
  try {
    return kind.read(stored(kind.clipboard) ?? []);
  } catch {
    return [];
  }
}
