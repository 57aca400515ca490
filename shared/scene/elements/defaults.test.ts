import { describe, expect, it } from 'vitest';
import { playerConstants } from '../media-time.ts';
import { elementTypeNamed, newElement } from '../registry.ts';

/* The ranges and defaults that the specification counts (sections 3, 5 and 9), one by one. */

function fieldOf(type: string, key: string) {
  const found = elementTypeNamed(type).form.find((field) => field.key === key);
  if (!found) throw new Error(`${type} has no field ${key}.`);
  return found;
}
const propertiesOf = (type: string) =>
  newElement(type, { id: 'elm_x', x: 0, y: 0, layerOrder: 0 }).properties;

describe('ranges', () => {
  it.each([
    ['video_player', 'skipBackwardSeconds', { min: 1, max: 60 }, 10],
    ['video_player', 'skipForwardSeconds', { min: 1, max: 60 }, 10],
    ['video_player', 'watermarkOpacity', { min: 0, max: 1, step: 0.1 }, 0.7],
    ['sales_rep_photo', 'frameWidth', { min: 1, max: 20 }, 4],
    ['image', 'frameWidth', { min: 2, max: 20 }, 8],
    ['standard_photo', 'loadingTimeout', { min: 1_000, max: 30_000, step: 1_000 }, 10_000],
  ])('of %s, %s', (type, key, range, initial) => {
    expect(fieldOf(type, key)).toMatchObject(range);
    expect(propertiesOf(type)[key]).toBe(initial);
  });

  it.each(['text', 'gradient_text', 'shadow_text', 'outline_text'])('of the lines of %s', (type) => {
    expect(fieldOf(type, 'lineHeight')).toMatchObject({ min: 1, max: 3 });
  });

  it.each(['image', 'button', 'text'])('of the corners of %s', (type) => {
    expect(fieldOf(type, 'borderRadius')).toMatchObject({ min: 0, max: 50 });
  });
});

describe('what a new effect is made of', () => {
  it.each([
    ['raining_money', { billCount: 40 }],
    ['snow_animation', { flakeCount: 100 }],
    ['starfield', { starCount: 200 }],
    ['solar_flare', { particleCount: 200 }],
    ['floating_balloons', { balloonCount: 25 }],
    ['butterfly_swarm', { butterflyCount: 20 }],
    ['floating_hearts', { heartCount: 20 }],
    ['falling_leaves', { leafCount: 30 }],
    ['bubble_float', { bubbleCount: 30 }],
    ['pixel_sparks', { sparkCount: 150 }],
    ['rainbow_tunnel', { ringCount: 50 }],
    ['fireworks', { launchInterval: 1_000, duration: 10_000 }],
    ['lightning_storm', { strikes: 3 }],
    ['ocean_waves', { waveCount: 3 }],
  ])('%s', (type, counts) => {
    expect(propertiesOf(type)).toMatchObject(counts);
  });

  it('money by its denominations and their weights', () => {
    expect(propertiesOf('raining_money').billTypes).toEqual([
      { value: 1, weight: 0.05 },
      { value: 5, weight: 0.1 },
      { value: 10, weight: 0.15 },
      { value: 20, weight: 0.2 },
      { value: 50, weight: 0.25 },
      { value: 100, weight: 0.25 },
    ]);
  });
});

it('the video player counts as specified', () => {
  expect(playerConstants).toMatchObject({
    speeds: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2],
    volumeStep: 0.1,
    skipSeconds: { min: 1, max: 60, fallback: 10 },
    autoHideMs: 3_000,
    cornerRadius: 8,
  });
});

it('a type that nobody knows says so in place of a picture', () => {
  const element = newElement('hologram', { id: 'elm_x', x: 0, y: 0, layerOrder: 0 });
  const type = elementTypeNamed('hologram');
  expect(type.size).toEqual({ width: 200, height: 100 });
  expect(type.text?.(element as never, undefined as never)).toBe('Element type not implemented');
});
