import * as align from './align.ts';
import * as clipboard from './clipboard.ts';
import type { Command } from './command.ts';
import { crop } from './crop.ts';
import * as flip from './flip.ts';
import * as group from './group.ts';
import * as history from './history.ts';
import { inserts } from './insert.ts';
import * as layers from './layers.ts';
import { nudges } from './nudge.ts';
import * as pages from './pages.ts';
import * as project from './project.ts';
import * as selection from './selection.ts';
import * as style from './style.ts';
import * as view from './view.ts';
import * as walk from './walk.ts';

const { unlocked: _unlocked, someUnlocked: _some, counted: _counted, ...selectionCommands } = selection;

const { mirrored: _mirrored, ...flipCommands } = flip;
const flips = Object.values(flipCommands);

/** Every command, once. */
export const commands: readonly Command[] = [
  ...Object.values(history),
  ...Object.values(clipboard),
  ...Object.values(selectionCommands),
  ...Object.values(style),
  ...Object.values(walk),
  ...nudges,
  ...inserts,
  ...Object.values(align),
  ...Object.values(group),
  ...flips,
  crop,
  ...Object.values(layers),
  ...Object.values(view),
  ...Object.values(pages),
  ...Object.values(project),
];

const byName = new Map(commands.map((command) => [command.name, command]));

/** @throws when there is no such command, which is a mistake in the caller */
export function commandNamed(name: string): Command {
  const command = byName.get(name);
  if (!command) throw new Error(`There is no command ${name}.`);
  return command;
}
