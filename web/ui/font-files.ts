/** The default font's files are known at once, as nearly every scene needs one. */
const basic = import.meta.glob<string>(
  '../../node_modules/@fontsource-variable/inter/files/inter-{latin,latin-ext,cyrillic,greek,vietnamese}-wght-normal.woff2',
  { query: '?url', import: 'default', eager: true },
);

const key = (file: string) => `../../node_modules/${file}`;

/** Where the build serves a file of the scene's fonts, by its path below node_modules. */
export function fontUrl(file: string): string | undefined | Promise<string | undefined> {
  return basic[key(file)] ?? import('./more-font-files.ts').then(({ files }) => files[key(file)]);
}
