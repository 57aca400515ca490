import { describe, expect, it } from 'vitest';
import { fontFiles, fontGroups, fontOfFamily, fontStack, fonts } from './fonts.ts';
import { filesUsed, scriptFiles, scriptFilesFor } from './script-fonts.ts';

/** What npm has installed; Vite resolves the pattern, as it does for the app. */
const installed = new Set(
  Object.keys(
    import.meta.glob(
      ['/node_modules/@fontsource*/*/files/*-normal.woff2', '/node_modules/twemoji-colr-font/*.woff2'],
      { query: '?url', exhaustive: true },
    ),
  ),
);
const missing = (files: { file: string }[]) =>
  files.map(({ file }) => file).filter((file) => !installed.has(`/node_modules/${file}`));

describe('the font catalogue', () => {
  it('has 71 fonts in six groups, Inter first', () => {
    expect(fonts).toHaveLength(71);
    expect(fonts[0]!.family).toBe('Inter');
    for (const group of fontGroups)
      expect(fonts.filter((font) => font.group === group).length).toBeGreaterThanOrEqual(8);
  });

  it('has every file that it names', () => {
    expect(missing(fontFiles())).toEqual([]);
    expect(missing(scriptFiles())).toEqual([]);
  });

  it('draws fonts that are not free with the one of the same widths', () => {
    expect(fontStack('Arial')).toMatch(/^"Arimo", "Inter"/);
    expect(fontOfFamily(' times new roman ')?.family).toBe('Tinos');
    expect(fontOfFamily('Wingdings')).toBeUndefined();
  });
});

describe('other scripts', () => {
  const filesOf = (text: string) => filesUsed(scriptFilesFor(text), text).map(({ file }) => file);

  it.each([
    ['Deal closed: 100 %, “naïve” — €5 #1 *', []],
    ['你好', [/noto-sans-sc-\d+/]],
    ['مرحبا', [/noto-sans-arabic-arabic/]],
    ['שלום', [/noto-sans-hebrew-hebrew/]],
    ['नमस्ते', [/noto-sans-devanagari-devanagari/]],
    ['สวัสดี', [/noto-sans-thai-thai/]],
    ['ひらがな', [/noto-sans-jp-\d+/]],
    ['한', [/noto-sans-kr-\d+/]],
    ['🎉 1', [/twemoji/]],
    ['★ → ①', [/noto-sans-math/, /noto-sans-symbols-2/, /noto-sans-symbols-symbols/]],
  ])('%s takes the files that it needs and no other', (text, expected) => {
    const found = filesOf(text);
    expect(found).toHaveLength(expected.length);
    for (const pattern of expected) expect(found.some((file) => pattern.test(file))).toBe(true);
  });

  it('have no character in two files, so that the order of arrival decides nothing', () => {
    for (const character of '★✔✓→↗⭐❤☀🎉你のか한ا') {
      const all = filesUsed(scriptFiles(), character);
      expect(
        all.map(({ file }) => file),
        character,
      ).toHaveLength(1);
    }
  });
});
