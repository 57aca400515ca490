import type { Timeline } from '../../timeline/timeline.ts';
import type { Clipboard } from '../clipboard/clipboard.ts';
import type { Creator } from '../create.ts';
import type { Editor } from '../editor.ts';
import type { Saver } from '../saving/saver.ts';
import type { Signal } from '../signal.ts';

export const leftTabs = [
  'elements',
  'assets',
  'templates',
  'sales-reps',
  'variables',
  'properties',
  'export',
  'styles',
] as const;
export type LeftTab = (typeof leftTabs)[number];
export type RightPanel = 'layers' | 'history' | 'versions';
export type Dialog =
  | 'preview'
  | 'export'
  | 'publish'
  | 'shortcuts'
  | 'quick'
  | 'commands'
  | 'templates'
  | 'save-template'
  | 'bulk-export'
  | 'assets';

/** What of the editor's screen is open; nothing of it belongs to the project. */
export interface Screen {
  leftTab: LeftTab;
  leftOpen: boolean;
  right: RightPanel | undefined;
  dialog: Dialog | undefined;
  fullscreen: boolean;
  /** The strip of pages; undefined while nobody has said: open where there are several. */
  pagesOpen?: boolean | undefined;
}

/** What a command works on. */
export interface CommandContext {
  editor: Editor;
  creator: Creator;
  saver: Saver;
  screen: Signal<Screen>;
  clipboard: Clipboard;
  /** The image that is being cropped. */
  cropping: Signal<string | undefined>;
  /** Which moment of the animations the canvas shows. */
  timeline: Timeline;
  leave(): void;
  copyPicture(): void;
  toggleFullscreen(): void;
}

export const commandGroups = ['Edit', 'Insert', 'Arrange', 'View', 'Project'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One thing a person can tell the editor to do: keyboard, menus and the command palette read it here. */
export interface Command {
  /** Stable, e.g. `undo`. */
  name: string;
  label: string;
  group: CommandGroup;
  /** As tinykeys writes keys; `$mod` is Cmd on a Mac and Ctrl elsewhere. */
  shortcuts?: readonly string[];
  /** Said the first time the key is used in a tab: what the key would do elsewhere, and how to get that. */
  keyHint?: string;
  keywords?: string;
  /** The key is the browser's own: it announces a copy, cut or paste, and that carries the command out. */
  native?: boolean;
  /** Left out of the command palette, as single steps of a nudge are. */
  hidden?: boolean;
  enabled?(context: CommandContext): boolean;
  run(context: CommandContext): void;
}
