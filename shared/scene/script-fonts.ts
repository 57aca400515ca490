import japanese from '@fontsource-variable/noto-sans-jp/unicode.json' with { type: 'json' };
import korean from '@fontsource-variable/noto-sans-kr/unicode.json' with { type: 'json' };
import chinese from '@fontsource-variable/noto-sans-sc/unicode.json' with { type: 'json' };
import { type FontFile, scriptFamily } from './fonts.ts';
import { intersect, isIn, subtract } from './unicode-range.ts';

/*
 * What the catalogue's fonts do not hold: other scripts, symbols and emoji, as one family that stands behind every
 * font. Its files lie where the fonts do, so that no machine's own fonts decide what a text looks like; one is
 * fetched when a text has characters of it. This module is large and is loaded when the first of them appears.
 */

const codesOf = (text: string) => [...new Set(text)].map((character) => character.codePointAt(0)!);

interface Script {
  /** Whether a text has characters that call for it. */
  needs: { test(text: string): boolean };
  files: readonly Omit<FontFile, 'family'>[];
}

const variable = '100 900';
const noto = (slug: string, subset: string) =>
  `@fontsource-variable/noto-sans-${slug}/files/noto-sans-${slug}-${subset}-wght-normal.woff2`;

/** One file for a whole script. */
const whole = (slug: string, subset: string, unicodeRange: string) => [
  { weight: variable, unicodeRange, file: noto(slug, subset) },
];

/** Of a font that is cut into a hundred files, those that hold some of the blocks. */
function pieces(slug: string, ranges: Record<string, string>, blocks: string): Script['files'] {
  return Object.entries(ranges).flatMap(([name, range]) => {
    const [, number] = /^\[(\d+)\]$/.exec(name) ?? [];
    const unicodeRange = number === undefined ? '' : intersect(range, blocks);
    return unicodeRange ? [{ weight: variable, unicodeRange, file: noto(slug, number!) }] : [];
  });
}

/** Chinese characters are drawn in their simplified form where Chinese, Japanese and Korean share a code. */
const han =
  'U+2E80-2FDF,U+2FF0-303F,U+3100-312F,U+31A0-31EF,U+3200-4DBF,U+4E00-9FFF,U+F900-FAFF,U+FE10-FE1F,' +
  'U+FE30-FE6F,U+FF01-FFEF,U+20000-323AF';
const kana = 'U+3040-30FF,U+31F0-31FF';
const hangul = 'U+1100-11FF,U+3130-318F,U+A960-A97F,U+AC00-D7FF';

/** What joins characters to one emoji, such as a family or the flag of a region. */
const joined = 'U+200D,U+FE0F,U+E0020-E007F';
/** Characters drawn in colour. Arrows, marks and ticks that people write in a text's own colour are not. */
const pictures =
  'U+231A-231B,U+2328,U+23E9-23F3,U+23F8-23FA,U+25FD-25FE,U+2600-2604,U+260E,U+2614-2615,U+2618,U+261D,U+2620,' +
  'U+2622-2623,U+2626,U+262A,U+262E-262F,U+2638-263A,U+2648-2653,U+265F-2660,U+2663,U+2665-2666,U+2668,U+267B,' +
  'U+267F,U+2692-2697,U+2699,U+269B-269C,U+26A0-26A1,U+26AA-26AB,U+26B0-26B1,U+26BD-26BE,U+26C4-26C5,U+26C8,' +
  'U+26CE-26CF,U+26D1,U+26D3-26D4,U+26E9-26EA,U+26F0-26F5,U+26F7-26FA,U+26FD,U+2702,U+2705,U+2708-270D,U+270F,' +
  'U+2728,U+2733-2734,U+2744,U+2747,U+274C,U+274E,U+2753-2755,U+2757,U+2763-2764,U+2795-2797,U+27B0,U+27BF,' +
  'U+2B1B-2B1C,U+2B50,U+2B55,U+1F004,U+1F0CF,U+1F18E,U+1F191-1F19A,U+1F1E6-1F1FF,U+1F201-1F202,U+1F21A,U+1F22F,' +
  'U+1F232-1F23A,U+1F250-1F251,U+1F300-1F64F,U+1F680-1F6FF,U+1F7E0-1F7EB,U+1F7F0,U+1F90C-1FAFF';

/** Arrows and mathematics. */
const mathematics =
  'U+2016-2017,U+2034-2038,U+2070-208E,U+2090-209C,U+2100-2121,U+2123-214F,U+2190-22FF,U+27C0-27FF,U+2900-2AFF,' +
  'U+1D400-1D7FF';
/** Numbers and letters in circles, musical signs. */
const enclosed = 'U+20DD-20E0,U+20E2-20E4,U+2460-24FF,U+2640-2647,U+2669-266F';
const symbols = 'U+2150-218F,U+2300-245F,U+2500-27BF,U+2B00-2BFF,U+1F0A0-1F0FF';

const scripts: readonly Script[] = [
  {
    needs:
      /[\u2016\u2017\u2034-\u2038\u2070-\u209c\u2100-\u2bff\u{1d400}-\u{1d7ff}\u{1f0a0}-\u{1f0ff}]|\p{Me}/u,
    files: [
      {
        weight: variable,
        unicodeRange: subtract(mathematics, pictures),
        file: '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
      },
      ...whole('symbols', 'symbols', enclosed),
      {
        weight: variable,
        unicodeRange: subtract(symbols, `${enclosed},${pictures}`),
        file: '@fontsource/noto-sans-symbols-2/files/noto-sans-symbols-2-symbols-400-normal.woff2',
      },
    ],
  },
  {
    needs: /[\p{Script=Han}\u3000-\u303f\uff01-\uffef\p{Script=Bopomofo}]/u,
    files: pieces('sc', chinese, han),
  },
  { needs: /[\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc]/u, files: pieces('jp', japanese, kana) },
  { needs: /\p{Script=Hangul}/u, files: pieces('kr', korean, hangul) },
  {
    needs: /\p{Script=Arabic}/u,
    files: whole(
      'arabic',
      'arabic',
      'U+0600-06FF,U+0750-077F,U+0870-08FF,U+200C-200E,U+FB50-FDFF,U+FE70-FEFC',
    ),
  },
  {
    needs: /\p{Script=Hebrew}/u,
    files: whole('hebrew', 'hebrew', 'U+0590-05FF,U+200C-2010,U+20AA,U+25CC,U+FB1D-FB4F'),
  },
  {
    needs: /\p{Script=Devanagari}/u,
    files: whole(
      'devanagari',
      'devanagari',
      'U+0900-097F,U+1CD0-1CF9,U+200C-200D,U+20A8,U+20B9,U+20F0,U+25CC,U+A830-A839,U+A8E0-A8FF',
    ),
  },
  { needs: /\p{Script=Thai}/u, files: whole('thai', 'thai', 'U+0E01-0E5B,U+200C-200D,U+25CC') },
  {
    // Twemoji (graphics CC-BY 4.0, Twitter and contributors), one file of half a megabyte.
    needs: { test: (text) => codesOf(text).some((code) => isIn(pictures, code)) },
    files: [
      { weight: variable, unicodeRange: `${joined},${pictures}`, file: 'twemoji-colr-font/twemoji.woff2' },
    ],
  },
];

const fileOf = (file: Omit<FontFile, 'family'>): FontFile => ({ family: scriptFamily, ...file });

/** Every file of other scripts: what a build has to serve. */
export const scriptFiles = (): FontFile[] => scripts.flatMap(({ files }) => files.map(fileOf));

/** The files of the scripts that a text has characters of, each with its range. */
export const scriptFilesFor = (text: string): FontFile[] =>
  scripts.filter(({ needs }) => needs.test(text)).flatMap(({ files }) => files.map(fileOf));

/** Of files, those that a text really takes a character from. */
export function filesUsed(files: readonly FontFile[], text: string): FontFile[] {
  const codes = codesOf(text);
  return files.filter(({ unicodeRange }) => codes.some((code) => isIn(unicodeRange, code)));
}
