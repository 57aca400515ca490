import type { Command } from './command.ts';

export const undo: Command = {
  name: 'undo',
  label: 'Undo',
  group: 'Edit',
  shortcuts: ['$mod+z'],
  enabled: ({ editor }) => editor.history.canUndo,
  run: ({ editor }) => editor.undo(),
};

export const redo: Command = {
  name: 'redo',
  label: 'Redo',
  group: 'Edit',
  shortcuts: ['$mod+Shift+z', '$mod+y'],
  enabled: ({ editor }) => editor.history.canRedo,
  run: ({ editor }) => editor.redo(),
};
