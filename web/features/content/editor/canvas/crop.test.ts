import { describe, expect, it } from 'vitest';
import type { Element } from '#shared/model/content.ts';
import { drawElement } from '#shared/scene/draw.ts';
import { newElement } from '#shared/scene/registry.ts';
import { recordingContext } from '#shared/scene/testing/recording-context.ts';
import { testEnv, testImage } from '#shared/scene/testing/scene-env.ts';
import { cropOf, cropped, pulled } from './crop.ts';

const src = 'https://example.com/photo.png';
const natural = { width: 1000, height: 500 };
const blank = newElement('image', { id: 'i', x: 100, y: 100, layerOrder: 0 });
const image = { ...blank, size: { width: 400, height: 400 }, properties: { ...blank.properties, src } };

describe('cropping', () => {
  it('begins with what is shown: a square of a picture that covers it', () => {
    expect(cropOf(image, natural)).toEqual({
      picture: { x: -200, y: 0, width: 800, height: 400 },
      frame: { x: 0, y: 0, width: 400, height: 400 },
    });
  });

  it('pulls one side, a corner or the whole frame, inside the picture and not to nothing', () => {
    const { picture, frame } = cropOf(image, natural);
    expect(pulled(frame, picture, { x: -1, y: 0 }, -50, 999)).toMatchObject({
      x: -50,
      width: 450,
      height: 400,
    });
    expect(pulled(frame, picture, { x: -1, y: 0 }, -900, 0)).toMatchObject({ x: -200, width: 600 });
    expect(pulled(frame, picture, { x: 1, y: 1 }, -9999, -9999)).toMatchObject({ width: 10, height: 10 });
    expect(pulled(frame, picture, { x: 0, y: 0 }, 500, 50)).toMatchObject({ x: 200, y: 0, width: 400 });
  });

  it('leaves the picture where it is on the canvas, turned and mirrored too', () => {
    for (const changes of [{}, { rotation: 30 }, { styles: { ...image.styles, flipX: true } }]) {
      const element = { ...image, ...changes };
      const begun = cropOf(element, natural);
      const frame = pulled(begun.frame, begun.picture, { x: 1, y: 1 }, -100, -200);
      const done = cropped(element, { ...begun, frame });
      expect(done.size).toEqual({ width: 300, height: 200 });
      const place = (one: Element) => {
        const recorded = recordingContext();
        const env = testEnv({ images: { [src]: testImage(1000, 500) } });
        let at = {};
        const { ctx } = recorded;
        const watched = new Proxy(ctx, {
          get: (target, key) =>
            key === 'drawImage'
              ? (...[, x, y, width, height]: number[]) => {
                  const m = target.getTransform();
                  at = {
                    x: Math.round(m.a * x! + m.c * y! + m.e),
                    y: Math.round(m.b * x! + m.d * y! + m.f),
                    width: Math.round(width!),
                    height: Math.round(height!),
                  };
                }
              : Reflect.get(target, key),
          set: (target, key, value) => Reflect.set(target, key, value),
        });
        drawElement(watched, one, env);
        return at;
      };
      expect(place(done)).toEqual(place(element));
    }
  });

  it('to the whole picture forgets the crop, and a second one goes on from the first', () => {
    const begun = cropOf(image, natural);
    const once = cropped(image, { ...begun, frame: { x: 0, y: 0, width: 200, height: 400 } });
    expect(once.styles.crop).toEqual({ x: 0.25, y: 0, width: 0.25, height: 1 });
    const again = cropOf(once, natural);
    expect(again.picture).toEqual({ x: -200, y: 0, width: 800, height: 400 });
    const whole = cropped(once, { ...again, frame: again.picture });
    expect(whole.styles).not.toHaveProperty('crop');
    expect(whole.size).toEqual({ width: 800, height: 400 });
  });
});
