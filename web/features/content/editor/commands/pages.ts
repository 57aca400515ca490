import * as pages from '../pages.ts';
import type { Command } from './command.ts';

const hasSeveral: Command['enabled'] = ({ editor }) => editor.document.pages.length > 1;

export const addPage: Command = {
  name: 'add-page',
  label: 'Add page',
  group: 'Insert',
  keywords: 'slide multi-page',
  run({ editor, screen }) {
    pages.addPage(editor);
    screen.patch({ pagesOpen: true });
  },
};

export const duplicatePage: Command = {
  name: 'duplicate-page',
  label: 'Duplicate page',
  group: 'Edit',
  keywords: 'copy slide',
  run({ editor, screen }) {
    pages.duplicatePage(editor);
    screen.patch({ pagesOpen: true });
  },
};

export const deletePage: Command = {
  name: 'delete-page',
  label: 'Delete page',
  group: 'Edit',
  enabled: hasSeveral,
  run: ({ editor }) => pages.deletePage(editor),
};

export const nextPage: Command = {
  name: 'next-page',
  label: 'Next page',
  group: 'View',
  shortcuts: ['PageDown'],
  enabled: hasSeveral,
  run: ({ editor }) => pages.turnBy(editor, 1),
};

export const previousPage: Command = {
  name: 'previous-page',
  label: 'Previous page',
  group: 'View',
  shortcuts: ['PageUp'],
  enabled: hasSeveral,
  run: ({ editor }) => pages.turnBy(editor, -1),
};

/** The strip of pages below the canvas; open by itself where there are several. */
export const togglePages: Command = {
  name: 'toggle-pages',
  label: 'Pages',
  group: 'View',
  keywords: 'slides strip',
  run({ editor, screen }) {
    const { pagesOpen } = screen.get();
    screen.patch({ pagesOpen: !(pagesOpen ?? editor.document.pages.length > 1) });
  },
};
