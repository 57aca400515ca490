import { describe, expect, it } from 'vitest';
import { fontFiles } from './fonts.ts';

/** What npm has installed; Vite resolves the pattern, as it does for the app. */
const installed = Object.keys(
  import.meta.glob('/node_modules/@fontsource*/*/files/*-normal.woff2', { query: '?url', exhaustive: true }),
);

describe('the font catalogue', () => {
  it.each(fontFiles().map(({ file }) => file))('has its file %s', (file) => {
    expect(installed).toContain(`/node_modules/${file}`);
  });
});
