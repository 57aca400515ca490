import type { Element, ProjectFields } from '#shared/model/content.ts';

export interface Change<T> {
  before: T;
  after: T;
}

/** A reversible change of the document: undefined before is an addition, undefined after a removal. */
export interface Diff {
  elements: ReadonlyMap<string, Change<Element | undefined>>;
  fields?: Change<ProjectFields>;
}

export function isEmptyDiff(diff: Diff): boolean {
  return diff.elements.size === 0 && !diff.fields;
}

const turned = <T>({ before, after }: Change<T>): Change<T> => ({ before: after, after: before });

/** The change that takes a change back. */
export function invertDiff(diff: Diff): Diff {
  const elements = new Map([...diff.elements].map(([id, change]) => [id, turned(change)] as const));
  return diff.fields ? { elements, fields: turned(diff.fields) } : { elements };
}

/** Two changes in a row as one; what the second takes back falls out. */
export function squashDiffs(first: Diff, second: Diff): Diff {
  const elements = new Map(first.elements);
  for (const [id, change] of second.elements) {
    const before = elements.has(id) ? elements.get(id)!.before : change.before;
    if (before === change.after) elements.delete(id);
    else elements.set(id, { before, after: change.after });
  }
  const fields =
    first.fields && second.fields
      ? { before: first.fields.before, after: second.fields.after }
      : (second.fields ?? first.fields);
  return fields && fields.before !== fields.after ? { elements, fields } : { elements };
}
