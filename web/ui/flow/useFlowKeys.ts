import { useEffect, useRef } from 'react';
import { useFlowActions, useFlowDraft } from './store/context.ts';

/** Whether a key belongs to what has the focus. */
function isTaken({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Undo, redo, copy, cut, paste, duplicate, delete and select all, wherever the focus is in the builder. */
export function useFlowKeys(enabled: boolean): void {
  const draft = useFlowDraft();
  const actions = useFlowActions();
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isTaken(event)) return;
      const key = event.key.toLowerCase();
      const withControl: Record<string, () => void> = {
        z: () => (event.shiftKey ? draft.redo() : draft.undo()),
        y: () => draft.redo(),
        c: () => actions.copy(),
        x: () => actions.cut(),
        v: () => actions.paste(),
        d: () => actions.duplicate(),
        a: () => draft.select(draft.get().graph.steps.map(({ id }) => id)),
      };
      const alone: Record<string, () => void> = {
        delete: () => actions.remove(draft.get().selection),
        backspace: () => actions.remove(draft.get().selection),
        escape: () => draft.select([]),
      };
      const work = (event.ctrlKey || event.metaKey ? withControl : alone)[key];
      // What is marked as text is copied as text.
      if (!work || (key === 'c' && getSelection()?.toString())) return;
      event.preventDefault();
      work();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled, draft, actions]);
}

/** Ctrl+S saves, also while something is typed; a dialog that is open comes first. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 's';
      if (!isSave || event.altKey || event.isComposing) return;
      event.preventDefault();
      const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]');
      if (!isInDialog) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
