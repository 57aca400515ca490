import type { Editor } from './editor.ts';
import { elementName } from './element-name.ts';

/** Selects what lies so many places further, and says its name and place. */
export function selectAt(editor: Editor, rank: number): void {
  const order = editor.document.order.get();
  const element = editor.document.get(order[rank]!)!;
  editor.select(editor.groups.takenWith(element));
  const box = editor.selectionBox();
  if (box) editor.camera.reveal(box, 40);
  const count = editor.selection.get().length;
  const name = count === 1 ? elementName(element) : `Group of ${count} elements`;
  const place = box ? `, at ${Math.round(box.x)}, ${Math.round(box.y)}` : '';
  editor.announcement.set(`${name}, ${rank + 1} of ${order.length}${place}`);
}

/**
 * Tab on the canvas: the next element, or the one before, of which a group is one.
 * @returns false at either end, where the focus leaves the canvas
 */
export function tabTo(editor: Editor, step: 1 | -1): boolean {
  const order = editor.document.order.get();
  const ranks = editor.selection.get().map((id) => editor.document.rankOf(id));
  let rank = step > 0 ? Math.max(-1, ...ranks) : Math.min(order.length, ...ranks);
  do rank += step;
  while (order[rank] !== undefined && editor.isSelected(order[rank]!));
  if (order[rank] === undefined) return false;
  selectAt(editor, rank);
  return true;
}
