import { selectAt } from '../walking.ts';
import type { Command } from './command.ts';

/** Goes through the elements by keyboard, from the back to the front and round again. */
const walk = (name: string, label: string, shortcut: string, step: 1 | -1): Command => ({
  name,
  label,
  group: 'Edit',
  shortcuts: [shortcut],
  enabled: ({ editor }) => editor.document.order.get().length > 0,
  run({ editor }) {
    const { length } = editor.document.order.get();
    const from = editor.document.rankOf(editor.selection.get().at(-1) ?? '');
    const start = from < 0 && step < 0 ? 0 : from;
    selectAt(editor, (start + step + length) % length);
  },
});

export const selectNext = walk('select-next', 'Select the next element', 'Alt+ArrowDown', 1);
export const selectPrevious = walk('select-previous', 'Select the previous element', 'Alt+ArrowUp', -1);
