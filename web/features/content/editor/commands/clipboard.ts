import type { Command, CommandContext } from './command.ts';
import { counted, someUnlocked, unlocked } from './selection.ts';

/** A command whose key makes the browser announce a clipboard event, which then carries the elements. */
interface ClipboardCommand extends Command {
  afterCarrying(context: CommandContext): void;
}

/** Elements go on the clipboard alone; what is pasted lies beside them (docs/spec-000.md, deviations). */
export const copy: ClipboardCommand = {
  name: 'copy',
  label: 'Copy',
  group: 'Edit',
  shortcuts: ['$mod+c'],
  native: true,
  run(context) {
    const elements = unlocked(context.editor);
    if (elements.length > 0) void context.clipboard.write(elements);
    this.afterCarrying(context);
  },
  afterCarrying({ editor }) {
    const elements = unlocked(editor);
    if (elements.length === 0) return editor.toast('No elements selected to copy', 'info');
    editor.announcement.set(`${elements.length === 1 ? 'Element' : `${elements.length} elements`} copied`);
  },
};

export const cut: ClipboardCommand = {
  name: 'cut',
  label: 'Cut',
  group: 'Edit',
  shortcuts: ['$mod+x'],
  native: true,
  enabled: someUnlocked,
  run(context) {
    void context.clipboard.write(unlocked(context.editor));
    this.afterCarrying(context);
  },
  afterCarrying({ editor }) {
    const elements = unlocked(editor);
    editor.remove(
      counted('Cut', elements.length),
      elements.map(({ id }) => id),
    );
  },
};

export const paste: Command = {
  name: 'paste',
  label: 'Paste',
  group: 'Edit',
  shortcuts: ['$mod+v'],
  native: true,
  run: ({ clipboard }) => void clipboard.pasteFromSystem(),
};

export const copyPicture: Command = {
  name: 'copy-png',
  label: 'Copy as PNG',
  group: 'Edit',
  shortcuts: ['Shift+Alt+KeyC'],
  keywords: 'image picture clipboard',
  run: (context) => context.copyPicture(),
};
