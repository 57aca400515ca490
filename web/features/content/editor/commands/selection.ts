import { editorConstants } from '#shared/model/editor-constants.ts';
import { copiesOf } from '../create.ts';
import type { Editor } from '../editor.ts';
import { editWhole, turnedBy } from '../whole.ts';
import type { Command, CommandContext } from './command.ts';

/** What a command may change of the selection: locked elements stay. */
export const unlocked = (editor: Editor) => editor.selectedElements().filter(({ isLocked }) => !isLocked);

const some = ({ editor }: CommandContext) => editor.selection.get().length > 0;
export const someUnlocked = ({ editor }: CommandContext) => unlocked(editor).length > 0;
export const counted = (verb: string, count: number) => (count === 1 ? verb : `${verb} ${count} elements`);

export const selectAll: Command = {
  name: 'select-all',
  label: 'Select all',
  group: 'Edit',
  shortcuts: ['$mod+a'],
  run: ({ editor }) => editor.select(editor.document.order.get()),
};

export const clearSelection: Command = {
  name: 'clear-selection',
  label: 'Clear selection',
  group: 'Edit',
  shortcuts: ['Escape'],
  run: ({ editor }) => editor.escape(),
};

export const duplicate: Command = {
  name: 'duplicate',
  label: 'Duplicate',
  group: 'Edit',
  shortcuts: ['$mod+d'],
  run({ editor }) {
    const elements = unlocked(editor);
    if (elements.length === 0) return editor.toast('No elements selected to duplicate', 'info');
    const { share, perItem } = editorConstants.duplicateOffset;
    editor.add(
      counted('Duplicate', elements.length),
      copiesOf(editor, elements, ({ size }, index) => ({
        x: size.width * share + perItem * index,
        y: size.height * share + perItem * index,
      })),
    );
  },
};

export const remove: Command = {
  name: 'delete',
  label: 'Delete',
  group: 'Edit',
  shortcuts: ['Delete', 'Backspace'],
  enabled: someUnlocked,
  run({ editor }) {
    const elements = unlocked(editor);
    editor.remove(
      counted('Delete', elements.length),
      elements.map(({ id }) => id),
    );
  },
};

export const toggleLock: Command = {
  name: 'toggle-lock',
  label: 'Lock or unlock',
  group: 'Arrange',
  shortcuts: ['$mod+Shift+l'],
  enabled: some,
  run({ editor }) {
    const elements = editor.selectedElements();
    const isLocked = elements.some((element) => !element.isLocked);
    editor.edit(
      isLocked ? 'Lock' : 'Unlock',
      elements.map(({ id }) => id),
      (element) => ({ ...element, isLocked }),
    );
  },
};

export const toggleVisibility: Command = {
  name: 'toggle-visibility',
  label: 'Hide or show',
  group: 'Arrange',
  shortcuts: ['$mod+Shift+h'],
  enabled: some,
  run({ editor }) {
    const elements = editor.selectedElements();
    const isVisible = elements.every((element) => !element.isVisible);
    editor.edit(
      isVisible ? 'Show' : 'Hide',
      elements.map(({ id }) => id),
      (element) => ({ ...element, isVisible }),
    );
  },
};

export const rotate: Command = {
  name: 'rotate',
  label: `Rotate ${editorConstants.rotateStep}°`,
  group: 'Arrange',
  shortcuts: ['r'],
  enabled: someUnlocked,
  run({ editor }) {
    const elements = unlocked(editor);
    const turned = turnedBy(elements, editorConstants.rotateStep);
    editWhole(editor, counted('Rotate', elements.length), turned, 'rotate');
  },
};
