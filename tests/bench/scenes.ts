import { type Element, exportOptions } from '#shared/model/content.ts';
import type { Scene } from '#shared/scene/env.ts';
import { newElement } from '#shared/scene/registry.ts';

/** What every renderer draws: 300 frames of 1920 × 1080, 30 a second. */
export const video = { width: 1920, height: 1080, fps: 30, frames: 300 };
export const options = exportOptions.parse({ exportType: 'video', duration: video.frames / video.fps });

export interface BenchScene {
  name: string;
  scene: Scene;
}

let made = 0;
function place(
  type: string,
  [x, y, width, height]: [number, number, number, number],
  given: Partial<Element> = {},
): Element {
  const element = newElement(type, { id: `elm_${++made}`, x, y, layerOrder: made });
  return {
    ...element,
    ...given,
    size: { width, height },
    properties: { ...element.properties, ...given.properties },
    styles: { ...element.styles, ...given.styles },
  };
}

/** A photo's worth of detail without a file: a picture of gradients and shapes. */
const photo = `data:image/svg+xml;base64,${Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><defs><linearGradient id="g" x2="1" y2="1">
<stop stop-color="#f5a524"/><stop offset="1" stop-color="#24365f"/></linearGradient></defs>
<rect width="800" height="600" fill="url(#g)"/>${Array.from(
    { length: 60 },
    (_, i) =>
      `<circle cx="${(i * 137) % 800}" cy="${(i * 89) % 600}" r="${10 + (i % 7) * 9}" fill="hsl(${i * 6} 70% 60% / .5)"/>`,
  ).join('')}</svg>`,
).toString('base64')}`;

const background = {
  canvasSize: { width: video.width, height: video.height },
  canvasBackground: { type: 'gradient', gradient: 'linear-gradient(135deg, #0f172a 0%, #312e81 100%)' },
} as const;

const title = (text: string) =>
  place('shadow_text', [120, 80, 1600, 180], {
    properties: { text },
    styles: { fontSize: 120, color: '#ffffff' },
  });
const wide = [0, 0, video.width, video.height] as [number, number, number, number];

/** @param clip address of the clip that the last scene shows */
export const scenes = (clip: string): BenchScene[] => [
  {
    name: 'light',
    scene: {
      ...background,
      elements: [
        title('Deal of the day'),
        place('image', [1200, 320, 600, 450], { properties: { src: photo } }),
        place('bar_chart', [120, 320, 960, 600]),
        place('snow_animation', wide),
      ],
    },
  },
  {
    name: 'heavy',
    scene: {
      ...background,
      elements: [
        place('aurora_borealis', wide),
        // Without grounds of their own, so that all of it is seen.
        place('matrix_rain', wide, { opacity: 0.6, styles: { backgroundColor: 'transparent' } }),
        place('fireworks', wide, { styles: { backgroundColor: 'transparent' } }),
        place('falling_leaves', wide),
        title('Closed!'),
      ],
    },
  },
  {
    name: 'text only',
    scene: {
      ...background,
      elements: [
        place('gradient_text', [120, 80, 1680, 200], {
          properties: { text: 'Nobody sells like Ada' },
          styles: { fontSize: 140 },
          animations: [{ type: 'pulse' }],
        }),
        ...Array.from({ length: 6 }, (_, i) =>
          place('text', [120, 340 + i * 110, 1600, 100], {
            properties: { text: `${i + 1}. A line of text that slides into its place and stays` },
            styles: { fontSize: 56, color: '#e2e8f0' },
            animations: [{ type: 'slideIn', direction: i % 2 ? 'left' : 'right' }],
          }),
        ),
      ],
    },
  },
  {
    name: 'source video',
    scene: {
      ...background,
      elements: [
        place('video', [320, 180, 1280, 720], { properties: { src: clip, controls: false } }),
        title('On the roof'),
      ],
    },
  },
];

/** Nothing moves: one frame, encoded again and again, which is the most that the encoder gives. */
export const still = (): BenchScene => ({
  name: 'one frame repeated',
  scene: { ...background, elements: [title('Deal of the day'), place('bar_chart', [120, 320, 960, 600])] },
});
