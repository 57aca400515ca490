import { type KeyboardEvent, useRef } from 'react';
import type { Editor } from '../editor.ts';
import { tabTo } from '../walking.ts';

/**
 * Tab and Shift+Tab go through the elements while the canvas itself has the focus, and past the last one out of it.
 * After Escape they leave at once; Enter goes to the buttons of what is selected.
 * @returns handlers for the canvas
 */
export function useTabWalk(editor: Editor) {
  const left = useRef(false);
  return {
    onFocus(event: { target: EventTarget; currentTarget: EventTarget }) {
      if (event.target === event.currentTarget) left.current = false;
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') left.current = editor.groups.entered.get() === undefined;
      else if (event.key === 'Enter' && !event.shiftKey) {
        event.currentTarget.querySelector<HTMLElement>('[aria-label="Selection"] button')?.focus();
      } else if (event.key === 'Tab') {
        if (left.current && editor.selection.get().length === 0) return;
        left.current = false;
        if (tabTo(editor, event.shiftKey ? -1 : 1)) event.preventDefault();
      }
    },
  };
}
