import { formatColor, mixColors, parseColor, withAlpha } from '../css/color.ts';
import { choice, color, declare, slider, speed, toggle } from './controls.ts';
import { defineEffect, unitOf } from './effect.ts';
import { between, chance, fraction } from './random.ts';
import { glow, Stamps, sprites } from './sprite.ts';
import { glyphSets, traceGlyph } from './strokes.ts';

/** Steps of brightness along a trail; the last is the head. */
const shades = 7;

/** @param named a glyph's place in its set, then its shade */
const spriteSetOf = (glyphs: readonly string[]) =>
  sprites((tint, named, size) => {
    const [glyph, shade] = [glyphs[Math.floor(named / shades)]!, named % shades];
    return {
      key: `matrix:${glyph}:${size}:${tint}:${shade}`,
      width: size,
      height: size * 1.16,
      paint: (ctx) => {
        const isHead = shade === shades - 1;
        const share = (shade + 1) / (shades - 1);
        // The film's letters are mirrored.
        ctx.scale(-1, 1);
        ctx.lineCap = 'round';
        ctx.lineJoin = 'round';
        ctx.beginPath();
        traceGlyph(ctx, glyph, 0, 0, size * 0.74);
        const bright = formatColor(
          mixColors(parseColor(tint)!, { r: 255, g: 255, b: 255, a: 1 }, isHead ? 0.85 : 0.12),
        );
        ctx.strokeStyle = withAlpha(tint, isHead ? 0.5 : 0.2 * share);
        ctx.lineWidth = size * 0.24;
        ctx.stroke();
        ctx.strokeStyle = isHead ? bright : withAlpha(bright, 0.1 + 0.85 * share ** 1.6);
        ctx.lineWidth = size * 0.095;
        ctx.stroke();
      },
    };
  });
const glyphSprites = {
  katakana: spriteSetOf(glyphSets.katakana),
  digits: spriteSetOf(glyphSets.digits),
  binary: spriteSetOf(glyphSets.binary),
};

const { properties, form } = declare({
  characters: choice(
    'Characters',
    { katakana: 'Katakana and digits', digits: 'Digits', binary: 'Zeros and ones' },
    'katakana',
  ),
  fontSize: slider('Character size', 18, [8, 60, 1], { unit: 'px' }),
  speed: speed(),
  density: slider('Density', 1, [0.2, 2, 0.1], { unit: '×' }),
  trailLength: slider('Trail length', 18, [4, 40, 1]),
  color: color('Character colour', '#22e06b'),
  glow: toggle('Glowing heads', true),
  depth: toggle('A second layer behind', true),
});

export const matrixRain = defineEffect({
  type: 'matrix_rain',
  label: 'Matrix rain',
  description: 'Columns of glowing characters, falling',
  tags: ['matrix', 'code', 'hacker', 'digital', 'tech', 'green'],
  icon: 'IconMatrix',
  background: 'linear-gradient(180deg, #020b06 0%, #031509 60%, #010603 100%)',
  properties,
  form,
  draw: (ctx, element, env) => {
    const {
      characters,
      fontSize,
      speed,
      density,
      trailLength,
      color,
      glow: shines,
      depth,
    } = element.properties;
    const { width, height } = element;
    const glyphs = glyphSets[characters];
    const glyphSprite = glyphSprites[characters];
    const stamps = new Stamps(ctx);
    const layers = depth ? [0.62, 1] : [1];
    layers.forEach((near, layer) => {
      const size = Math.max(4, Math.round(fontSize * unitOf(element) * near * 1.12));
      const [columnWidth, rowHeight] = [size * (layer === layers.length - 1 ? 1 : 1.9), size * 1.16];
      const columns = Math.ceil(width / columnWidth);
      const rows = Math.ceil(height / rowHeight);
      const seed = element.seed + layer * 7919;
      const dim = near < 1 ? 0.34 : 1;
      for (let column = 0; column < columns; column++) {
        const x = (column + 0.5) * columnWidth;
        const pace = between(seed, column, 1, 5, 13) * speed * near;
        const length = trailLength * between(seed, column, 2, 0.6, 1.5);
        // The way of one stream: through the rows, its own length, and a pause before the next.
        const way = rows + length + rows * between(seed, column, 3, 0.05, 0.9) * (1.15 / density);
        const fallen = (env.t * pace) / way + chance(seed, column, 4);
        const cycle = Math.floor(fallen);
        const head = Math.floor(fraction(fallen) * way);
        for (let row = Math.max(0, head - Math.ceil(length)); row <= Math.min(rows - 1, head); row++) {
          const behind = (head - row) / length;
          if (behind > 1) continue;
          const cell = column * 4096 + row;
          const isHead = row === head;
          // Most letters change now and then, heads with each step, some all the time.
          const restless = chance(seed, cell, 5) < 0.12 ? 9 : 0.7;
          const change = Math.floor(env.t * restless + chance(seed, cell, 6) * 8);
          const glyph = Math.floor(chance(seed, cell, 7 + change + cycle * 31) * glyphs.length);
          const flicker = chance(seed, cell, 8 + Math.floor(env.t * 6)) * 0.14;
          const light = (1 - behind) ** 1.15 - flicker;
          const shade = isHead
            ? shades - 1
            : Math.max(0, Math.min(shades - 2, Math.floor(light * (shades - 1))));
          if (isHead && shines && near === 1)
            stamps.place(glowOf(color, size), x, (row + 0.5) * rowHeight, 0.55);
          stamps.place(glyphSprite(color, glyph * shades + shade, size), x, (row + 0.5) * rowHeight, dim);
        }
      }
    });
    stamps.reset();
  },
});

const glowOf = sprites((tint, size) => {
  const light = glow(tint);
  return {
    key: `matrix-head:${tint}:${size}`,
    width: size * 3,
    height: size * 3,
    paint: (ctx) => {
      ctx.scale((size * 3) / 64, (size * 3) / 64);
      light.paint(ctx);
    },
  };
});
