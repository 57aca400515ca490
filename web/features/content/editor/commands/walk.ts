import { elementName } from '../element-name.ts';
import type { Command } from './command.ts';

/** Goes through the elements by keyboard, from the back to the front and round again. */
const walk = (name: string, label: string, shortcut: string, step: 1 | -1): Command => ({
  name,
  label,
  group: 'Edit',
  shortcuts: [shortcut],
  enabled: ({ editor }) => editor.document.order.get().length > 0,
  run({ editor }) {
    const order = editor.document.order.get();
    const selection = editor.selection.get();
    const from = editor.document.rankOf(selection.at(-1) ?? '');
    const start = from < 0 && step < 0 ? 0 : from;
    const next = (start + step + order.length) % order.length;
    const element = editor.document.get(order[next]!)!;
    editor.select(editor.groups.takenWith(element));
    const box = editor.selectionBox();
    if (box) editor.camera.reveal(box, 40);
    editor.announcement.set(`${elementName(element)}, ${next + 1} of ${order.length}`);
  },
});

export const selectNext = walk('select-next', 'Select the next element', 'Alt+ArrowDown', 1);
export const selectPrevious = walk('select-previous', 'Select the previous element', 'Alt+ArrowUp', -1);
