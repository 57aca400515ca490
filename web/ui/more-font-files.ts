/** The other files of the font catalogue and of the scripts behind it: a list of addresses, loaded when one is wanted. */
export const files = import.meta.glob<string>(
  [
    '../../node_modules/@fontsource/*/files/*-{latin,latin-ext}-{400,700}-normal.woff2',
    '../../node_modules/@fontsource-variable/*/files/*-{latin,latin-ext}-wght-normal.woff2',
    '../../node_modules/@fontsource-variable/noto-sans-{sc,jp,kr}/files/*-[0-9]*-wght-normal.woff2',
    '../../node_modules/@fontsource-variable/noto-sans-*/files/*-{arabic,devanagari,hebrew,thai,symbols}-wght-normal.woff2',
    '../../node_modules/@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
    '../../node_modules/@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
    '../../node_modules/twemoji-colr-font/twemoji.woff2',
    '!../../node_modules/@fontsource-variable/inter/**',
    '!../../node_modules/@fontsource-variable/noto-sans-*/files/*-latin*',
    '!../../node_modules/@fontsource-variable/noto-sans-{arabic,hebrew}/files/*-symbols-*',
    '!../../node_modules/@fontsource/noto-sans-symbols-2/files/*-latin*',
  ],
  { query: '?url', import: 'default', eager: true },
);
