import type { Element, ProjectFields } from '#shared/model/content.ts';
import type { Diff } from '../editor/store/diff.ts';
import type { EditorDocument } from '../editor/store/document.ts';
import { same } from '../editor/store/same.ts';

/** What two states of a project draw. */
export interface Drawing {
  elements: readonly Element[];
  canvas: Pick<ProjectFields, 'canvasSize' | 'canvasBackground' | 'pages' | 'variables'>;
}

export interface Difference {
  id: string;
  kind: 'added' | 'changed' | 'removed';
  /** As they are before and after; undefined where there is none. */
  before: Element | undefined;
  after: Element | undefined;
}

const plain = ({ version: _version, ...element }: Element) => element;

export function drawingOf(document: EditorDocument): Drawing {
  const { canvasSize, canvasBackground, pages, variables } = document.fields.get();
  return { elements: document.ofAllPages(), canvas: { canvasSize, canvasBackground, pages, variables } };
}

/** What has happened from one drawing to the other, the elements as the second has them first. */
export function differences(before: Drawing, after: Drawing): Difference[] {
  const old = new Map(before.elements.map((element) => [element.id, element]));
  const found: Difference[] = [];
  for (const element of after.elements) {
    const was = old.get(element.id);
    old.delete(element.id);
    if (!was) found.push({ id: element.id, kind: 'added', before: undefined, after: element });
    else if (!same(plain(was), plain(element)))
      found.push({ id: element.id, kind: 'changed', before: was, after: element });
  }
  for (const was of old.values()) found.push({ id: was.id, kind: 'removed', before: was, after: undefined });
  return found;
}

export const canvasDiffers = (before: Drawing, after: Drawing): boolean => !same(before.canvas, after.canvas);

/** The step that brings an earlier drawing back. What was removed since comes back under its old id. */
export function diffToRestore(document: EditorDocument, wanted: Drawing): Diff {
  const found = differences(drawingOf(document), wanted);
  const diff = document.diffTo(
    found.map(({ id, before, after }) => [
      id,
      // The server's count of saves goes on; only what is drawn goes back.
      after && { ...after, version: before?.version ?? 1 },
    ]),
  );
  const before = document.fields.get();
  const after: ProjectFields = { ...before, ...wanted.canvas };
  return { ...diff, fields: { before, after } };
}
