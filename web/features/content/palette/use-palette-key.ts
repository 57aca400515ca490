import { useEffect } from 'react';
import type { EditorSession } from '../editor/session.ts';

/**
 * Ctrl+K or ⌘K opens and closes the editor's palette: before the product's own one, and from within fields too. It
 * stands beside the canvas, since the dialogs themselves come only after the first paint.
 */
export function usePaletteKey({ screen }: Pick<EditorSession, 'screen'>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { dialog } = screen.get();
      if (dialog === undefined || dialog === 'quick') screen.patch({ dialog: 'commands' });
      else if (dialog === 'commands') screen.patch({ dialog: undefined });
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [screen]);
}
