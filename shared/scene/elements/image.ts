import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import { canvasFilter } from '../css/filter.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv, SceneImage } from '../env.ts';
import { objectFitField, radiusField, selectOptions } from '../form-fields.ts';
import { clipTo, isolate, pixelScale, roundedBox } from '../paint/canvas.ts';
import { type FrameLook, frameNames, frames } from '../paint/frames.ts';
import { drawFitted, readCrop } from '../paint/image-fit.ts';
import { drawPlaceholder, type Placeholder } from '../paint/placeholder.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { boxShadowPresets, type ObjectFit, objectFits } from '../presets.ts';
import { readChoice, readRadius, readText } from '../styles.ts';

const properties = z.object({
  src: z.string().max(contentLimits.dataUrlLength).default(''),
  alt: z.string().max(contentLimits.descriptionLength).default(''),
  frame: z.enum(frameNames).default('none'),
  frameColor: z.string().max(contentLimits.colorLength).default('#000000'),
  frameWidth: z.number().min(2).max(20).default(8),
  objectFit: z.enum(objectFits).default('cover'),
});

type ImageElement = Drawable<z.output<typeof properties>>;

function placeholderFor(picture: SceneImage | undefined): Placeholder | undefined {
  if (!picture) return { icon: 'picture', label: 'Choose an image' };
  switch (picture.state) {
    case 'loading':
      return { icon: 'wait', label: 'Loading image' };
    case 'error':
      return { icon: 'broken', label: 'Failed to load image', tone: 'error' };
    case 'loaded':
      return undefined;
  }
}

function drawPicture(ctx: SceneContext, element: ImageElement, env: SceneEnv, look: FrameLook): void {
  const { src, frame, objectFit } = element.properties;
  const content = frames[frame].content(look);
  const picture = isMediaSource(src) ? env.assets.image(src) : undefined;
  const placeholder = placeholderFor(picture);
  isolate(ctx, () => {
    if (placeholder || !picture) {
      ctx.translate(content.x, content.y);
      if (placeholder) drawPlaceholder(ctx, content, { ...placeholder, radius: content.radius }, env);
      return;
    }
    clipTo(ctx, roundedBox(ctx, content.x, content.y, content.width, content.height, content.radius));
    const filter = canvasFilter(element.styles.filter, pixelScale(ctx));
    if (filter !== undefined) ctx.filter = filter;
    const fit = readChoice<ObjectFit>(element.styles, 'objectFit', objectFits, objectFit);
    drawFitted(
      ctx,
      picture,
      content,
      fit,
      readText(element.styles, 'objectPosition', 'center'),
      readCrop(element.styles),
    );
  });
}

export const image = defineElementType({
  type: 'image',
  base: 'image',
  label: 'Image',
  description: 'A picture, with frames and filters',
  category: 'Media',
  tags: ['image', 'picture', 'photo', 'logo', 'frame'],
  icon: 'IconPhoto',
  size: { width: 400, height: 300 },
  properties,
  styles: { borderRadius: 0, objectPosition: 'center', filter: 'none' },
  form: [
    { target: 'properties', key: 'src', tab: 'content', kind: 'asset', assetType: 'image', label: 'Image' },
    {
      target: 'properties',
      key: 'alt',
      tab: 'content',
      kind: 'text',
      label: 'Description',
      help: 'Read aloud to people who cannot see the image',
      maxLength: contentLimits.descriptionLength,
    },
    {
      target: 'properties',
      key: 'frame',
      tab: 'style',
      kind: 'select',
      label: 'Frame',
      options: selectOptions(frameNames),
    },
    {
      target: 'properties',
      key: 'frameColor',
      tab: 'style',
      kind: 'color',
      label: 'Frame colour',
      showWhen: { target: 'properties', key: 'frame', in: frameNames.filter((name) => name !== 'none') },
    },
    {
      target: 'properties',
      key: 'frameWidth',
      tab: 'style',
      kind: 'slider',
      label: 'Frame width',
      min: 2,
      max: 20,
      step: 1,
      unit: 'px',
      showWhen: { target: 'properties', key: 'frame', in: frameNames.filter((name) => name !== 'none') },
    },
    radiusField,
    objectFitField('properties'),
    {
      target: 'styles',
      key: 'objectPosition',
      tab: 'layout',
      kind: 'select',
      label: 'Position',
      options: selectOptions(['center', 'top', 'bottom', 'left', 'right']),
    },
    {
      target: 'styles',
      key: 'filter',
      tab: 'effects',
      kind: 'select',
      label: 'Filter',
      options: [
        { value: 'none', label: 'None' },
        { value: 'grayscale(1)', label: 'Black and white' },
        { value: 'sepia(0.8)', label: 'Sepia' },
        { value: 'contrast(1.25) saturate(1.3)', label: 'Vivid' },
        { value: 'brightness(1.12) saturate(0.85)', label: 'Faded' },
        { value: 'brightness(0.6)', label: 'Dimmed' },
        { value: 'blur(6px)', label: 'Blurred' },
        { value: 'invert(1)', label: 'Inverted' },
      ],
    },
    {
      target: 'styles',
      key: 'boxShadow',
      tab: 'effects',
      kind: 'select',
      label: 'Box shadow',
      options: boxShadowPresets,
    },
  ],
  reach: ({ properties: { frame } }) => frames[frame].reach,
  draw: (ctx, element, env) => {
    const { frame, frameColor, frameWidth } = element.properties;
    const radius = readRadius(element.styles);
    const look: FrameLook = {
      size: element,
      width: frameWidth,
      color: colorOr(frameColor, '#000000'),
      radius,
    };
    drawOuterShadows(
      ctx,
      element.styles.boxShadow,
      roundedBox(ctx, 0, 0, element.width, element.height, radius),
    );
    isolate(ctx, () => frames[frame].behind?.(ctx, look));
    drawPicture(ctx, element, env, look);
    isolate(ctx, () => frames[frame].above?.(ctx, look));
  },
  images: ({ properties: { src } }) => (isMediaSource(src) ? [src] : []),
  text: ({ properties: { alt } }) => alt,
});
