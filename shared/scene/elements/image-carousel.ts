import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, rangeOf, toggle, when } from '../form-builders.ts';
import { objectFitField, radiusField } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { drawNotice } from '../paint/panel.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { fillCircle, fillRounded, strokeGlyph } from '../paint/shapes.ts';
import { boxShadowPresets, objectFits } from '../presets.ts';
import { readRadius } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { description, flag, mediaSource, within } from './schema-parts.ts';

const slide = z.object({
  src: mediaSource,
  alt: description,
  caption: z.string().max(contentLimits.messageLength).default(''),
});

const properties = z.object({
  slides: z.array(slide).max(40).default([]),
  autoPlay: flag(true),
  /** ms that a slide stands. */
  interval: within(500, 60_000, 3_000),
  showIndicators: flag(true),
  showArrows: flag(true),
  transition: z.enum(['slide', 'fade', 'none']).default('slide'),
  /** ms; a part of the interval. */
  transitionDuration: within(0, 3_000, 600),
  infiniteLoop: flag(true),
  objectFit: z.enum(objectFits).default('cover'),
});

type Carousel = Drawable<z.output<typeof properties>>;

export interface CarouselMoment {
  index: number;
  next: number;
  /** How far the change to the next slide is, eased; 0 while a slide stands. */
  progress: number;
  /** When the picture next changes, in seconds. */
  until: number;
}

/** Slow at both ends. */
const ease = (x: number) => (x < 0.5 ? 4 * x ** 3 : 1 - (-2 * x + 2) ** 3 / 2);

/** Which slide is seen at t: each stands for its interval, the change to the next being the end of it. */
export function carouselAt(t: number, it: Carousel['properties']): CarouselMoment {
  const count = it.slides.length;
  const still = { index: 0, next: 0, progress: 0, until: Infinity };
  if (!it.autoPlay || count < 2) return still;
  const interval = it.interval / 1000;
  const change = it.transition === 'none' ? 0 : Math.min(it.transitionDuration / 1000, interval * 0.8);
  // The hair keeps floating point from showing a slide one frame too long.
  const turn = Math.floor(Math.max(0, t) / interval + 1e-9);
  if (!it.infiniteLoop && turn >= count - 1) return { ...still, index: count - 1, next: count - 1 };
  const into = Math.max(0, t) - turn * interval;
  const moving = into - (interval - change);
  return {
    index: turn % count,
    next: (turn + 1) % count,
    progress: moving > 0 && change > 0 ? ease(moving / change) : 0,
    until: moving >= -1e-9 && change > 0 ? t : (turn + 1) * interval - change,
  };
}

const captionOf = (element: Carousel, index: number, env: SceneEnv) =>
  resolveText(element.properties.slides[index]?.caption ?? '', env);

function captionBlocks(element: Carousel, env: SceneEnv): TextBlock[] {
  const { index, next, progress } = carouselAt(env.t, element.properties);
  const fontSize = Math.max(14, Math.min(44, element.height / 16));
  const box = {
    x: fontSize * 1.6,
    y: element.height - fontSize * (element.properties.showIndicators ? 4.4 : 3.2),
    width: element.width - fontSize * 3.2,
    height: fontSize * 2,
  };
  const at = (which: number, opacity: number) => {
    const text = captionOf(element, which, env);
    const style = { fontSize, fontWeight: 600, color: '#ffffff', textAlign: 'center' as const };
    return text === '' || opacity <= 0
      ? []
      : [block(text, box, element.styles, { ...style, singleLine: true, opacity })];
  };
  if (progress === 0) return at(index, 1);
  return [...at(index, 1 - progress * 2), ...at(next, progress * 2 - 1)];
}

function drawSlide(ctx: SceneContext, element: Carousel, index: number, box: Box, env: SceneEnv): void {
  const src = element.properties.slides[index]?.src ?? '';
  const picture = isMediaSource(src) ? env.assets.image(src) : undefined;
  isolate(ctx, () => {
    clipTo(ctx, roundedBox(ctx, box.x, box.y, box.width, box.height, 0));
    fillRounded(ctx, box, '#0f172a');
    if (picture?.state === 'loaded') return drawFitted(ctx, picture, box, element.properties.objectFit);
    const text =
      picture?.state === 'loading' ? 'Loading image' : picture ? 'Failed to load image' : 'Choose an image';
    drawNotice(
      ctx,
      box,
      { glyph: picture?.state === 'error' ? 'broken' : 'picture', text, ink: '#cbd5e1' },
      env,
    );
  });
}

function drawSlides(ctx: SceneContext, element: Carousel, moment: CarouselMoment, env: SceneEnv): void {
  const { index, next, progress } = moment;
  const box = { x: 0, y: 0, width: element.width, height: element.height };
  if (progress === 0) {
    drawSlide(ctx, element, index, box, env);
    return;
  }
  if (element.properties.transition === 'fade') {
    drawSlide(ctx, element, index, box, env);
    isolate(ctx, () => {
      ctx.globalAlpha *= progress;
      drawSlide(ctx, element, next, box, env);
    });
    return;
  }
  const shift = progress * element.width;
  drawSlide(ctx, element, index, { ...box, x: -shift }, env);
  drawSlide(ctx, element, next, { ...box, x: element.width - shift }, env);
}

function drawIndicators(
  ctx: SceneContext,
  element: Carousel,
  { index, next, progress }: CarouselMoment,
): void {
  const count = element.properties.slides.length;
  const dot = Math.max(3, Math.min(8, element.height / 70));
  const gap = dot * 3.2;
  const y = element.height - dot * 4;
  const long = dot * 3;
  // The dot of the slide that is seen is drawn out; while slides change, its length wanders on.
  const lengthOf = (i: number) =>
    long * (i === index ? 1 - progress : 0) + long * (i === next ? progress : 0);
  const total = (count - 1) * gap + long + dot * 2;
  let x = (element.width - total) / 2;
  for (let i = 0; i < count; i++) {
    const length = lengthOf(i);
    const share = length / long;
    fillRounded(
      ctx,
      { x, y: y - dot, width: dot * 2 + length, height: dot * 2 },
      `rgba(255, 255, 255, ${0.5 + 0.5 * share})`,
      dot,
    );
    x += gap + length;
  }
}

function drawArrows(ctx: SceneContext, element: Carousel): void {
  const r = Math.max(14, Math.min(30, element.height / 16));
  for (const side of [-1, 1] as const) {
    const x = side < 0 ? r * 1.8 : element.width - r * 1.8;
    const y = element.height / 2;
    fillCircle(ctx, x, y, r, 'rgba(15, 23, 42, 0.5)');
    strokeGlyph(
      ctx,
      { x: x - r * 0.6, y: y - r * 0.6, side: r * 1.2 },
      '#ffffff',
      () => {
        ctx.moveTo(12 - side * 3, 5);
        ctx.lineTo(12 + side * 4, 12);
        ctx.lineTo(12 - side * 3, 19);
        ctx.stroke();
      },
      2.6,
    );
  }
}

export const imageCarousel = defineElementType({
  type: 'image_carousel',
  base: 'image',
  label: 'Carousel',
  description: 'Pictures that follow one another',
  category: 'Media',
  tags: ['carousel', 'slideshow', 'gallery', 'slides', 'images'],
  icon: 'IconCarouselHorizontal',
  size: { width: 800, height: 400 },
  properties,
  styles: { fontFamily: 'Inter', borderRadius: 12 },
  form: [
    {
      target: 'properties',
      key: 'slides',
      tab: 'content',
      kind: 'rows',
      label: 'Slides',
      rows: {
        noun: 'slide',
        minRows: 0,
        maxRows: 40,
        blank: { src: '', alt: '', caption: '' },
        columns: [
          { key: 'src', label: 'Image', kind: 'asset', assetType: 'image' },
          { key: 'caption', label: 'Caption', kind: 'text', maxLength: contentLimits.messageLength },
          { key: 'alt', label: 'Description', kind: 'text', maxLength: contentLimits.descriptionLength },
        ],
      },
    },
    toggle('autoPlay', 'Change by itself'),
    rangeOf(
      'interval',
      'Each slide stands',
      { min: 500, max: 60_000, step: 500, unit: 'ms' },
      'content',
      when('autoPlay', true),
    ),
    toggle('infiniteLoop', 'Begin again after the last'),
    toggle('showIndicators', 'Dots'),
    toggle('showArrows', 'Arrows'),
    choiceOf(
      'transition',
      'Change',
      [
        { value: 'slide', label: 'Slide' },
        { value: 'fade', label: 'Fade' },
        { value: 'none', label: 'None' },
      ],
      'effects',
    ),
    rangeOf(
      'transitionDuration',
      'Change takes',
      { min: 0, max: 3000, step: 100, unit: 'ms' },
      'effects',
      when('transition', 'slide', 'fade'),
    ),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Caption font' },
    radiusField,
    objectFitField('properties'),
    {
      target: 'styles',
      key: 'boxShadow',
      tab: 'effects',
      kind: 'select',
      label: 'Box shadow',
      options: boxShadowPresets,
    },
  ],
  animated: true,
  stillUntil: ({ properties: it }, env) => carouselAt(env.t, it).until,
  weights: [600],
  draw: (ctx, element, env) => {
    const { slides, showArrows, showIndicators } = element.properties;
    const moment = carouselAt(env.t, element.properties);
    const outline = roundedBox(ctx, 0, 0, element.width, element.height, readRadius(element.styles));
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    isolate(ctx, () => {
      clipTo(ctx, outline);
      const box = { x: 0, y: 0, width: element.width, height: element.height };
      if (slides.length === 0) {
        fillRounded(ctx, box, 'linear-gradient(160deg, #f8fafc, #e2e8f0)');
        return drawNotice(
          ctx,
          box,
          { glyph: 'picture', text: 'Add pictures to the carousel', ink: '#475569' },
          env,
        );
      }
      drawSlides(ctx, element, moment, env);
      const captions = captionBlocks(element, env);
      if (captions.length > 0) {
        const veil = { ...box, y: element.height * 0.6, height: element.height * 0.4 };
        const dark = Math.max(...captions.map(({ opacity = 1 }) => opacity)) * 0.7;
        fillRounded(ctx, veil, `linear-gradient(180deg, rgba(2, 6, 23, 0), rgba(2, 6, 23, ${dark}))`);
      }
      paintBlocks(ctx, captions, env);
      if (slides.length < 2) return;
      if (showArrows) drawArrows(ctx, element);
      if (showIndicators) drawIndicators(ctx, element, moment);
    });
  },
  images: ({ properties: { slides } }) => slides.map(({ src }) => src).filter(isMediaSource),
  text: ({ properties: { slides } }, env) =>
    slides
      .map(({ caption, alt }) => resolveText(caption, env) || alt)
      .filter(Boolean)
      .join('. '),
  textLines: (ctx, element, env) => blockLines(ctx, captionBlocks(element, env), env),
});
