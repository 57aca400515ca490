import { copiedStyle, keepCopiedStyle } from '../../styles/copied-style.ts';
import { styleOf, withStyle } from '../../styles/style-parts.ts';
import type { Command } from './command.ts';
import { someUnlocked, unlocked } from './selection.ts';

/** Copies how the frontmost selected element looks. */
export const copyStyle: Command = {
  name: 'copy-style',
  label: 'Copy style',
  group: 'Edit',
  shortcuts: ['$mod+Alt+KeyC'],
  keywords: 'look format painter',
  enabled: ({ editor }) => editor.selection.get().length > 0,
  run({ editor }) {
    const element = editor.selectedElements().at(-1);
    if (!element) return;
    keepCopiedStyle(styleOf(element));
    editor.toast('Style copied', 'success');
  },
};

/** Gives what is selected the look that was copied, as far as each element knows it. */
export const pasteStyle: Command = {
  name: 'paste-style',
  label: 'Paste style',
  group: 'Edit',
  shortcuts: ['$mod+Alt+KeyV'],
  keywords: 'look format painter',
  enabled: someUnlocked,
  run({ editor }) {
    const parts = copiedStyle();
    if (!parts) return editor.toast('No style has been copied yet', 'info');
    editor.edit(
      'Paste style',
      unlocked(editor).map(({ id }) => id),
      (element) => withStyle(element, parts),
    );
  },
};
