import type { Command, Dialog } from './command.ts';

export const save: Command = {
  name: 'save',
  label: 'Save',
  group: 'Project',
  shortcuts: ['$mod+s'],
  run: ({ saver }) => void saver.save(),
};

const opens = (dialog: Dialog, label: string, shortcuts: readonly string[] = []): Command => ({
  name: dialog,
  label,
  group: 'Project',
  shortcuts,
  run: ({ screen }) => screen.patch({ dialog }),
});

export const preview = opens('preview', 'Preview');
export const exportProject = opens('export', 'Export');
export const publish = opens('publish', 'Publish');
export const browseTemplates = opens('templates', 'Browse Templates');
export const saveAsTemplate: Command = {
  ...opens('save-template', 'Save as template'),
  run({ editor, screen }) {
    if (editor.document.size === 0) editor.toast('Add some elements first!', 'info');
    else screen.patch({ dialog: 'save-template' });
  },
};
export const assetLibrary = opens('assets', 'Asset library');
export const bulkExport = opens('bulk-export', 'Bulk export');
export const quickActions = opens('quick', 'Quick actions', ['Space']);
export const commandPalette = opens('commands', 'Command palette', ['$mod+k']);
export const shortcutHelp = opens('shortcuts', 'Keyboard shortcuts', ['Shift+Slash']);

export const leave: Command = {
  name: 'dashboard',
  label: 'Go to the dashboard',
  group: 'Project',
  run: (context) => context.leave(),
};
