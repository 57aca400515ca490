import { useEffect } from 'react';
import { copy, cut } from '../commands/clipboard.ts';
import { unlocked } from '../commands/selection.ts';
import type { EditorSession } from '../session.ts';

/** Whether the browser's own copying is meant: in a field, a dialog, or with words of the page selected. */
function isTaken(event: ClipboardEvent): boolean {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return event.defaultPrevented;
  if (target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]')) return true;
  return event.type !== 'paste' && window.getSelection()?.isCollapsed === false;
}

/** Copy, cut and paste as the browser announces them, whichever key or menu of its own they came from. */
export function useClipboard(session: EditorSession): void {
  useEffect(() => {
    const { editor, clipboard, screen } = session;
    const idle = (event: ClipboardEvent) => !isTaken(event) && screen.get().dialog === undefined;
    const take = (event: ClipboardEvent) => {
      if (!idle(event)) return;
      const elements = unlocked(editor);
      if (elements.length > 0 && event.clipboardData) {
        clipboard.carry(event.clipboardData, elements);
        event.preventDefault();
      }
      const command = event.type === 'cut' ? cut : copy;
      command.afterCarrying(session);
    };
    const paste = (event: ClipboardEvent) => {
      if (!idle(event) || !event.clipboardData) return;
      if (clipboard.paste(event.clipboardData)) event.preventDefault();
    };
    document.addEventListener('copy', take);
    document.addEventListener('cut', take);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('copy', take);
      document.removeEventListener('cut', take);
      document.removeEventListener('paste', paste);
    };
  }, [session]);
}
