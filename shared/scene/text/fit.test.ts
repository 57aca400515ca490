import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawElement, sceneTextLines } from '../draw.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testElement, testEnv } from '../testing/scene-env.ts';
import { fittedStyle } from './fit.ts';
import { layoutText } from './layout.ts';
import { readTextStyle } from './style.ts';

const env = testEnv();
const style = readTextStyle({ fontSize: 100, lineHeight: 1 });

describe('text that fits its box', () => {
  it('stays as it is while there is room, and never grows', () => {
    const { ctx } = recordingContext();
    const box = { x: 0, y: 0, width: 1000, height: 500 };
    expect(fittedStyle(ctx, 'Short', style, box, env)).toBe(style);
  });

  it('shrinks until its lines fit, and its longest word is whole', () => {
    const { ctx } = recordingContext();
    // Ten letters of half the size each are 200 px wide at 40 px.
    const narrow = { x: 0, y: 0, width: 200, height: 500 };
    expect(fittedStyle(ctx, 'abcdefghij', style, narrow, env).fontSize).toBe(40);
    const low = { x: 0, y: 0, width: 1000, height: 60 };
    expect(fittedStyle(ctx, 'one\ntwo', style, low, env).fontSize).toBe(30);
  });

  it('fits whatever is written, down to what can be read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), { maxLength: 12 }),
        fc.integer({ min: 60, max: 800 }),
        fc.integer({ min: 40, max: 400 }),
        (words, width, height) => {
          const { ctx } = recordingContext();
          const box = { x: 0, y: 0, width, height };
          const text = words.join(' ');
          const fitted = fittedStyle(ctx, text, style, box, env);
          const { bounds } = layoutText(ctx, text, fitted, box, env);
          if (fitted.fontSize > 6) expect(bounds.height).toBeLessThanOrEqual(height + 0.02);
        },
      ),
    );
  });

  it('is drawn and told to a PDF at the size that fits', () => {
    const { ctx, named } = recordingContext();
    const element = testElement('text', {
      size: { width: 200, height: 100 },
      styles: { fontSize: 100, fitText: true },
      properties: { text: 'abcdefghij' },
    });
    drawElement(ctx, element, env);
    expect(named('font').at(-1)![1]).toMatch(/ 40px /);
    const scene = {
      canvasSize: { width: 800, height: 600 },
      canvasBackground: { type: 'solid' as const, color: '#ffffff' },
      elements: [element],
    };
    expect(sceneTextLines(ctx, scene, env)).toMatchObject([{ text: 'abcdefghij', fontSize: 40 }]);
  });
});
