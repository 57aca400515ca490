import { useEffect } from 'react';
import { matchKeybindingPress, parseKeybinding } from 'tinykeys';
import { commands } from './commands/index.ts';
import { quickActions } from './commands/project.ts';
import type { EditorSession } from './session.ts';
import { SpaceKey } from './space-key.ts';

const bindings = commands.flatMap((command) =>
  (command.shortcuts ?? []).map((shortcut) => ({ command, press: parseKeybinding(shortcut)[0]! })),
);

/** Commands whose key hint this tab has already given. */
const hinted = new Set<string>();

/** Whether a key belongs to what has the focus: a field, a menu, a dialog, a list, or a button for Space. */
function isTaken({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="textbox"]')) return true;
  if (target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  if (ctrlKey || metaKey) return false;
  if (
    target.closest(
      '[role="listbox"], [role="grid"], [role="treegrid"], [role="tablist"], [role="slider"], [role="radiogroup"]',
    )
  ) {
    return ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', ' '].includes(key);
  }
  return (key === ' ' || key === 'Enter') && target.closest('button, a, [role="button"]') !== null;
}

/** The command table on the keyboard. Ignored while typing; a key held down repeats. */
export function useKeyboard(session: EditorSession): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isTaken(event)) return;
      const bound = bindings.find(({ press: one }) => matchKeybindingPress(event, one));
      if (!bound) return;
      if (bound.command.native) return;
      if (bound.command === quickActions) return space.press(event);
      // Also where the command cannot run now: Ctrl+D must never bookmark, nor Ctrl+R reload, by accident.
      event.preventDefault();
      if (session.screen.get().dialog !== undefined) return;
      session.run(bound.command);
      const { name, keyHint } = bound.command;
      if (!keyHint || hinted.has(name)) return;
      hinted.add(name);
      session.editor.toast(keyHint, 'info');
    };
    const space = new SpaceKey(session);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      space.stop();
    };
  }, [session]);
}
