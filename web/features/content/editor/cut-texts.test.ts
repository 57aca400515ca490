import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { elementTypes } from '#shared/scene/registry.ts';
import { recordingContext } from '#shared/scene/testing/recording-context.ts';
import { testElement, testEnv } from '#shared/scene/testing/scene-env.ts';
import { enlarged, hidesEnd, withSmallerText } from './cut-texts.ts';

const env = testEnv();
/** In it every letter is half as wide as its size. */
const { ctx } = recordingContext();
const isCut = (element: Element) => hidesEnd(ctx, element, env);

const button = (text: string, more: Partial<Element> = {}) =>
  testElement('button', { ...more, properties: { text } });

describe('a text whose end is not seen', () => {
  it.each([
    ['the label of a button', button('Book your free demo with us today')],
    [
      'the label of a tab',
      testElement('tabs', {
        properties: {
          items: [{ label: 'What visitors should know before they come here', content: '' }],
          activeTab: 1,
        },
        size: { width: 200, height: 200 },
      }),
    ],
    [
      'the text of a tab',
      testElement('tabs', {
        properties: { items: [{ label: 'One', content: 'word '.repeat(300) }], activeTab: 1 },
      }),
    ],
    [
      'the text of an accordion',
      testElement('accordion', { properties: { items: [{ title: 'One', content: 'word '.repeat(300) }] } }),
    ],
    [
      'an accordion with more items than it shows',
      testElement('accordion', {
        properties: { items: Array.from({ length: 9 }, () => ({ title: 'One', content: '' })), openItem: 0 },
      }),
    ],
  ])('is found: %s', (_, element) => expect(isCut(element)).toBe(true));

  it.each(elementTypes.filter(({ textLines, base }) => textLines && base !== 'text').map(({ type }) => type))(
    'is none of a new %s',
    (type) => expect(isCut(testElement(type))).toBe(false),
  );

  it('is seen in a button that is just wide enough, its corner where it was', () => {
    const cut = button('Book your free demo with us today');
    const mended = enlarged(cut, isCut)!;
    expect(isCut(mended)).toBe(false);
    expect(mended.position).toEqual(cut.position);
    expect(mended.size.height).toBe(cut.size.height);
    // 33 letters of 7.5 px between two sides of 14.
    expect(mended.size.width).toBe(276);
    const turned = enlarged({ ...cut, rotation: 90 }, isCut)!;
    // Turned by a quarter, its upper left corner is the upper right one of what is seen.
    expect(turned.position.x + turned.size.width / 2).toBeCloseTo(cut.position.x + cut.size.width / 2);
    expect(turned.position.y - turned.size.width / 2).toBeCloseTo(cut.position.y - cut.size.width / 2, -1);
  });

  it('is seen in an accordion that is higher', () => {
    const cut = testElement('accordion', {
      properties: { items: Array.from({ length: 9 }, () => ({ title: 'One', content: '' })), openItem: 0 },
    });
    const mended = enlarged(cut, isCut)!;
    expect([isCut(mended), mended.size.width]).toEqual([false, cut.size.width]);
  });

  it('is seen in smaller letters, but in none that nobody can read', () => {
    const mended = withSmallerText(button('Book your free demo today'), isCut)!;
    expect(isCut(mended)).toBe(false);
    expect(mended.styles.fontSize).toBeGreaterThan(9);
    expect(withSmallerText(button('word '.repeat(100)), isCut)).toBeUndefined();
    expect(enlarged(button('word '.repeat(1000)), isCut)).toBeUndefined();
  });
});
