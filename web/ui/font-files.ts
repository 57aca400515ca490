/** The files of the scene's font catalogue, as the build serves them, by their path below node_modules. */
const files = import.meta.glob<string>(
  [
    '../../node_modules/@fontsource/*/files/*-{latin,latin-ext}-{400,700}-normal.woff2',
    '../../node_modules/@fontsource-variable/inter/files/inter-{latin,latin-ext,cyrillic,greek}-wght-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);

export const fontUrl = (file: string): string | undefined => files[`../../node_modules/${file}`];
