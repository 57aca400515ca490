import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import { canvasFilter } from '../css/filter.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { assetOf, choiceOf, colorOf, rangeOf, textField, toggle, when } from '../form-builders.ts';
import { objectFitField, radiusField, selectOptions } from '../form-fields.ts';
import { blockLines } from '../paint/blocks.ts';
import { clipTo, isolate, pixelScale, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { drawNotice, type Notice, noticeBlocks, tintedInk } from '../paint/panel.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { fillRounded } from '../paint/shapes.ts';
import { boxShadowPresets, objectFits } from '../presets.ts';
import { readRadius } from '../styles.ts';
import { color, description, flag, mediaSource, shortText, within } from './schema-parts.ts';

const positions = ['center', 'top', 'bottom', 'left', 'right'] as const;

const properties = z.object({
  imageUrl: mediaSource,
  alt: description,
  objectFit: z.enum(objectFits).default('cover'),
  objectPosition: z.string().max(60).default('center'),
  loading: z.enum(['lazy', 'eager']).default('lazy'),
  crossOrigin: z.enum(['', 'anonymous', 'use-credentials']).default('anonymous'),
  showPlaceholder: flag(true),
  placeholderText: shortText('No image selected'),
  placeholderColor: color('#f1f5f9'),
  /** Whether a failure is told; otherwise the place stays empty. */
  errorFallback: flag(true),
  errorText: shortText('Image failed to load'),
  errorColor: color('#fef2f2'),
  showLoadingState: flag(true),
  loadingText: shortText('Loading…'),
  loadingColor: color('#f8fafc'),
  /** ms; 1000 to 30000 (specification, section 5). */
  loadingTimeout: within(1_000, 30_000, 10_000),
});

export type StandardPhoto = Drawable<z.output<typeof properties>>;

/** What is shown in place of the photo: its ground and its notice; nothing while the photo itself is. */
function standIn(
  { properties: it }: StandardPhoto,
  env: SceneEnv,
): (Notice & { ground: string }) | 'empty' | undefined {
  const on = (ground: string, fallback: string, notice: Omit<Notice, 'ink'>) => {
    const color = colorOr(ground, fallback);
    return { ...notice, ground: color, ink: tintedInk(color) };
  };
  if (!isMediaSource(it.imageUrl))
    return it.showPlaceholder
      ? on(it.placeholderColor, '#f1f5f9', { glyph: 'picture', text: it.placeholderText })
      : 'empty';
  const picture = env.assets.image(it.imageUrl, { timeout: it.loadingTimeout });
  if (picture.state === 'loading')
    return it.showLoadingState
      ? on(it.loadingColor, '#f8fafc', { glyph: 'spinner', turn: env.t % 1, text: it.loadingText })
      : 'empty';
  if (picture.state === 'loaded') return undefined;
  if (!it.errorFallback) return 'empty';
  return picture.reason === 'timeout'
    ? on(it.errorColor, '#fef2f2', {
        glyph: 'clock',
        text: 'Loading timeout',
        detail: 'Image took too long to load',
      })
    : on(it.errorColor, '#fef2f2', { glyph: 'broken', text: it.errorText });
}

function draw(ctx: SceneContext, element: StandardPhoto, env: SceneEnv): void {
  const { imageUrl, objectFit, objectPosition, loadingTimeout } = element.properties;
  const box = { x: 0, y: 0, width: element.width, height: element.height };
  const radius = readRadius(element.styles);
  const outline = roundedBox(ctx, 0, 0, box.width, box.height, radius);
  const instead = standIn(element, env);
  if (instead === 'empty') return;
  drawOuterShadows(ctx, element.styles.boxShadow, outline);
  if (instead) {
    fillRounded(ctx, box, instead.ground, radius);
    drawNotice(ctx, box, instead, env);
    return;
  }
  isolate(ctx, () => {
    clipTo(ctx, outline);
    const filter = canvasFilter(element.styles.filter, pixelScale(ctx));
    if (filter !== undefined) ctx.filter = filter;
    const picture = env.assets.image(imageUrl, { timeout: loadingTimeout });
    drawFitted(ctx, picture, box, objectFit, objectPosition);
  });
}

const loads = (element: StandardPhoto, env: SceneEnv) =>
  isMediaSource(element.properties.imageUrl) &&
  element.properties.showLoadingState &&
  env.assets.image(element.properties.imageUrl, { timeout: element.properties.loadingTimeout }).state ===
    'loading';

export const standardPhoto = defineElementType({
  type: 'standard_photo',
  base: 'standard_photo',
  label: 'Standard photo',
  description: 'A photo that tells how it loads, with your own words when it does not',
  category: 'Media',
  tags: ['photo', 'image', 'picture', 'placeholder', 'fallback'],
  icon: 'IconPhotoCheck',
  size: { width: 400, height: 300 },
  properties,
  styles: { borderRadius: 8 },
  form: [
    assetOf('imageUrl', 'Photo'),
    textField('alt', 'Description', 'content', {
      help: 'Read aloud to people who cannot see the photo',
      maxLength: contentLimits.descriptionLength,
    }),
    toggle('showPlaceholder', 'Show a placeholder while empty'),
    textField('placeholderText', 'Placeholder text', 'content', when('showPlaceholder', true)),
    toggle('showLoadingState', 'Show that it is loading'),
    textField('loadingText', 'Loading text', 'content', when('showLoadingState', true)),
    rangeOf('loadingTimeout', 'Give up after', { min: 1000, max: 30_000, step: 1000, unit: 'ms' }),
    toggle('errorFallback', 'Say when it fails'),
    textField('errorText', 'Failure text', 'content', when('errorFallback', true)),
    colorOf('placeholderColor', 'Placeholder colour'),
    colorOf('loadingColor', 'Loading colour'),
    colorOf('errorColor', 'Failure colour'),
    radiusField,
    objectFitField('properties'),
    choiceOf('objectPosition', 'Position', selectOptions(positions), 'layout'),
    choiceOf('loading', 'Load', selectOptions(['lazy', 'eager']), 'layout'),
    choiceOf(
      'crossOrigin',
      'Cross origin',
      [
        { value: '', label: 'Not set' },
        { value: 'anonymous', label: 'Anonymous' },
        { value: 'use-credentials', label: 'With credentials' },
      ],
      'layout',
    ),
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
  stillUntil: (element, env) => (loads(element, env) ? env.t : Infinity),
  draw,
  images: ({ properties: { imageUrl } }) => (isMediaSource(imageUrl) ? [imageUrl] : []),
  text: ({ properties: { alt } }) => alt,
  textLines: (ctx, element, env) => {
    const instead = standIn(element, env);
    if (!instead || instead === 'empty') return [];
    return blockLines(ctx, noticeBlocks(ctx, { x: 0, y: 0, ...element }, instead, env).blocks, env);
  },
});
