import type { SceneContext } from '../env.ts';

/*
 * Letters as strokes on a grid of 8 × 10, so that effects need no font: digits, half-width katakana as of the
 * film, and signs of currencies. Each stroke is a run of points 'xy' in base 11 (0 to a).
 */

const glyphs: Record<string, string> = {
  0: '30 50 72 78 5a 3a 18 12 30',
  1: '22 40 4a|2a 6a',
  2: '12 30 50 72 73 1a 7a',
  3: '10 70 44 64 76 78 5a 2a 18',
  4: '5a 50 17 77',
  5: '70 10 14 54 76 78 5a 2a 18',
  6: '60 30 13 18 3a 5a 78 76 55 35 16',
  7: '10 70 3a',
  8: '30 50 71 73 55 35 13 11 30|35 17 18 3a 5a 78 77 55',
  9: '2a 5a 77 72 50 30 12 14 35 55 74',
  $: '72 50 30 12 13 35 55 77 78 5a 3a 18|40 4a',
  '€': '71 50 31 14 16 39 5a 79|04 54|06 56',
  '£': '72 50 31 36 1a 7a|05 55',
  '¥': '00 45 80|45 4a|15 75|17 77',
  ア: '11 71 54|41 47 2a',
  イ: '70 15|53 5a',
  ウ: '40 42|12 72 76 4a|12 15',
  エ: '21 61|41 49|19 79',
  カ: '12 72 79 59|41 37 1a',
  キ: '12 72|06 86|41 4a',
  ケ: '31 15|33 83|63 57 3a',
  コ: '11 71 79 19',
  サ: '03 83|21 27|61 66 3a',
  シ: '11 32|14 35|19 49 73',
  ス: '11 71 45 0a|55 8a',
  セ: '03 83 66|31 39 79',
  タ: '31 04|32 72 5a|24 66',
  ツ: '12 24|42 54|72 66 3a',
  テ: '21 61|04 84|44 48 2a',
  ナ: '04 84|51 56 2a',
  ニ: '22 62|08 88',
  ネ: '40 41|12 72 17|44 4a|56 78',
  ヌ: '11 71 56 1a|24 68',
  ハ: '32 25 0a|52 66 8a',
  ヒ: '11 19 79|15 64',
  ホ: '03 83|40 4a|25 08|65 88',
  マ: '11 81 47|35 5a',
  ミ: '11 63|24 66|17 7a',
  ム: '41 19 79|66 8a',
  モ: '11 71|05 85|31 39 79',
  ヤ: '03 83 66|20 4a',
  ユ: '22 62 69|09 89',
  ラ: '21 61|04 74 77 2a',
  リ: '21 26|61 66 3a',
  ル: '21 26 0a|51 59 86',
  レ: '21 29 75',
  ロ: '11 71 79 19 11',
  ワ: '15 11 71 75 3a',
  ン: '11 33|19 49 74',
};

export const glyphSets = {
  katakana: [...'アイウエカキケコサシスセタツテナニネヌハヒホマミムモヤユラリルレロワン0123456789'],
  digits: [...'0123456789'],
  binary: ['0', '1'],
} as const;

const digit = (text: string) => text.charCodeAt(0) - (text >= 'a' ? 87 : 48);

const traces = new Map<string, number[][]>();

function strokesOf(glyph: string): number[][] {
  const known = traces.get(glyph);
  if (known) return known;
  const strokes = (glyphs[glyph] ?? '')
    .split('|')
    .map((stroke) => stroke.split(' ').flatMap((point) => [digit(point[0]!), digit(point[1]!)]));
  traces.set(glyph, strokes);
  return strokes;
}

/** Adds a glyph to the path, its middle at (x, y). @param height of a capital, in px */
export function traceGlyph(ctx: SceneContext, glyph: string, x: number, y: number, height: number): void {
  const size = height / 10;
  for (const stroke of strokesOf(glyph)) {
    for (let i = 0; i < stroke.length; i += 2) {
      const [px, py] = [x + (stroke[i]! - 4) * size, y + (stroke[i + 1]! - 5) * size];
      if (i === 0) ctx.moveTo(px, py);
      else ctx.lineTo(px, py);
    }
  }
}
