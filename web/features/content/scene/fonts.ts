import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { fontUrl } from '#web/ui/font-files.ts';

const listeners = new Set<() => void>();

/** Called whenever a font arrived late: draw again. @returns how to stop */
export function onLateFont(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scene's fonts, declared once for the whole tab; a file is fetched when a text needs it. */
export const sceneFonts = new BrowserFonts(fontUrl, {
  onLate: () => {
    for (const listener of listeners) listener();
  },
});
