import type { Box, Size } from '#shared/model/geometry.ts';
import { formatColor, mixColors, parseColor, shade, withAlpha } from '../css/color.ts';
import type { SceneContext } from '../env.ts';
import { fillOutline, isolate, roundedBox } from './canvas.ts';
import { fillPaint } from './fill.ts';
import { drawInsetShadows, drawOuterShadows } from './shadow.ts';

export const frameNames = [
  'none',
  'classic',
  'modern',
  'vintage',
  'polaroid',
  'ornate',
  'shadow',
  'floating',
] as const;
export type FrameName = (typeof frameNames)[number];

export interface FrameLook {
  size: Size;
  /** px */
  width: number;
  color: string;
  /** Corner radius of the picture's own style, in px. */
  radius: number;
}

export interface Frame {
  /** Where the picture goes, and how round its corners are. */
  content(look: FrameLook): Box & { radius: number };
  /** Drawn before the picture. */
  behind?(ctx: SceneContext, look: FrameLook): void;
  /** Drawn over the picture. */
  above?(ctx: SceneContext, look: FrameLook): void;
  /** How far the frame reaches beyond the element, in px. */
  reach: number;
}

function inset(size: Size, left: number, top = left, right = left, bottom = top): Box {
  // However thick the frame, a third of the element stays for the picture.
  const share = Math.min(1, size.width / 1.5 / (left + right || 1), size.height / 1.5 / (top + bottom || 1));
  return {
    x: left * share,
    y: top * share,
    width: size.width - (left + right) * share,
    height: size.height - (top + bottom) * share,
  };
}

const whole = (size: Size): Box => ({ x: 0, y: 0, ...size });
const outline = (ctx: SceneContext, box: Box, radius = 0) =>
  roundedBox(ctx, box.x, box.y, box.width, box.height, radius);

function fillBox(ctx: SceneContext, box: Box, paint: string, radius = 0): void {
  fillPaint(ctx, paint, box, outline(ctx, box, radius));
}

function line(ctx: SceneContext, box: Box, color: string, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.strokeRect(box.x, box.y, box.width, box.height);
}

/** A colour on its way to gold, for gilding that still takes after the frame's own colour. */
function gild(color: string, share: number): string {
  const from = parseColor(color) ?? { r: 0, g: 0, b: 0, a: 1 };
  return formatColor(mixColors(from, { r: 212, g: 175, b: 55, a: 1 }, share));
}

/** The shadow that a frame throws onto the picture it holds. */
function recess(ctx: SceneContext, box: Box, depth: number): void {
  isolate(ctx, () => {
    ctx.translate(box.x, box.y);
    const opening = roundedBox(ctx, 0, 0, box.width, box.height, 0);
    drawInsetShadows(ctx, `inset 0px ${depth / 3}px ${depth}px rgba(0, 0, 0, 0.45)`, box, opening);
  });
}

const polaroidEdge = (width: number) => ({ side: width * 2, bottom: width * 7 });

export const frames: Record<FrameName, Frame> = {
  none: { content: ({ size, radius }) => ({ ...whole(size), radius }), reach: 0 },

  classic: {
    reach: 16,
    content: ({ size, width }) => ({ ...inset(size, width), radius: 0 }),
    behind: (ctx, { size, color }) => {
      drawOuterShadows(ctx, '0px 2px 6px rgba(0, 0, 0, 0.3)', outline(ctx, whole(size)));
      const sheen = `linear-gradient(135deg, ${shade(color, 0.28)}, ${color} 45%, ${shade(color, -0.35)})`;
      fillBox(ctx, whole(size), sheen);
    },
    above: (ctx, { size, width }) => {
      const opening = inset(size, width);
      recess(ctx, opening, Math.max(3, width * 0.6));
      line(ctx, opening, 'rgba(0, 0, 0, 0.35)', 1);
    },
  },

  modern: {
    reach: 40,
    content: ({ size, width, radius }) => ({
      ...inset(size, width * 1.5),
      radius: Math.max(4, (radius || width * 1.5) - width),
    }),
    behind: (ctx, { size, width, color, radius }) => {
      const round = (radius || width * 1.5) + width * 0.5;
      drawOuterShadows(ctx, '0px 8px 24px -6px rgba(15, 23, 42, 0.3)', outline(ctx, whole(size), round));
      fillBox(ctx, whole(size), color, round);
      fillBox(ctx, inset(size, Math.max(1.5, width * 0.4)), '#ffffff', round - width * 0.4);
    },
  },

  vintage: {
    reach: 16,
    content: ({ size, width }) => ({ ...inset(size, width * 3.2), radius: 0 }),
    behind: (ctx, { size, width, color }) => {
      drawOuterShadows(ctx, '0px 3px 8px rgba(41, 28, 8, 0.4)', outline(ctx, whole(size)));
      fillBox(ctx, whole(size), `linear-gradient(135deg, ${gild(color, 0.35)}, ${gild(color, 0.12)})`);
      fillBox(ctx, inset(size, width), 'linear-gradient(180deg, #f7efdc, #ead9b6)');
      line(ctx, inset(size, width), withAlpha(color, 0.55), 1.5);
      line(ctx, inset(size, width * 2.4), 'rgba(120, 88, 40, 0.75)', 1);
      line(ctx, inset(size, width * 2.75), 'rgba(120, 88, 40, 0.4)', 1);
    },
    above: (ctx, { size, width }) => {
      const opening = inset(size, width * 3.2);
      const worn = 'radial-gradient(ellipse at center, rgba(94, 62, 18, 0) 45%, rgba(60, 36, 6, 0.4) 100%)';
      fillBox(ctx, opening, 'rgba(196, 154, 84, 0.16)');
      fillBox(ctx, opening, worn);
    },
  },

  polaroid: {
    reach: 44,
    content: ({ size, width }) => {
      const { side, bottom } = polaroidEdge(width);
      return { ...inset(size, side, side, side, bottom), radius: 1 };
    },
    behind: (ctx, { size, color }) => {
      const paper = outline(ctx, whole(size), 3);
      drawOuterShadows(ctx, '0px 1px 3px rgba(0, 0, 0, 0.25), 0px 12px 28px -6px rgba(0, 0, 0, 0.35)', paper);
      fillBox(ctx, whole(size), 'linear-gradient(180deg, #ffffff, #f6f5f1)', 3);
      ctx.strokeStyle = withAlpha(color, 0.08);
      ctx.lineWidth = 1;
      ctx.beginPath();
      paper(-0.5);
      ctx.stroke();
    },
    above: (ctx, { size, width }) => {
      const { side, bottom } = polaroidEdge(width);
      const opening = inset(size, side, side, side, bottom);
      fillBox(ctx, opening, 'linear-gradient(135deg, rgba(255, 255, 255, 0.16), rgba(255, 255, 255, 0) 50%)');
      recess(ctx, opening, 3);
    },
  },

  ornate: {
    reach: 24,
    content: ({ size, width }) => ({ ...inset(size, width * 2.6), radius: 0 }),
    behind: (ctx, { size, width, color }) => {
      drawOuterShadows(ctx, '0px 4px 14px rgba(0, 0, 0, 0.45)', outline(ctx, whole(size), 2));
      const light = gild(shade(color, 0.4), 0.75);
      const dark = gild(shade(color, -0.3), 0.5);
      const body = gild(color, 0.68);
      fillBox(
        ctx,
        whole(size),
        `linear-gradient(135deg, ${light}, ${body} 30%, ${dark} 55%, ${body} 75%, ${light})`,
        2,
      );
      fillBox(ctx, inset(size, width * 0.7), `linear-gradient(315deg, ${light}, ${body} 40%, ${dark})`);
      fillBox(ctx, inset(size, width * 1.7), `linear-gradient(135deg, ${dark}, ${body} 60%, ${light})`);
      line(ctx, inset(size, width * 2.3), shade(dark, -0.4), Math.max(1, width * 0.15));
      for (const [cx, cy] of cornersOf(inset(size, width * 1.2)))
        rosette(ctx, cx, cy, width * 1.15, light, dark);
    },
    above: (ctx, { size, width }) => recess(ctx, inset(size, width * 2.6), Math.max(4, width)),
  },

  shadow: {
    reach: 110,
    content: ({ size, radius }) => ({ ...whole(size), radius }),
    behind: (ctx, { size, color, radius }) => {
      const deep = withAlpha(color, 0.42);
      const near = withAlpha(color, 0.3);
      const shadow = `0px 2px 6px ${near}, 0px 22px 48px -8px ${deep}`;
      drawOuterShadows(ctx, shadow, outline(ctx, whole(size), radius));
    },
  },

  floating: {
    reach: 110,
    content: ({ size, width, radius }) => ({
      ...inset(size, width, width * 0.5, width, width * 2),
      radius: radius || 12,
    }),
    behind: (ctx, look) => {
      const { size, width, color, radius } = look;
      const round = radius || 12;
      const box = inset(size, width, width * 0.5, width, width * 2);
      // Raised above its ground: a tight shadow far below, narrower than the picture.
      const ground = { ...box, x: box.x + box.width * 0.06, width: box.width * 0.88 };
      drawOuterShadows(
        ctx,
        `0px ${width * 2.6}px ${width * 3.4}px -2px ${withAlpha(color, 0.55)}`,
        outline(ctx, ground, round),
      );
      drawOuterShadows(ctx, `0px 2px 10px ${withAlpha(color, 0.18)}`, outline(ctx, box, round));
    },
    above: (ctx, { size, width, radius }) => {
      const box = inset(size, width, width * 0.5, width, width * 2);
      ctx.strokeStyle = 'rgba(255, 255, 255, 0.35)';
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      outline(ctx, box, radius || 12)(-0.75);
      ctx.stroke();
    },
  },
};

function cornersOf(box: Box): [number, number][] {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  return [
    [box.x, box.y],
    [right, box.y],
    [right, bottom],
    [box.x, bottom],
  ];
}

/** The carved flower at an ornate frame's corner. */
function rosette(ctx: SceneContext, cx: number, cy: number, r: number, light: string, dark: string): void {
  isolate(ctx, () => {
    ctx.translate(cx, cy);
    ctx.strokeStyle = shade(dark, -0.3);
    ctx.lineWidth = Math.max(0.6, r * 0.08);
    for (let petal = 0; petal < 8; petal++) {
      ctx.rotate(Math.PI / 4);
      ctx.beginPath();
      ctx.ellipse(r * 0.62, 0, r * 0.42, r * 0.24, 0, 0, Math.PI * 2);
      ctx.fillStyle = petal % 2 ? light : shade(light, -0.15);
      ctx.fill();
      ctx.stroke();
    }
    ctx.fillStyle = dark;
    fillOutline(ctx, () => ctx.arc(0, 0, r * 0.3, 0, Math.PI * 2));
    ctx.fillStyle = light;
    fillOutline(ctx, () => ctx.arc(-r * 0.06, -r * 0.06, r * 0.17, 0, Math.PI * 2));
  });
}
