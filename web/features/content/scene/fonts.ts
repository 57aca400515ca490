import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { defaultFont, fontStack } from '#shared/scene/fonts.ts';
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

/**
 * Fetches the font of texts that name no other one. Called while a project is on its way, it is there when the project
 * is drawn first: its texts neither change their font under the reader's eyes nor are drawn twice.
 */
export async function loadUsualFont(): Promise<void> {
  const arrived = await sceneFonts.load([{ font: `400 16px ${fontStack(defaultFont)}`, sample: 'A' }]);
  if (!arrived) return;
  for (const listener of listeners) listener();
}
