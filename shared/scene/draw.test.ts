import { describe, expect, it } from 'vitest';
import { newProjectDefaults } from '#shared/model/content.ts';
import { drawElement, drawScene, isAnimated, reachOf, sceneTextLines } from './draw.ts';
import type { Scene } from './env.ts';
import { fontsOf, imagesOf } from './needs.ts';
import { fitImage } from './paint/image-fit.ts';
import { drawableOf } from './registry.ts';
import { elementSeed, randomFrom } from './seed.ts';
import { recordingContext } from './testing/recording-context.ts';
import { testElement, testEnv, testImage } from './testing/scene-env.ts';

const photo = 'https://example.com/photo.jpg';

function scene(changes: Partial<Scene> = {}): Scene {
  const { canvasSize, canvasBackground } = newProjectDefaults;
  return { canvasSize, canvasBackground, elements: [], ...changes };
}

function drawn(changes: Partial<Scene>, env = testEnv()) {
  const recording = recordingContext();
  drawScene(recording.ctx, scene(changes), env);
  return recording;
}

const texts = (recording: ReturnType<typeof recordingContext>) =>
  recording.named('fillText').map(([, text]) => text);
const say = (text: string) => ({ properties: { text } });

describe('a scene', () => {
  it('is drawn from the back to the front', () => {
    const elements = [
      testElement('text', { ...say('front'), layerOrder: 5 }),
      testElement('text', { ...say('back'), layerOrder: -1 }),
      testElement('text', { ...say('middle'), layerOrder: 2 }),
    ];
    expect(texts(drawn({ elements }))).toEqual(['back', 'middle', 'front']);
  });

  it('fills in variables', () => {
    expect(
      texts(drawn({ elements: [testElement('text', say('{lead.name}: {{lead.dealAmount}}'))] })),
    ).toEqual(['Jordan Rivera: $12,500']);
  });

  it('leaves hidden elements out, unless the editor asks for them', () => {
    const elements = [testElement('text', { ...say('hidden'), isVisible: false, opacity: 0.5 })];
    expect(texts(drawn({ elements }))).toEqual([]);
    const shown = drawn({ elements }, testEnv({ showHidden: true }));
    expect(shown.named('globalAlpha')).toEqual([['globalAlpha', 0.15]]);
  });

  it('rotates an element about its centre', () => {
    const element = testElement('shape', { size: { width: 200, height: 100 }, rotation: 90 });
    const { named } = drawn({ elements: [element] });
    expect(named('translate').slice(0, 2)).toEqual([
      ['translate', 200, 150],
      ['translate', -100, -50],
    ]);
    expect(named('rotate')[0]![1]).toBeCloseTo(Math.PI / 2);
  });

  it('draws the rest when an element is broken', () => {
    const good = testElement('text', say('still here'));
    const nowhere = { ...good, id: 'b', position: { x: Number.NaN, y: 0, z: 0 } };
    const empty = { ...good, id: 'c', size: { width: 0, height: 0 } };
    const huge = { ...good, id: 'd', rotation: Number.POSITIVE_INFINITY };
    expect(texts(drawn({ elements: [nowhere, empty, huge, good] }))).toEqual(['still here', 'still here']);
  });

  it('survives an element whose drawing throws, and tells of it', () => {
    const element = testElement('image', { properties: { src: photo } });
    const errors: string[] = [];
    const image = () => {
      throw new Error('no picture today');
    };
    const env = testEnv({
      assets: { image },
      onError: ({ id }, error) => errors.push(`${id}: ${(error as Error).message}`),
    });
    const recording = drawn({ elements: [element, testElement('text', say('after'))] }, env);
    expect(errors).toEqual(['el_image: no picture today']);
    expect(texts(recording)).toContain('after');
    expect(recording.depth()).toBe(0);
  });

  it('keeps an unknown type and says that it cannot be drawn', () => {
    expect(texts(drawn({ elements: [testElement('hologram')] })).join(' ')).toBe(
      'Element type not implemented',
    );
  });

  it('is still as long as nothing in it moves', () => {
    expect(isAnimated(scene({ elements: [testElement('text')] }))).toBe(false);
  });
});

describe('a background', () => {
  it('is a colour or a gradient over the whole canvas', () => {
    expect(drawn({}).calls).toContainEqual(['fillStyle', '#ffffff']);
    const gradient = 'linear-gradient(180deg, #000 0%, #fff 100%)';
    const { named } = drawn({ canvasBackground: { type: 'gradient', gradient } });
    expect(
      named('createLinearGradient')[0]!
        .slice(1)
        .map((at) => Math.round(at as number)),
    ).toEqual([960, 0, 960, 1080]);
  });

  it('covers with an image, and stays white until there is one', () => {
    const background = { type: 'image' as const, imageUrl: photo };
    const env = testEnv({ images: { [photo]: testImage(100, 100) } });
    expect(drawn({ canvasBackground: background }, env).named('drawImage')[0]!.slice(2)).toEqual([
      0, -420, 1920, 1920,
    ]);
    expect(drawn({ canvasBackground: background }).named('drawImage')).toEqual([]);
  });

  it('is black for a video without a poster', () => {
    expect(drawn({ canvasBackground: { type: 'video', url: '' } }).calls).toContainEqual([
      'fillStyle',
      '#000000',
    ]);
  });
});

describe('a translucent element', () => {
  const element = testElement('button', { opacity: 0.5 });

  it('is drawn in one piece where there is a scratch canvas', () => {
    const layer = recordingContext();
    let released = 0;
    const sizes: number[][] = [];
    const env = testEnv({
      createLayer: (width, height) => {
        sizes.push([width, height]);
        return { canvas: {} as CanvasImageSource, ctx: layer.ctx, release: () => released++ };
      },
    });
    const recording = drawn({ elements: [element] }, env);
    expect(texts(layer)).toEqual(['Click me']);
    expect(texts(recording)).toEqual([]);
    expect(recording.named('drawImage')).toHaveLength(1);
    expect(released).toBe(1);
    const reach = reachOf(drawableOf(element, env.seed));
    // The left and upper reach are cut at the canvas's edge where they go beyond it.
    expect(sizes).toEqual([[150 + reach + Math.min(reach, 100), 40 + reach + Math.min(reach, 100)]]);
  });

  it('multiplies the opacity that is already set', () => {
    const { ctx, named } = recordingContext();
    ctx.globalAlpha = 0.4;
    drawElement(ctx, element, testEnv());
    expect(named('globalAlpha').at(-1)).toEqual(['globalAlpha', 0.2]);
  });
});

describe('an image', () => {
  const image = (src: string, more = {}) => testElement('image', { properties: { src, ...more } });
  const words = (element: ReturnType<typeof image>, env = testEnv()) =>
    texts(drawn({ elements: [element] }, env)).join(' ');

  it('shows a placeholder without a valid source', () => {
    expect(words(image(''))).toBe('Choose an image');
    expect(words(image('photo.jpg'))).toBe('Choose an image');
    expect(words(image(photo))).toBe('Failed to load image');
    const loading = { state: 'loading' as const, width: 0, height: 0 };
    expect(words(image(photo), testEnv({ images: { [photo]: loading } }))).toBe('Loading image');
  });

  it('sets no filter unless there is one', () => {
    const env = testEnv({ images: { [photo]: testImage(400, 300) } });
    expect(drawn({ elements: [image(photo)] }, env).named('filter')).toEqual([]);
    const grey = { ...image(photo), styles: { filter: 'grayscale(1)' } };
    expect(drawn({ elements: [grey] }, env).named('filter')).toEqual([['filter', 'grayscale(1)']]);
  });

  it('fits as CSS does', () => {
    const box = { x: 0, y: 0, width: 200, height: 100 };
    const square = { width: 50, height: 50 };
    expect(fitImage(square, box, 'cover')).toEqual({ x: 0, y: -50, width: 200, height: 200 });
    expect(fitImage(square, box, 'contain', 'left')).toEqual({ x: 0, y: 0, width: 100, height: 100 });
    expect(fitImage(square, box, 'none', '100% 0')).toEqual({ x: 150, y: 0, width: 50, height: 50 });
    expect(fitImage(square, box, 'scale-down')).toEqual({ x: 75, y: 25, width: 50, height: 50 });
    expect(fitImage(square, box, 'fill')).toEqual(box);
  });
});

describe('what a scene needs', () => {
  const elements = [
    testElement('image', { properties: { src: photo } }),
    testElement('image', { id: 'twice', properties: { src: photo } }),
    testElement('image', { id: 'hidden', isVisible: false, properties: { src: `${photo}?hidden` } }),
    testElement('text', { properties: { text: 'Zażółć' }, styles: { fontFamily: 'Lobster', fontSize: 80 } }),
  ];

  it('names each picture once', () => {
    const canvasBackground = { type: 'image' as const, imageUrl: 'https://example.com/sky.jpg' };
    expect(imagesOf(scene({ elements, canvasBackground }), testEnv())).toEqual([
      'https://example.com/sky.jpg',
      photo,
    ]);
  });

  it('names each font with the characters it has to hold', () => {
    const needs = fontsOf(scene({ elements }), testEnv());
    const lobster = needs.find(({ font }) => font.includes('Lobster'))!;
    expect(lobster.font).toBe('400 16px "Lobster", "Inter", "Dealbell Scripts", cursive');
    expect(lobster.sample).toContain('ż');
    expect(lobster.sample).toContain('Ż');
  });
});

describe('text for PDF and screen readers', () => {
  it('stands where it is drawn, rotated with its element', () => {
    const element = testElement('text', { ...say('up'), size: { width: 200, height: 100 }, rotation: 90 });
    const [line] = sceneTextLines(recordingContext().ctx, scene({ elements: [element] }), testEnv());
    const [a, b, c, d, e, f] = line!.matrix;
    const place = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f].map(Math.round);
    expect(line).toMatchObject({ text: 'up', elementId: 'el_text', x: 0, fontSize: 18 });
    expect(place(100, 50)).toEqual([200, 150]);
    expect(place(0, 0)).toEqual([250, 50]);
  });

  it('leaves out what cannot be seen', () => {
    const elements = [
      testElement('text', { ...say('x'), opacity: 0 }),
      testElement('button', { isVisible: false }),
    ];
    expect(sceneTextLines(recordingContext().ctx, scene({ elements }), testEnv())).toEqual([]);
  });
});

describe('randomness', () => {
  it('comes from the seed alone, and differs between elements and particles', () => {
    const first = (seed: number, index: number) => randomFrom(seed, index)();
    expect(first(7, 3)).toBe(first(7, 3));
    const values = Array.from({ length: 1000 }, (_, index) => first(elementSeed(1, 'el_1'), index));
    expect(new Set(values).size).toBe(1000);
    expect(values.reduce((sum, value) => sum + value, 0) / 1000).toBeCloseTo(0.5, 1);
    expect(elementSeed(1, 'el_1')).not.toBe(elementSeed(1, 'el_2'));
    expect(elementSeed(1, 'el_1')).not.toBe(elementSeed(2, 'el_1'));
  });
});
