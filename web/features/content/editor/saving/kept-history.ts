import type { Element, ProjectFields } from '#shared/model/content.ts';
import type { EditorDocument } from '../store/document.ts';
import type { HistoryState, Step } from '../store/history.ts';
import { same } from '../store/same.ts';

/** The history of a project as it is kept on this machine, so that a reload of the tab does not end it. */
export interface KeptHistory {
  projectId: string;
  steps: readonly Step[];
  done: number;
}

/** The newest steps that are kept, and how many changes of elements they may hold together. */
const longest = { steps: 100, changes: 20_000 };

/** What of a history is worth keeping; undefined when there is nothing. */
export function keptPart(projectId: string, { steps, done }: HistoryState): KeptHistory | undefined {
  let first = steps.length;
  let changes = 0;
  while (first > 0 && steps.length - first < longest.steps) {
    changes += steps[first - 1]!.diff.elements.size;
    if (changes > longest.changes) break;
    first--;
  }
  const present = done - first;
  // Steps that were taken back lie on those before them: without these they lead nowhere.
  if (first === steps.length || present < 0) return undefined;
  return { projectId, steps: steps.slice(first), done: present };
}

const alike = (a: Element | undefined, b: Element | undefined): boolean =>
  a && b ? same({ ...a, version: 0 }, { ...b, version: 0 }) : a === b;

/**
 * Whether the history leads to the document as it is. It does not where somebody else has changed what its steps
 * touch: undoing would then take back their work.
 */
export function leadsTo({ steps, done }: KeptHistory, document: EditorDocument): boolean {
  const expected = new Map<string, Element | undefined>();
  let fields: ProjectFields | undefined;
  for (const [index, { diff }] of steps.entries()) {
    const isDone = index < done;
    for (const [id, { before, after }] of diff.elements) {
      if (isDone) expected.set(id, after);
      else if (!expected.has(id)) expected.set(id, before);
    }
    if (diff.fields && isDone) fields = diff.fields.after;
    else if (diff.fields) fields ??= diff.fields.before;
  }
  if (fields && !same(fields, document.fields.get())) return false;
  return [...expected].every(([id, element]) => alike(element, document.get(id)));
}
