import { expect, it } from 'vitest';
import { drawElement, sceneTextLines } from '#shared/scene/draw.ts';
import { holderLook } from '#shared/scene/live/layers.ts';
import { newElement } from '#shared/scene/registry.ts';
import { recordingContext } from '#shared/scene/testing/recording-context.ts';
import { testEnv } from '#shared/scene/testing/scene-env.ts';
import { mirrored } from './flip.ts';

const box = { x: 0, y: 0, width: 1000, height: 500 };
const shape = { ...newElement('shape', { id: 'a', x: 100, y: 40, layerOrder: 0 }), rotation: 30 };

it('a mirror moves, leans and turns over, and twice is nothing', () => {
  const once = mirrored(shape, box, 'horizontal');
  expect(once.position.x).toBe(1000 - 100 - shape.size.width);
  expect(once).toMatchObject({ rotation: -30, styles: { flipX: true } });
  expect(mirrored(once, box, 'horizontal')).toEqual(shape);
  expect(mirrored(mirrored(shape, box, 'vertical'), box, 'vertical')).toEqual(shape);
});

it('is drawn so, by the canvas, the live parts and in the places of the text', () => {
  const text = newElement('text', { id: 't', x: 100, y: 40, layerOrder: 0 });
  const flipped = { ...text, styles: { ...text.styles, flipX: true } };
  const { ctx, named } = recordingContext();
  drawElement(ctx, flipped, testEnv());
  expect(named('scale')).toContainEqual(['scale', -1, 1]);
  expect(holderLook(flipped, 0).transform).toBe('scale(-1, 1)');
  const scene = {
    canvasSize: { width: 800, height: 600 },
    canvasBackground: { type: 'solid' as const, color: '#ffffff' },
    elements: [flipped],
  };
  const [line] = sceneTextLines(ctx, scene, testEnv());
  expect(line!.matrix.map((part) => part + 0)).toEqual([-1, 0, 0, 1, 100 + text.size.width, 40]);
});
