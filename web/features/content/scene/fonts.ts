import { BrowserFonts } from '#shared/scene/browser-fonts.ts';

/** The files of the font catalogue, as the build serves them. */
const files = import.meta.glob<string>(
  [
    '../../../../node_modules/@fontsource/*/files/*-{latin,latin-ext}-{400,700}-normal.woff2',
    '../../../../node_modules/@fontsource-variable/inter/files/inter-{latin,latin-ext,cyrillic,greek}-wght-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);

const listeners = new Set<() => void>();

/** Called whenever a font arrived late: draw again. @returns how to stop */
export function onLateFont(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scene's fonts, declared once for the whole tab; a file is fetched when a text needs it. */
export const sceneFonts = new BrowserFonts((file) => files[`../../../../node_modules/${file}`], {
  onLate: () => {
    for (const listener of listeners) listener();
  },
});
