import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonMap } from '#shared/model/bounded-map.ts';
import { drawElement, sceneTextLines } from '../draw.ts';
import { propertyProblems } from '../known-types.ts';
import { fontsOf } from '../needs.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { fittedStyle } from './fit.ts';
import { layoutText } from './layout.ts';
import {
  commonStyle,
  type RichText,
  type RunStyle,
  resolveRich,
  restyle,
  segmentsOf,
  sliceOf,
  splice,
  styleAt,
  styledText,
  tidyRuns,
  typingStyleAt,
  withText,
} from './runs.ts';
import { readTextStyle } from './style.ts';

const bold = { weight: 700 };
const red = { color: '#ff0000' };
const plain = (text: string): RichText => ({ text, runs: [] });

describe('runs', () => {
  it('are kept in order, apart, within the text, and joined where they are alike', () => {
    const runs = [
      { start: 4, end: 99, ...bold },
      { start: 0, end: 2, ...red },
      { start: 1, end: 4, ...bold },
      { start: 3, end: 3, ...red },
    ];
    expect(tidyRuns(runs, 6)).toEqual([
      { start: 0, end: 2, ...red },
      { start: 2, end: 6, ...bold },
    ]);
  });

  it('are laid over one another, and taken away by undefined', () => {
    const rich = restyle(restyle(plain('one two'), 0, 3, bold), 2, 5, red);
    expect(rich.runs).toEqual([
      { start: 0, end: 2, ...bold },
      { start: 2, end: 3, ...bold, ...red },
      { start: 3, end: 5, ...red },
    ]);
    expect(commonStyle(rich, 0, 3)).toEqual({ shared: bold, mixed: new Set(['color']) });
    expect(restyle(rich, 0, 7, { weight: undefined, color: undefined }).runs).toEqual([]);
  });

  it('stay with their words while others are typed, taken out and put in', () => {
    const rich = restyle(plain('say hello now'), 4, 9, bold);
    expect(splice(rich, 0, 4, plain('')).runs).toEqual([{ start: 0, end: 5, ...bold }]);
    expect(splice(rich, 6, 6, plain('--')).runs).toEqual([
      { start: 4, end: 6, ...bold },
      { start: 8, end: 11, ...bold },
    ]);
    expect(withText(rich, 'we say hello now').runs).toEqual([{ start: 7, end: 12, ...bold }]);
    expect(withText(rich, 'say howdy now').runs).toEqual([{ start: 4, end: 9, ...bold }]);
    expect(sliceOf(rich, 6, 11)).toEqual({ text: 'llo n', runs: [{ start: 0, end: 3, ...bold }] });
    expect(typingStyleAt(rich, 9)).toEqual(bold);
    expect(typingStyleAt(rich, 4)).toEqual({});
  });

  it('tell for each character the style it was given, whatever was done before', () => {
    const style = fc.constantFrom<RunStyle>(bold, red, { italic: true }, { scale: 2 }, {});
    const edit = fc.record({
      at: fc.nat(30),
      length: fc.nat(8),
      put: fc.string({ maxLength: 5 }),
      style,
      kind: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        let rich = plain('The quick brown fox jumps');
        let styles: RunStyle[] = [...rich.text].map(() => ({}));
        for (const { at, length, put, style: given, kind } of edits) {
          const start = Math.min(at, rich.text.length);
          const end = Math.min(start + length, rich.text.length);
          if (kind) {
            rich = splice(rich, start, end, styledText(put, given));
            const inserted = Array.from({ length: put.length }, () => given);
            styles = [...styles.slice(0, start), ...inserted, ...styles.slice(end)];
          } else {
            rich = restyle(rich, start, end, given);
            styles = styles.map((one, i) => (i >= start && i < end ? { ...one, ...given } : one));
          }
        }
        expect(Array.from({ length: rich.text.length }, (_, i) => styleAt(rich.runs, i))).toEqual(styles);
        expect(
          segmentsOf(rich)
            .map(({ start, end }) => rich.text.slice(start, end))
            .join(''),
        ).toBe(rich.text);
      }),
    );
  });

  it('style the value of a merge field as the brace that begins it', () => {
    const env = { data: { lead: { name: 'Ada' } } };
    const text = 'Hi {lead.name}, welcome';
    const { runs } = restyle(restyle(plain(text), 3, 14, bold), 16, 23, red);
    expect(resolveRich(text, runs, env)).toEqual({
      text: 'Hi Ada, welcome',
      runs: [
        { start: 3, end: 6, ...bold },
        { start: 8, end: 15, ...red },
      ],
    });
    expect(resolveRich(text, [{ start: 5, end: 9, ...bold }], env).runs).toEqual([]);
  });

  it('are checked like any other property', () => {
    const problems = (runs: unknown) =>
      propertyProblems({
        elementType: 'text',
        properties: { customElementType: 'text', runs: runs as never },
      });
    expect(problems([{ start: 0, end: 3, weight: 700, italic: true }])).toEqual([]);
    expect(problems([{ start: 0, end: 3, onclick: 'x' }])[0]).toMatch(/runs/);
    expect(problems([{ start: -1, end: 3 }])[0]).toMatch(/runs/);
  });
});

describe('layout of a text in several styles', () => {
  const env = testEnv();
  const style = readTextStyle({ fontSize: 20, lineHeight: 1.5 });
  const box = { x: 0, y: 0, width: 200, height: 200 };
  const lay = (text: string, runs: { start: number; end: number }[], styles = style, width = 200) =>
    layoutText(recordingContext().ctx, text, styles, { ...box, width }, env, { runs: runs as never });

  it('is that of a plain text where only the colour differs', () => {
    const text = 'Some words that are wrapped into lines, and\nmore of them';
    for (const textAlign of ['left', 'center', 'right', 'justify'] as const) {
      const own = { ...style, textAlign, letterSpacing: 2 };
      const rich = lay(text, [{ start: 5, end: 22, ...red } as never], own);
      const { lines, bounds } = lay(text, [], own);
      expect(rich.bounds).toEqual(bounds);
      expect(rich.lines.map(({ parts: _, ...line }) => line)).toEqual(lines);
      for (const line of rich.lines) {
        const last = line.parts!.at(-1)!;
        expect(last.x + last.width).toBeCloseTo(line.x + line.width);
      }
    }
  });

  it('makes a line as high as its largest part, and puts all on one baseline', () => {
    // 'big' is 60 px: its line is 90 px high, of which 15 px lie above the 48 px of its letters.
    const { lines, bounds } = lay('a big b\nc', [{ start: 2, end: 5, scale: 3 } as never]);
    expect(lines.map(({ baseline }) => baseline)).toEqual([63, 111]);
    expect(bounds.height).toBe(120);
    expect(lines[0]!.parts!.map(({ text, x, style: { fontSize } }) => [text, x, fontSize])).toEqual([
      ['a ', 0, 20],
      ['big', 20, 60],
      [' b', 110, 20],
    ]);
  });

  it('wraps by the widths of the parts, also within a word of two styles', () => {
    const { lines } = lay('aaaa bbbb', [{ start: 5, end: 9, scale: 2 } as never], style, 100);
    expect(lines.map(({ text }) => text)).toEqual(['aaaa', 'bbbb']);
    const word = lay('aabb', [{ start: 2, end: 4, scale: 2 } as never], style, 50);
    expect(word.lines.map(({ text }) => text)).toEqual(['aab', 'b']);
  });

  it('reads from right to left where the letters do', () => {
    const { lines } = lay('שלום עולם', [{ start: 0, end: 4, ...bold } as never]);
    expect(lines[0]!.parts!.map(({ text }) => text)).toEqual([' עולם', 'שלום']);
    // In a line from left to right the two words stand in their own order, with the first at the right.
    const mixed = lay('say שלום עולם!', [{ start: 9, end: 13, ...bold } as never]).lines[0]!;
    expect(mixed.parts!.map(({ text }) => text)).toEqual(['say ', 'עולם', 'שלום ', '!']);
    expect(mixed.parts!.map(({ direction }) => direction)).toEqual(['ltr', 'rtl', 'rtl', 'ltr']);
  });

  it('shrinks to fit with its proportions', () => {
    const { ctx } = recordingContext();
    const large = readTextStyle({ fontSize: 100, lineHeight: 1 });
    const runs = [{ start: 0, end: 5, scale: 2 }];
    const room = { x: 0, y: 0, width: 200, height: 500 };
    // Ten letters, of which five are twice as wide: 15 halves of the size.
    expect(fittedStyle(ctx, 'abcdefghij', large, room, env, runs).fontSize).toBe(26.5);
  });

  it('knows no size at which what fits does not', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(20), fc.constantFrom(0.5, 1.5, 3)), { maxLength: 5 }),
        (text, parts) => {
          const runs = parts.map(([start, length, scale]) => ({ start, end: start + length, scale }));
          const { ctx } = recordingContext();
          const fitted = fittedStyle(ctx, text, style, { ...box, height: 60 }, env, runs);
          const { bounds } = layoutText(ctx, text, fitted, { ...box, height: 60 }, env, { runs });
          if (fitted.fontSize > 6) expect(bounds.height).toBeLessThanOrEqual(60.02);
        },
      ),
    );
  });
});

describe('an element with runs', () => {
  const properties: JsonMap = {
    text: 'Save {lead.name} now',
    runs: [
      { start: 5, end: 16, weight: 800, color: '#ff0000', underline: true },
      { start: 17, end: 20, italic: true, font: 'Lora', strike: true },
    ],
  };
  const element = (type: string) => testElement(type, { size: { width: 800, height: 100 }, properties });
  const env = testEnv({ data: { lead: { name: 'Ada' } } });

  it.each(['text', 'gradient_text', 'shadow_text', 'outline_text'])('is drawn part by part: %s', (type) => {
    const { ctx, calls, depth } = recordingContext();
    drawElement(ctx, element(type), env);
    expect(depth()).toBe(0);
    const words = calls.filter(([name]) => name === 'fillText').slice(-4);
    expect(words.map(([, text]) => text)).toEqual(['Save ', 'Ada', ' ', 'now']);
    const upTo = (word: string) =>
      calls.slice(
        0,
        calls.findLastIndex(([, text]) => text === word),
      );
    const set = (word: string, name: string) => upTo(word).findLast(([called]) => called === name)![1];
    expect(set('Ada', 'fillStyle')).toBe('#ff0000');
    expect(set('Ada', 'font')).toMatch(/^800 /);
    expect(set('now', 'fillStyle')).not.toBe('#ff0000');
    expect(set('now', 'font')).toMatch(/^italic .*Lora/);
    expect(calls.filter(([name]) => name === 'fillRect').length % 2).toBe(0);
  });

  it('is one line to a PDF, and asks for the fonts of its parts', () => {
    const scene = {
      canvasSize: { width: 800, height: 600 },
      canvasBackground: { type: 'solid' as const, color: '#ffffff' },
      elements: [element('text')],
    };
    expect(sceneTextLines(recordingContext().ctx, scene, env)).toMatchObject([{ text: 'Save Ada now' }]);
    const fonts = fontsOf(scene, env).map(({ font }) => font);
    expect(fonts.some((font) => font.startsWith('800 16px'))).toBe(true);
    expect(fonts.some((font) => /^italic 400 16px "?Lora/.test(font))).toBe(true);
  });
});
