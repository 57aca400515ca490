import * as z from 'zod';
import { contentLimits } from '#shared/model/content-limits.ts';
import type { Box } from '#shared/model/geometry.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { choiceOf, colorOf, rangeOf, textField, toggle, when } from '../form-builders.ts';
import { radiusField, selectOptions } from '../form-fields.ts';
import { playerConstants } from '../media-time.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { barLayout, drawBar, drawBigPlay } from '../paint/player-bar.ts';
import { skinNames, skins } from '../paint/player-skins.ts';
import { drawOuterShadows } from '../paint/shadow.ts';
import { fillRounded } from '../paint/shapes.ts';
import { readRadius } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { color, flag, longText, shortText, within } from './schema-parts.ts';
import {
  barState,
  drawVideo,
  videoBehaviour,
  videoFields,
  videoNotice,
  videoNoticeBlocks,
  videoProperties,
  videoShadowField,
} from './video-base.ts';

const watermarkPositions = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
const aspectRatios = ['16:9', '4:3', '21:9', '1:1', 'auto'] as const;
const { skipSeconds } = playerConstants;

const properties = z.object({
  ...videoProperties,
  autoplay: flag(false),
  loop: flag(false),
  muted: flag(false),
  volume: within(0, 1, 1),
  title: longText(),
  showControlsOnHover: flag(true),
  showTimeDisplay: flag(true),
  showVolumeControl: flag(true),
  showFullscreenButton: flag(true),
  showProgressBar: flag(true),
  customSkin: z.enum(skinNames).default('default'),
  aspectRatio: z.enum(aspectRatios).default('16:9'),
  /** px; 0 is the element's own width. */
  maxWidth: within(0, contentLimits.elementSide.max, 0),
  enableKeyboardControls: flag(true),
  enablePictureInPicture: flag(true),
  showVideoInfo: flag(false),
  crossOrigin: z.enum(['', 'anonymous', 'use-credentials']).default('anonymous'),
  skipBackwardSeconds: within(skipSeconds.min, skipSeconds.max, skipSeconds.fallback),
  skipForwardSeconds: within(skipSeconds.min, skipSeconds.max, skipSeconds.fallback),
  showWatermark: flag(false),
  watermarkText: shortText('{company.name}'),
  watermarkPosition: z.enum(watermarkPositions).default('bottom-right'),
  watermarkOpacity: within(0, 1, 0.7),
  watermarkFontSize: within(8, 120, 16),
  watermarkColor: color('#ffffff'),
  analyticsTracking: flag(false),
  customEvents: flag(false),
});

export type VideoPlayer = Drawable<z.output<typeof properties>>;

/** Where the picture lies: the largest box of the ratio, no wider than it may be, in the middle. */
export function pictureBox(
  { width, height }: { width: number; height: number },
  it: Pick<VideoPlayer['properties'], 'aspectRatio' | 'maxWidth'>,
): Box {
  const [wide = 0, high = 0] = it.aspectRatio === 'auto' ? [] : it.aspectRatio.split(':').map(Number);
  const ratio = wide && high ? wide / high : width / height;
  const widest = it.maxWidth > 0 ? Math.min(width, it.maxWidth) : width;
  const w = Math.min(widest, height * ratio);
  const h = Math.min(height, w / ratio);
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}

function layoutOf(ctx: SceneContext, element: VideoPlayer, env: SceneEnv) {
  const it = element.properties;
  const box = pictureBox(element, it);
  const state = barState(it, env);
  const shown = it.controls && box.height >= 120 && !videoNotice(it, env);
  const shows = {
    progress: it.showProgressBar,
    time: it.showTimeDisplay,
    volume: it.showVolumeControl,
    skip: true,
    pictureInPicture: it.enablePictureInPicture,
    fullscreen: it.showFullscreenButton,
  };
  const bar = shown
    ? barLayout(ctx, box, skins[it.customSkin], shows, state, element.styles, env)
    : undefined;
  return { box, state, bar };
}

function overlayBlocks(element: VideoPlayer, box: Box, barTop: number, env: SceneEnv): TextBlock[] {
  const it = element.properties;
  const blocks: TextBlock[] = [];
  const edge = Math.max(8, box.height * 0.035);
  if (it.showWatermark && it.watermarkText !== '') {
    const [vertical, horizontal] = it.watermarkPosition.split('-') as ['top' | 'bottom', 'left' | 'right'];
    const height = it.watermarkFontSize * 1.4;
    const bottom = Math.min(box.y + box.height, barTop) - edge - height;
    blocks.push(
      block(
        resolveText(it.watermarkText, env),
        {
          x: box.x + edge,
          y: vertical === 'top' ? box.y + edge : bottom,
          width: box.width - 2 * edge,
          height,
        },
        element.styles,
        {
          fontSize: it.watermarkFontSize,
          fontWeight: 600,
          color: it.watermarkColor,
          textAlign: horizontal,
          textShadow: '0px 1px 3px rgba(0, 0, 0, 0.5)',
          opacity: it.watermarkOpacity,
          singleLine: true,
        },
      ),
    );
  }
  if (it.showVideoInfo && it.title !== '') {
    const fontSize = Math.max(13, Math.min(30, box.height / 20));
    blocks.push(
      block(
        resolveText(it.title, env),
        { x: box.x + edge, y: box.y + edge, width: box.width - 2 * edge, height: fontSize * 1.5 },
        element.styles,
        { fontSize, fontWeight: 600, color: '#ffffff', singleLine: true },
      ),
    );
  }
  return blocks;
}

function blocksOf(ctx: SceneContext, element: VideoPlayer, env: SceneEnv): TextBlock[] {
  const { box, bar } = layoutOf(ctx, element, env);
  const overlay = overlayBlocks(element, box, bar?.ground.y ?? Infinity, env);
  return [...videoNoticeBlocks(ctx, element.properties, box, env), ...overlay, ...(bar?.texts ?? [])];
}

const watermarked = when('showWatermark', true);
const controlled = when('controls', true);

export const videoPlayer = defineElementType({
  ...videoBehaviour,
  type: 'video_player',
  label: 'Video player',
  description: 'A player with controls, skins, watermark and keyboard',
  tags: ['video', 'player', 'controls', 'film', 'watermark'],
  isPro: true,
  icon: 'IconPlayerPlay',
  size: { width: 800, height: 450 },
  properties,
  styles: { fontFamily: 'Inter', borderRadius: playerConstants.cornerRadius },
  form: [
    ...videoFields,
    rangeOf('volume', 'Volume', { min: 0, max: 1, step: playerConstants.volumeStep }),
    textField('title', 'Title', 'content', { maxLength: contentLimits.textLength }),
    toggle('showVideoInfo', 'Show the title'),
    toggle('showControlsOnHover', 'Controls only on hover', 'content', controlled),
    toggle('showProgressBar', 'Progress', 'content', controlled),
    toggle('showTimeDisplay', 'Time', 'content', controlled),
    toggle('showVolumeControl', 'Volume control', 'content', controlled),
    toggle('showFullscreenButton', 'Full screen', 'content', controlled),
    toggle('enablePictureInPicture', 'Picture in picture', 'content', controlled),
    toggle('enableKeyboardControls', 'Keyboard', 'content', {
      help: 'Space plays, arrows skip and set the volume, M mutes, F full screen, I picture in picture',
    }),
    rangeOf('skipBackwardSeconds', 'Skip back', { min: 1, max: 60, step: 1, unit: 's' }),
    rangeOf('skipForwardSeconds', 'Skip forward', { min: 1, max: 60, step: 1, unit: 's' }),
    choiceOf('customSkin', 'Skin', selectOptions(skinNames), 'style'),
    choiceOf(
      'aspectRatio',
      'Aspect ratio',
      aspectRatios.map((value) => ({ value, label: value === 'auto' ? 'Of the element' : value })),
      'layout',
    ),
    rangeOf('maxWidth', 'Widest', { min: 0, max: 2000, step: 10, unit: 'px' }, 'layout', {
      help: '0 is the whole width',
    }),
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
    toggle('showWatermark', 'Watermark', 'effects'),
    textField('watermarkText', 'Watermark text', 'effects', watermarked),
    choiceOf(
      'watermarkPosition',
      'Watermark place',
      selectOptions(watermarkPositions),
      'effects',
      watermarked,
    ),
    rangeOf('watermarkOpacity', 'Watermark opacity', { min: 0, max: 1, step: 0.1 }, 'effects', watermarked),
    rangeOf(
      'watermarkFontSize',
      'Watermark size',
      { min: 8, max: 120, step: 1, unit: 'px' },
      'effects',
      watermarked,
    ),
    colorOf('watermarkColor', 'Watermark colour', 'effects', watermarked),
    toggle('analyticsTracking', 'Tell the page what is watched', 'effects', {
      help: 'Sends a browser event when it plays, pauses, ends and at each quarter',
    }),
    toggle('customEvents', 'Send all player events to the page', 'effects'),
    radiusField,
    videoShadowField,
  ],
  weights: [500, 600],
  draw: (ctx, element, env) => {
    const it = element.properties;
    const { box, state, bar } = layoutOf(ctx, element, env);
    const radius = readRadius(element.styles);
    const outline = roundedBox(ctx, box.x, box.y, box.width, box.height, radius);
    drawOuterShadows(ctx, element.styles.boxShadow, outline);
    drawVideo(ctx, it, box, radius, env);
    isolate(ctx, () => {
      clipTo(ctx, outline);
      if (it.showVideoInfo && it.title !== '') {
        const veil = { ...box, height: Math.min(box.height / 3, 160) };
        fillRounded(ctx, veil, 'linear-gradient(180deg, rgba(2, 6, 23, 0.75), rgba(2, 6, 23, 0))');
      }
      paintBlocks(ctx, overlayBlocks(element, box, bar?.ground.y ?? Infinity, env), env);
      if (!bar) return;
      if (!state.playing) drawBigPlay(ctx, { ...box, height: box.height * 0.94 });
      drawBar(ctx, bar, skins[it.customSkin], state, env);
    });
  },
  text: ({ properties: it }, env) =>
    [
      resolveText(it.title, env),
      it.showWatermark ? resolveText(it.watermarkText, env) : '',
      it.controls ? '0123456789:/ ×' : '',
    ].join(' '),
  textLines: (ctx, element, env) => blockLines(ctx, blocksOf(ctx, element, env), env),
});
