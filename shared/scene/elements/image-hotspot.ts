import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr, withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { assetOf, choiceOf, colorOf, rangeOf, textField, toggle } from '../form-builders.ts';
import { objectFitField, radiusField } from '../form-fields.ts';
import { block, blockLines, paintBlocks, type TextBlock, widthOf } from '../paint/blocks.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { drawNotice, inkOn } from '../paint/panel.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { fillCircle, fillRounded } from '../paint/shapes.ts';
import { boxShadowPresets, objectFits } from '../presets.ts';
import { readRadius } from '../styles.ts';
import { readTextStyle } from '../text/style.ts';
import { resolveText } from '../variables.ts';
import { color, description, longText, mediaSource, shortText, within } from './schema-parts.ts';

const spot = z.object({
  /** Percent of the element's box. */
  x: within(0, 100, 50),
  y: within(0, 100, 50),
  title: shortText('Spot'),
  text: longText(),
  href: z.string().max(contentLimits.urlLength).default(''),
});

const standard = [
  { x: 28, y: 38, title: 'First point', text: 'Visitors open a point to read more.', href: '' },
  { x: 68, y: 58, title: 'Second point', text: 'Move it to where it belongs.', href: '' },
];

const properties = z.object({
  src: mediaSource,
  alt: description,
  hotspots: z.array(spot).max(40).default(standard),
  marker: z.enum(['dot', 'number', 'plus']).default('plus'),
  /** px; the marker's diameter. */
  markerSize: within(12, 80, 30),
  markerColor: color('#2563eb'),
  pulse: z.boolean().default(true),
  /** Titles beside the markers, also without a pointer: for signs that nobody touches. */
  showTitles: z.boolean().default(true),
  objectFit: z.enum(objectFits).default('cover'),
});

export type ImageHotspot = Drawable<z.output<typeof properties>>;
type Spot = ImageHotspot['properties']['hotspots'][number];

/** Seconds from one pulse to the next. */
const pulseSeconds = 2.4;

const placeOf = ({ width, height }: ImageHotspot, { x, y }: Spot) => ({
  x: (x / 100) * width,
  y: (y / 100) * height,
});

/** Titles on the side with more room. */
function titlesOf(ctx: SceneContext, element: ImageHotspot, env: SceneEnv) {
  const { styles, properties: it, width } = element;
  if (!it.showTitles) return [];
  const fontSize = Math.max(11, Math.min(28, it.markerSize * 0.5));
  const style = {
    ...readTextStyle(styles),
    fontSize,
    fontWeight: 600,
    padding: 0,
    color: '#ffffff',
    verticalAlign: 'middle' as const,
  };
  return it.hotspots.flatMap((hotspot) => {
    const text = resolveText(hotspot.title, env);
    if (text === '') return [];
    const { x, y } = placeOf(element, hotspot);
    const textWidth = Math.min(width * 0.4, widthOf(ctx, text, style, env) + 1);
    const label = { width: textWidth + fontSize * 1.3, height: fontSize * 1.9 };
    const right = x + it.markerSize * 0.75 + label.width < width - 4;
    const left = right ? x + it.markerSize * 0.75 : x - it.markerSize * 0.75 - label.width;
    const box = { x: left, y: y - label.height / 2, ...label };
    const words = { ...box, x: box.x + fontSize * 0.65, width: textWidth };
    return [{ box, block: block(text, words, styles, { ...style, singleLine: true }) }];
  });
}

function markBlocks(element: ImageHotspot): TextBlock[] {
  const { styles, properties: it } = element;
  if (it.marker !== 'number') return [];
  const side = it.markerSize;
  const ink = inkOn(colorOr(it.markerColor, '#2563eb'));
  return it.hotspots.map((hotspot, i) => {
    const { x, y } = placeOf(element, hotspot);
    const box = { x: x - side / 2, y: y - side / 2, width: side, height: side };
    return block(String(i + 1), box, styles, {
      fontSize: side * 0.5,
      fontWeight: 700,
      color: ink,
      textAlign: 'center',
      singleLine: true,
    });
  });
}

function drawMarker(ctx: SceneContext, element: ImageHotspot, hotspot: Spot, index: number, t: number): void {
  const { markerSize, markerColor, marker, pulse } = element.properties;
  const fill = colorOr(markerColor, '#2563eb');
  const { x, y } = placeOf(element, hotspot);
  const r = markerSize / 2;
  if (pulse) {
    // Each marker pulses in its own time, so that they do not blink as one.
    const phase = (t / pulseSeconds + index * 0.37) % 1;
    fillCircle(ctx, x, y, r * (1 + phase * 0.95), withAlpha(fill, 0.42 * (1 - phase) ** 1.6));
  }
  drawOuterShadows(ctx, '0px 2px 6px rgba(15, 23, 42, 0.4)', (grow = 0) => {
    ctx.moveTo(x + r + grow, y);
    ctx.arc(x, y, r + grow, 0, Math.PI * 2);
  });
  fillCircle(ctx, x, y, r, '#ffffff');
  fillCircle(ctx, x, y, r * 0.86, fill);
  const ink = inkOn(fill);
  if (marker === 'dot') fillCircle(ctx, x, y, r * 0.34, ink);
  if (marker === 'plus') {
    const arm = r * 0.42;
    const thick = Math.max(1.5, r * 0.16);
    fillRounded(ctx, { x: x - arm, y: y - thick / 2, width: arm * 2, height: thick }, ink, thick / 2);
    fillRounded(ctx, { x: x - thick / 2, y: y - arm, width: thick, height: arm * 2 }, ink, thick / 2);
  }
}

export const imageHotspot = defineElementType({
  type: 'image_hotspot',
  base: 'animation',
  label: 'Image hotspots',
  description: 'A picture with points that open to tell more',
  category: 'Interactive',
  tags: ['hotspot', 'image', 'points', 'tour', 'map', 'explain'],
  isPro: true,
  icon: 'IconPointer',
  size: { width: 500, height: 350 },
  properties,
  styles: { fontFamily: 'Inter', borderRadius: 12 },
  form: [
    assetOf('src', 'Image'),
    textField('alt', 'Description', 'content', { maxLength: contentLimits.descriptionLength }),
    {
      target: 'properties',
      key: 'hotspots',
      tab: 'content',
      kind: 'rows',
      label: 'Points',
      rows: {
        noun: 'point',
        minRows: 0,
        maxRows: 40,
        blank: { x: 50, y: 50, title: 'Point', text: '', href: '' },
        columns: [
          { key: 'title', label: 'Title', kind: 'text', maxLength: contentLimits.messageLength },
          { key: 'text', label: 'Text', kind: 'textarea', maxLength: contentLimits.textLength },
          {
            key: 'href',
            label: 'Link',
            kind: 'text',
            placeholder: 'https://',
            maxLength: contentLimits.urlLength,
          },
          { key: 'x', label: 'From the left', kind: 'number', min: 0, max: 100, step: 1, unit: '%' },
          { key: 'y', label: 'From the top', kind: 'number', min: 0, max: 100, step: 1, unit: '%' },
        ],
      },
    },
    toggle('showTitles', 'Titles beside the points'),
    choiceOf(
      'marker',
      'Marker',
      [
        { value: 'plus', label: 'Plus' },
        { value: 'dot', label: 'Dot' },
        { value: 'number', label: 'Number' },
      ],
      'style',
    ),
    rangeOf('markerSize', 'Marker size', { min: 12, max: 80, step: 1, unit: 'px' }, 'style'),
    colorOf('markerColor', 'Marker colour'),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    radiusField,
    objectFitField('properties'),
    toggle('pulse', 'Pulse', 'effects'),
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
  stillUntil: ({ properties: it }, env) => (it.pulse && it.hotspots.length > 0 ? env.t : Infinity),
  weights: [600, 700],
  draw: (ctx, element, env) => {
    const { src, objectFit, hotspots } = element.properties;
    const box = { x: 0, y: 0, width: element.width, height: element.height };
    const outline = roundedBox(ctx, 0, 0, box.width, box.height, readRadius(element.styles));
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    const picture = isMediaSource(src) ? env.assets.image(src) : undefined;
    isolate(ctx, () => {
      clipTo(ctx, outline);
      if (picture?.state === 'loaded') drawFitted(ctx, picture, box, objectFit);
      else {
        fillRounded(ctx, box, 'linear-gradient(160deg, #e2e8f0, #cbd5e1)');
        const text = !picture
          ? 'Choose an image'
          : picture.state === 'loading'
            ? 'Loading image'
            : 'Failed to load image';
        drawNotice(
          ctx,
          box,
          { glyph: picture?.state === 'error' ? 'broken' : 'picture', text, ink: '#475569' },
          env,
        );
      }
    });
    // Points belong to a picture: without one they would only lie over what is to be read.
    if (!picture) return;
    const titles = titlesOf(ctx, element, env);
    for (const title of titles) fillRounded(ctx, title.box, 'rgba(15, 23, 42, 0.82)', title.box.height / 2);
    for (const [i, hotspot] of hotspots.entries())
      isolate(ctx, () => drawMarker(ctx, element, hotspot, i, env.t));
    paintBlocks(ctx, [...titles.map((title) => title.block), ...markBlocks(element)], env);
  },
  images: ({ properties: { src } }) => (isMediaSource(src) ? [src] : []),
  text: ({ properties: { alt, hotspots } }, env) =>
    [alt, ...hotspots.flatMap(({ title, text }) => [title, text])]
      .map((text) => resolveText(text, env))
      .join('. '),
  textLines: (ctx, element, env) =>
    !isMediaSource(element.properties.src)
      ? []
      : blockLines(
          ctx,
          titlesOf(ctx, element, env).map((title) => title.block),
          env,
        ),
});
