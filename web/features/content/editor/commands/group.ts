import { ulid } from 'ulid';
import type { Command } from './command.ts';
import { unlocked } from './selection.ts';

export const group: Command = {
  name: 'group',
  label: 'Group',
  group: 'Arrange',
  shortcuts: ['$mod+Alt+KeyG'],
  keywords: 'join together',
  enabled({ editor }) {
    const elements = unlocked(editor);
    const [first] = elements;
    return elements.length > 1 && !(first?.groupId && elements.every((one) => one.groupId === first.groupId));
  },
  run({ editor }) {
    const elements = unlocked(editor);
    const groupId = `grp_${ulid()}`;
    editor.groups.entered.set(undefined);
    editor.edit(
      `Group ${elements.length} elements`,
      elements.map(({ id }) => id),
      (element) => ({ ...element, groupId }),
    );
  },
};

export const ungroup: Command = {
  name: 'ungroup',
  label: 'Ungroup',
  group: 'Arrange',
  shortcuts: ['$mod+Alt+Shift+KeyG'],
  enabled: ({ editor }) => unlocked(editor).some(({ groupId }) => groupId !== null),
  run({ editor }) {
    editor.groups.entered.set(undefined);
    editor.edit(
      'Ungroup',
      unlocked(editor).flatMap(({ id, groupId }) => (groupId ? [id] : [])),
      (element) => ({ ...element, groupId: null }),
    );
  },
};
