import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { layoutText } from './layout.ts';
import { paintText } from './paint.ts';
import { directionOf, readTextStyle, transformText } from './style.ts';
import { ellipsize, wrapText } from './wrap.ts';

const characters = (text: string) => Array.from(text).length;
const wrap = (text: string, width: number) => wrapText(text, width, characters).map((line) => line.text);

describe('wrapping', () => {
  it('breaks at blanks and keeps line breaks', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('one\n\ntwo\r\nthree', 20)).toEqual(['one', '', 'two', 'three']);
    expect(wrap('', 20)).toEqual(['']);
  });

  it('breaks a word that is too long, after the words before it', () => {
    expect(wrap('a abcdefgh b', 3)).toEqual(['a', 'abc', 'def', 'gh', 'b']);
  });

  it('breaks after hyphens inside a word, not before numbers', () => {
    expect(wrap('well-known', 6)).toEqual(['well-', 'known']);
    expect(wrap('ab -5 cd', 5)).toEqual(['ab -5', 'cd']);
  });

  it('breaks beside CJK characters, but not before their closing marks', () => {
    expect(wrap('東京です。次', 4)).toEqual(['東京で', 'す。次']);
  });

  it('keeps an emoji of several code points whole', () => {
    const family = '👨‍👩‍👧';
    expect(wrapText(family.repeat(3), 5, characters).map((line) => line.text)).toEqual([
      family,
      family,
      family,
    ]);
  });

  it('comes to an end and loses nothing but blanks, at any width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 0, max: 20 }),
        (text, width) => {
          const joined = wrapText(text, width, characters)
            .map((line) => line.text)
            .join('');
          expect(joined.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
  });

  it('cuts with an ellipsis where one line is wanted', () => {
    expect(ellipsize('Book a demo', 7, characters)).toBe('Book a…');
    expect(ellipsize('Book', 7, characters)).toBe('Book');
  });
});

describe('layout', () => {
  const env = { fonts: { version: 0 } };
  const box = { x: 0, y: 0, width: 100, height: 100 };
  const lay = (text: string, styles: Record<string, string | number>, align?: string) =>
    layoutText(
      recordingContext().ctx,
      text,
      readTextStyle({ fontSize: 20, lineHeight: 1.5, ...styles }, align),
      box,
      env,
    );

  it('puts baselines where CSS does: leading above and below', () => {
    // 20 px letters reach 16 up and 4 down; a line is 30 px high, so 5 px lie above.
    expect(lay('a\nb', {}).lines.map(({ baseline }) => baseline)).toEqual([21, 51]);
  });

  it('aligns both ways', () => {
    expect(lay('abcd', {}, 'center').lines[0]).toMatchObject({ x: 30, width: 40 });
    expect(lay('abcd', {}, 'right').lines[0]).toMatchObject({ x: 60 });
    expect(lay('abcd', { verticalAlign: 'middle' }).bounds).toMatchObject({ y: 35, height: 30 });
    expect(lay('abcd', { verticalAlign: 'bottom', padding: 10 }).bounds).toMatchObject({ x: 10, y: 60 });
  });

  it('justifies all lines but the last of a paragraph', () => {
    const { lines } = lay('aa bb cc dd ee', {}, 'justify');
    expect(lines.map(({ width, gap }) => [width, gap])).toEqual([
      [100, 10],
      [50, 0],
    ]);
  });

  it('counts letter spacing', () => {
    expect(lay('abcdef', { letterSpacing: 10 }).lines.map(({ text }) => text)).toEqual(['abcde', 'f']);
  });

  it('measures again when a font has arrived, and only then', () => {
    const { ctx, calls } = recordingContext();
    const style = readTextStyle({});
    const first = layoutText(ctx, 'abc', style, box, { fonts: { version: 1 } });
    const count = calls.length;
    expect(layoutText(ctx, 'abc', style, box, { fonts: { version: 1 } }).lines).toBe(first.lines);
    expect(calls.length).toBe(count);
    expect(layoutText(ctx, 'abc', style, box, { fonts: { version: 2 } }).lines).not.toBe(first.lines);
  });

  it('reads right to left where the letters do', () => {
    expect(directionOf('123 שלום abc')).toBe('rtl');
    expect(directionOf('abc שלום')).toBe('ltr');
    expect(lay('مرحبا', {}).lines[0]!.direction).toBe('rtl');
  });

  it('transforms case', () => {
    expect(transformText('émile o’neil-smith', 'capitalize')).toBe('Émile O’neil-Smith');
    expect(transformText('aB', 'uppercase')).toBe('AB');
  });
});

describe('styles', () => {
  it('take numbers and px, and fall back on nonsense', () => {
    expect(readTextStyle({ fontSize: '24px', fontWeight: 'bold', lineHeight: '1.5' })).toMatchObject({
      fontSize: 24,
      fontWeight: 700,
      lineHeight: 1.5,
    });
    expect(
      readTextStyle({ fontSize: 'huge', color: 'url(x)', textDecoration: 7, fontFamily: null }),
    ).toMatchObject({
      fontSize: 18,
      color: '#111827',
      textDecoration: 'none',
      fontFamily: 'Inter',
    });
  });
});

describe('painting', () => {
  const env = { fonts: { version: 0 } };
  const box = { x: 0, y: 0, width: 400, height: 100 };

  it('draws shadows beneath, the last of the list first, scaled and turned with the picture', () => {
    const { ctx, named } = recordingContext();
    ctx.rotate(Math.PI / 2);
    ctx.scale(2, 2);
    const style = readTextStyle({ textShadow: '3px 0px 4px red, 1px 1px 0px blue' });
    paintText(ctx, layoutText(ctx, 'abc', style, box, env), { fill: '#000' });
    expect(named('shadowColor').map(([, color]) => color)).toEqual(['blue', 'red']);
    expect(named('shadowBlur').map(([, blur]) => blur)).toEqual([0, 8]);
    expect(named('shadowOffsetY').map(([, y]) => Math.round(y as number))).toEqual([2, 6]);
    expect(named('fillText')).toHaveLength(3);
  });

  it('underlines each line', () => {
    const { ctx, named } = recordingContext();
    const style = readTextStyle({ textDecoration: 'underline line-through' });
    paintText(ctx, layoutText(ctx, 'ab\ncd', style, box, env), { fill: '#000' });
    expect(named('fillRect')).toHaveLength(4);
  });
});
