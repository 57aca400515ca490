import { formatColor, mixColors, parseColor } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { choice, declare, slider, speed, toggle } from './controls.ts';
import { defineEffect, drawStill } from './effect.ts';
import { fraction, mix, smooth } from './random.ts';
import { glow, Stamps } from './sprite.ts';

const { properties, form } = declare({
  ringCount: slider('Rings', 50, [10, 120, 1]),
  shape: choice(
    'Shape',
    { circle: 'Circle', hexagon: 'Hexagon', square: 'Square', triangle: 'Triangle' },
    'circle',
  ),
  speed: speed(),
  curve: slider('Bends', 1, [0, 2, 0.1], { unit: '×' }),
  twist: slider('Twist', 1, [-3, 3, 0.1], { unit: '×' }),
  colorSpread: slider('Rainbows in sight', 1.2, [0.2, 4, 0.1], { tab: 'style' }),
  saturation: slider('Saturation', 100, [0, 100, 1], { unit: '%', tab: 'style' }),
  light: toggle('Light at the end', true),
});

/** A rainbow as the eye divides it: even steps of degrees would be half green. */
const rainbow = ['#ff3b5c', '#ff8426', '#ffce2e', '#45d66b', '#1cc5e8', '#3f6dff', '#9a4dff', '#ff4fc0'].map(
  (css) => parseColor(css)!,
);

/** @param at from 0 to 1 around the rainbow; @param light 1 as it is, 0 black, 2 white */
function colorAt(at: number, light: number, saturation: number): string {
  const place = at * rainbow.length;
  const index = Math.floor(place) % rainbow.length;
  const pure = mixColors(rainbow[index]!, rainbow[(index + 1) % rainbow.length]!, place - Math.floor(place));
  const grey = (pure.r + pure.g + pure.b) / 3;
  const muted = mixColors({ r: grey, g: grey, b: grey, a: 1 }, pure, saturation);
  const end = light > 1 ? 255 : 0;
  return formatColor(mixColors(muted, { r: end, g: end, b: end, a: 1 }, Math.min(1, Math.abs(light - 1))));
}

const corners = { circle: 0, hexagon: 6, square: 4, triangle: 3 } as const;

function traceRing(
  ctx: SceneContext,
  x: number,
  y: number,
  radius: number,
  sides: number,
  turn: number,
): void {
  if (sides === 0) {
    ctx.moveTo(x + radius, y);
    ctx.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  // Polygons reach as far as a circle does at their sides.
  const reach = radius / Math.cos(Math.PI / sides);
  for (let i = 0; i < sides; i++) {
    const angle = turn + (i / sides) * Math.PI * 2;
    const [px, py] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    if (i === 0) ctx.moveTo(px, py);
    else ctx.lineTo(px, py);
  }
  ctx.closePath();
}

export const rainbowTunnel = defineEffect({
  type: 'rainbow_tunnel',
  label: 'Rainbow tunnel',
  description: 'A flight through a winding tunnel of all colours',
  tags: ['rainbow', 'tunnel', 'colours', 'psychedelic', 'party', 'flight'],
  icon: 'IconRainbow',
  background: '#05030d',
  properties,
  form,
  draw: (ctx, element, env) => {
    const { ringCount, shape, speed, curve, twist, colorSpread, saturation, light } = element.properties;
    const { width, height } = element;
    const sides = corners[shape];
    const t = env.t * speed;
    const flown = t * 2.6;
    const moved = Math.floor(flown);
    const within = fraction(flown);
    const largest = Math.hypot(width, height) / 2;
    // Distances in ring radii: from just beyond the eye, so that the first ring never shows within the box.
    // Rings shrink by the same share each, so that all of them have their width on the screen.
    const depthAt = (ring: number) => 0.42 * Math.exp(((ring - within) / ringCount) * 3.2);
    const radiusAt = (ring: number) => (largest * 0.62) / depthAt(ring);
    const bendAt = (z: number): readonly [number, number] => [
      Math.sin(z * 0.34) + 0.4 * Math.sin(z * 0.61 + 1),
      Math.cos(z * 0.27) + 0.4 * Math.cos(z * 0.53),
    ];
    const pace = 7 / ringCount;
    const [hereX, hereY] = bendAt((moved + within) * pace);
    const centreAt = (ring: number): readonly [number, number] => {
      const [x, y] = bendAt((moved + ring) * pace);
      const reach = radiusAt(ring) * curve * 0.4;
      return [width / 2 + (x - hereX) * reach, height / 2 + (y - hereY) * reach];
    };
    for (let ring = 0; ring < ringCount; ring++) {
      const id = moved + ring;
      const ahead = (ring - within) / ringCount;
      const [x, y] = centreAt(ring);
      const radius = radiusAt(ring);
      const [nextX, nextY] = centreAt(ring + 1);
      // Wholly covered by the next ring.
      if (radiusAt(ring + 1) > (largest + Math.hypot(nextX - width / 2, nextY - height / 2)) * 2) continue;
      const hue = fraction((id / 50) * colorSpread - t * 0.03);
      const wave = 0.5 + 0.5 * Math.cos((id * Math.PI * 2) / 5);
      const bright = mix(1, 0.32, smooth(0, 0.9, ahead)) * mix(0.8, 1.14, wave);
      const turn = id * 0.05 * twist + t * 0.1 * twist;
      // Each ring is a whole disc, nearer ones first: half the edges of rings, and no seams.
      const isRim = ((id % 5) + 5) % 5 === 0;
      const faces: readonly (readonly [number, string])[] = isRim
        ? [
            [1, colorAt(hue, mix(1.5, 1.2, ahead), saturation / 100)],
            [0.982, colorAt(hue, bright, saturation / 100)],
          ]
        : [[1, colorAt(hue, bright, saturation / 100)]];
      for (const [share, css] of faces) {
        ctx.fillStyle = css;
        ctx.beginPath();
        traceRing(ctx, x, y, radius * share, sides, turn);
        ctx.fill();
      }
    }
    const [endX, endY] = centreAt(ringCount);
    const end = radiusAt(ringCount);
    ctx.fillStyle = light ? '#fff8e8' : '#05030d';
    ctx.beginPath();
    traceRing(ctx, endX, endY, end, sides, (moved + ringCount) * 0.05 * twist + t * 0.1 * twist);
    ctx.fill();
    if (light) {
      const stamps = new Stamps(ctx);
      const pulse = 1 + 0.06 * Math.sin(t * 2);
      stamps.put(glow('#fff3d6', 0.12), endX, endY, (end * 5 * pulse) / 64, 0.9);
      stamps.reset();
    }
    drawStill(ctx, element, 'tunnel-edge', (still) => {
      const dark = still.createRadialGradient(
        width / 2,
        height / 2,
        largest * 0.45,
        width / 2,
        height / 2,
        largest,
      );
      dark.addColorStop(0, 'rgba(5, 3, 13, 0)');
      dark.addColorStop(1, 'rgba(5, 3, 13, 0.5)');
      still.fillStyle = dark;
      still.fillRect(0, 0, width, height);
    });
  },
});
