import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr, shade, withAlpha } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv, SceneImage } from '../env.ts';
import { assetOf, choiceOf, colorOf, rangeOf, textField, toggle, when } from '../form-builders.ts';
import { objectFitField, selectOptions } from '../form-fields.ts';
import { blockLines } from '../paint/blocks.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { drawNotice, noticeBlocks } from '../paint/panel.ts';
import { drawInsetShadows, drawOuterShadows } from '../paint/shadow.ts';
import { fillRounded } from '../paint/shapes.ts';
import { boxShadowPresets, objectFits } from '../presets.ts';
import { variableValue } from '../variables.ts';
import { color, flag, mediaSource, shortText, within } from './schema-parts.ts';

const repFrames = ['none', 'circle', 'square', 'rounded', 'classic', 'modern', 'shadow'] as const;

const properties = z.object({
  imageUrl: mediaSource,
  fallbackUrl: mediaSource,
  repName: shortText(),
  repEmail: shortText(),
  frame: z.enum(repFrames).default('circle'),
  frameColor: color('#ffffff'),
  /** px; 1 to 20 (specification, section 5). */
  frameWidth: within(1, 20, 4),
  objectFit: z.enum(objectFits).default('cover'),
  /** Takes the photo of the rep whom the record names. */
  autoFill: flag(true),
  /** The field of a webhook's record that holds the photo's address. */
  webhookVariable: shortText('rep_photo'),
});

type RepPhoto = Drawable<z.output<typeof properties>>;

/** Addresses of the photo, the wanted one first. */
function sourcesOf({ properties: it }: RepPhoto, env: Pick<SceneEnv, 'data'>): string[] {
  const bound: unknown[] = [];
  const email = variableValue('rep.email', env.data);
  // An element that is set to one rep does not show another's face.
  const sameRep = it.repEmail === '' || !email || String(email).toLowerCase() === it.repEmail.toLowerCase();
  if (it.autoFill && sameRep) {
    const field = it.webhookVariable.replace(/^external\./, '');
    bound.push(variableValue('rep.photo', env.data), field && variableValue(`external.${field}`, env.data));
  }
  return [...bound, it.imageUrl, it.fallbackUrl].filter(isMediaSource);
}

/** The first photo that can be shown; while one that stands before it still loads, that one is waited for. */
function photoOf(element: RepPhoto, env: SceneEnv): SceneImage | undefined {
  for (const url of sourcesOf(element, env)) {
    const picture = env.assets.image(url);
    if (picture.state !== 'error') return picture;
  }
  return undefined;
}

function shownRepName({ properties: { repName } }: RepPhoto, env: SceneEnv): string {
  const bound = variableValue('rep.name', env.data);
  return repName || (typeof bound === 'string' ? bound : '');
}

/** Where the photo goes inside its frame, and how round it is. */
function contentOf({ properties: { frame, frameWidth }, width, height }: RepPhoto): Box & { radius: number } {
  const side = Math.min(width, height);
  const round = { x: (width - side) / 2, y: (height - side) / 2, width: side, height: side };
  const whole = { x: 0, y: 0, width, height };
  const cut = (box: Box, by: number, radius: number) => ({
    x: box.x + by,
    y: box.y + by,
    width: Math.max(1, box.width - 2 * by),
    height: Math.max(1, box.height - 2 * by),
    radius,
  });
  switch (frame) {
    case 'none':
      return { ...whole, radius: 0 };
    case 'circle':
      return cut(round, frameWidth, side / 2);
    case 'square':
      return cut(whole, frameWidth, 0);
    case 'rounded':
      return cut(whole, frameWidth, side * 0.09);
    case 'classic':
      return cut(whole, frameWidth * 2.4, 0);
    case 'modern':
      return cut(round, frameWidth * 2.2, side / 2);
    case 'shadow':
      return { ...whole, radius: side * 0.05 };
  }
}

function drawBehind(ctx: SceneContext, element: RepPhoto, content: Box & { radius: number }): void {
  const { frame, frameWidth } = element.properties;
  const frameColor = colorOr(element.properties.frameColor, '#ffffff');
  const around = (by: number): Box => ({
    x: content.x - by,
    y: content.y - by,
    width: content.width + 2 * by,
    height: content.height + 2 * by,
  });
  const outlined = (box: Box, radius: number) => roundedBox(ctx, box.x, box.y, box.width, box.height, radius);
  const soft = '0px 2px 6px rgba(15, 23, 42, 0.22), 0px 14px 34px -8px rgba(15, 23, 42, 0.38)';
  const ring = around(frameWidth);
  const round = content.radius === 0 ? 0 : content.radius + frameWidth;
  switch (frame) {
    case 'none':
      return;
    case 'circle':
    case 'square':
    case 'rounded':
      drawOuterShadows(ctx, soft, outlined(ring, round));
      fillRounded(ctx, ring, frameColor, round);
      return;
    case 'classic': {
      const outer = around(frameWidth * 2.4);
      drawOuterShadows(ctx, soft, outlined(outer, 0));
      fillRounded(
        ctx,
        outer,
        `linear-gradient(135deg, ${shade(frameColor, 0.2)}, ${frameColor} 45%, ${shade(frameColor, -0.22)})`,
      );
      fillRounded(ctx, around(frameWidth * 0.5), shade(frameColor, -0.3));
      return;
    }
    case 'modern': {
      const outer = around(frameWidth * 2.2);
      drawOuterShadows(ctx, soft, outlined(outer, 1e4));
      fillRounded(
        ctx,
        outer,
        `conic-gradient(from 210deg, ${frameColor}, ${shade(frameColor, 0.55)}, ${shade(frameColor, -0.35)}, ${frameColor})`,
        1e4,
      );
      fillRounded(ctx, around(frameWidth), '#ffffff', 1e4);
      return;
    }
    case 'shadow':
      drawOuterShadows(
        ctx,
        `0px 4px 10px rgba(15, 23, 42, 0.25), 0px 26px 54px -10px ${withAlpha('#0f172a', 0.5)}`,
        outlined(content, content.radius),
      );
      return;
  }
}

const emptyNotice = { glyph: 'person', text: 'No Image', ink: '#475569' } as const;
const waitNotice = { glyph: 'person', text: 'Loading…', ink: '#475569' } as const;

/** On a wall nobody's photo is nothing; the preview says 'No Image' (document 000, section 2). */
const isHidden = (picture: SceneImage | undefined, env: SceneEnv): boolean =>
  env.hideEmpty === true && picture?.state !== 'loaded';

function draw(ctx: SceneContext, element: RepPhoto, env: SceneEnv): void {
  const content = contentOf(element);
  const picture = photoOf(element, env);
  if (isHidden(picture, env)) return;
  const { frame, objectFit } = element.properties;
  const outline = roundedBox(ctx, content.x, content.y, content.width, content.height, content.radius);
  if (frame === 'none') drawOuterShadows(ctx, element.styles.boxShadow, outline);
  isolate(ctx, () => drawBehind(ctx, element, content));
  isolate(ctx, () => {
    clipTo(ctx, outline);
    if (picture?.state === 'loaded') {
      // Faces stand in the upper part of a portrait.
      drawFitted(ctx, picture, content, objectFit, 'center 25%');
      return;
    }
    fillRounded(ctx, content, 'linear-gradient(160deg, #f1f5f9, #dbe3ee)');
    drawNotice(ctx, content, picture ? waitNotice : emptyNotice, env);
  });
  if (frame === 'classic')
    isolate(ctx, () => {
      ctx.translate(content.x, content.y);
      const opening = roundedBox(ctx, 0, 0, content.width, content.height, 0);
      drawInsetShadows(ctx, 'inset 0px 2px 8px rgba(0, 0, 0, 0.4)', content, opening);
    });
}

const framed = when('frame', ...repFrames.filter((name) => !['none', 'shadow'].includes(name)));

export const salesRepPhoto = defineElementType({
  type: 'sales_rep_photo',
  base: 'image',
  label: 'Rep photo',
  description: 'The photo of the sales rep whom the lead or the call belongs to',
  category: 'Media',
  tags: ['rep', 'sales', 'person', 'portrait', 'photo', 'avatar', 'face'],
  icon: 'IconUserCircle',
  size: { width: 480, height: 480 },
  properties,
  styles: { borderRadius: 9999 },
  form: [
    assetOf('imageUrl', 'Photo'),
    toggle('autoFill', 'Show the rep of the record', 'content', {
      help: 'The photo above is shown when the record has none',
    }),
    textField('repName', 'Name'),
    textField('repEmail', 'E-mail', 'content', { help: 'Only this rep is then shown' }),
    textField('webhookVariable', 'Webhook field', 'content', when('autoFill', true)),
    assetOf('fallbackUrl', 'Photo when there is none'),
    choiceOf('frame', 'Frame', selectOptions(repFrames), 'style'),
    colorOf('frameColor', 'Frame colour', 'style', framed),
    rangeOf('frameWidth', 'Frame width', { min: 1, max: 20, step: 1, unit: 'px' }, 'style', framed),
    objectFitField('properties'),
    {
      target: 'styles',
      key: 'boxShadow',
      tab: 'effects',
      kind: 'select',
      label: 'Box shadow',
      options: boxShadowPresets,
      ...when('frame', 'none'),
    },
  ],
  reach: () => 90,
  draw,
  images: (element, env) => sourcesOf(element, env),
  text: (element, env) => shownRepName(element, env),
  textLines: (ctx, element, env) =>
    isHidden(photoOf(element, env), env) || photoOf(element, env)?.state === 'loaded'
      ? []
      : blockLines(ctx, noticeBlocks(ctx, contentOf(element), emptyNotice, env).blocks, env),
});
