import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { newElement } from '../registry.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { testEnv } from '../testing/scene-env.ts';
import { phoneLayout, phoneWidth } from './layout.ts';
import { withPhoneSettings } from './settings.ts';

const canvas = { width: 1920, height: 1080 };
let order = 0;
function place(type: string, id: string, box: [number, number, number, number], more: Partial<Element> = {}) {
  const [x, y, width, height] = box;
  const made = newElement(type, { id, x, y, layerOrder: order++ });
  return { ...made, size: { width, height }, ...more, styles: { ...made.styles, ...more.styles } };
}
const laidOut = (elements: Element[], minHeight = 844) => {
  const drawing = {
    canvasSize: canvas,
    canvasBackground: { type: 'solid' as const, color: '#ffffff' },
    elements,
  };
  const layout = phoneLayout(drawing, recordingContext().ctx, testEnv(), minHeight);
  const of = (id: string) => layout.elements.find((element) => element.id === id)!;
  const order = layout.elements.toSorted((a, b) => a.position.y - b.position.y).map(({ id }) => id);
  return { ...layout, of, order };
};
const bottom = ({ position, size }: Element) => position.y + size.height;

describe('a page on a phone', () => {
  it('is one column in the order of reading: column by column, each from top to bottom', () => {
    const { order, elements } = laidOut([
      place('contact_form', 'form', [1200, 100, 600, 800]),
      place('text', 'below', [100, 700, 800, 80]),
      place('text', 'title', [100, 100, 800, 160]),
      place('button', 'right', [600, 420, 300, 80]),
      place('button', 'left', [100, 400, 300, 80]),
    ]);
    expect(order).toEqual(['title', 'left', 'right', 'below', 'form']);
    for (const { position, size } of elements) {
      expect(position.x).toBeGreaterThanOrEqual(16);
      expect(position.x + size.width).toBeLessThanOrEqual(phoneWidth - 16);
    }
    for (const [at, id] of order.slice(1).entries()) {
      const before = elements.find((element) => element.id === order[at])!;
      expect(elements.find((element) => element.id === id)!.position.y).toBeGreaterThanOrEqual(
        bottom(before),
      );
    }
  });

  it('has text that can be read, larger where it was, and as high as its words', () => {
    const { of } = laidOut([
      place('text', 'small', [0, 0, 800, 40], { styles: { fontSize: 12 } }),
      place('text', 'body', [0, 100, 800, 40], { styles: { fontSize: 32 } }),
      place('text', 'title', [0, 200, 800, 90], {
        styles: { fontSize: 96, lineHeight: 1 },
        properties: { text: 'Twenty letters wide!' },
      }),
    ]);
    const px = (id: string) => Number(of(id).styles.fontSize);
    expect([px('small'), px('body')]).toEqual([14, 16]);
    expect(px('title')).toBeGreaterThan(30);
    // Two lines of it at half its size a letter.
    expect(of('title').size.height).toBe(2 * px('title'));
  });

  it('has forms and buttons as wide as the column, and the whole form is seen', () => {
    const { of } = laidOut([
      place('button', 'button', [100, 100, 200, 40]),
      place('contact_form', 'form', [1200, 100, 200, 160]),
    ]);
    expect(of('button').size).toEqual({ width: 358, height: 52 });
    expect(of('form').size.width).toBe(358);
    expect(of('form').size.height).toBeGreaterThan(420);
    expect(of('form').styles.fontSize).toBe(16);
  });

  it('puts what covers the canvas behind everything, and stretches panels around what lies on them', () => {
    const { of, canvasSize, elements } = laidOut([
      place('shape', 'ground', [0, 0, 1920, 1080]),
      place('shape', 'card', [100, 100, 800, 300]),
      place('text', 'onCard', [140, 140, 700, 60]),
      place('text', 'under', [100, 500, 700, 60]),
    ]);
    expect(elements[0]!.id).toBe('ground');
    expect(of('ground').size).toEqual(canvasSize);
    expect(canvasSize).toEqual({ width: phoneWidth, height: 844 });
    expect(of('onCard').position.y).toBeGreaterThan(of('card').position.y);
    expect(bottom(of('onCard'))).toBeLessThan(bottom(of('card')));
    expect(of('under').position.y).toBeGreaterThan(bottom(of('card')));
  });

  it('keeps the proportions of pictures, and is as high as its content', () => {
    const { of, canvasSize } = laidOut(
      [place('image', 'photo', [0, 0, 1200, 600]), place('image', 'logo', [0, 700, 192, 96])],
      300,
    );
    expect(of('photo').size).toEqual({ width: 358, height: 179 });
    expect(of('logo').size.width).toBeLessThan(140);
    expect(of('logo').size.width / of('logo').size.height).toBeCloseTo(2, 1);
    expect(canvasSize.height).toBeGreaterThanOrEqual(bottom(of('logo')));
  });

  it('follows what was set: the order, what is hidden, and the size', () => {
    const first = place('text', 'first', [0, 0, 800, 40], { styles: { fontSize: 32 } });
    const second = place('text', 'second', [0, 100, 800, 40]);
    const gone = place('text', 'gone', [0, 200, 800, 40]);
    const { order, of } = laidOut([
      withPhoneSettings(first, { order: 1, size: 'large' }),
      withPhoneSettings(second, { order: 0 }),
      withPhoneSettings(gone, { hidden: true }),
    ]);
    expect(order).toEqual(['second', 'first']);
    expect(of('first').styles.fontSize).toBe(20);
  });

  it('counts settings for nothing that it does not know', () => {
    const odd = place('text', 'odd', [0, 0, 800, 40], {
      constraints: { phone: { hidden: 'yes', size: 'huge', order: 'first' } },
    });
    expect(laidOut([odd]).order).toEqual(['odd']);
  });
});
