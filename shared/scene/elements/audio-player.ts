import * as z from 'zod';
import type { Box } from '#shared/model/geometry.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import { type Drawable, defineElementType } from '../element-type.ts';
import type { SceneContext, SceneEnv } from '../env.ts';
import { assetOf, colorOf, rangeOf, textField, toggle } from '../form-builders.ts';
import { boxFields, colorField, speedField } from '../form-fields.ts';
import { formatClock } from '../media-time.ts';
import { block, blockLines, paintBlocks, type TextBlock } from '../paint/blocks.ts';
import { drawBox } from '../paint/box.ts';
import { clipTo, isolate, roundedBox } from '../paint/canvas.ts';
import { drawFitted } from '../paint/image-fit.ts';
import { inkOn } from '../paint/panel.ts';
import { traceControl } from '../paint/player-bar.ts';
import { fillCircle, fillRounded, strokeGlyph } from '../paint/shapes.ts';
import { clipTime, isPlaying } from '../paint/video.ts';
import { randomFrom } from '../seed.ts';
import { readNumber } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { color, flag, longText, mediaSource, within } from './schema-parts.ts';

const properties = z.object({
  src: mediaSource,
  title: longText('Audio title'),
  artist: longText(),
  cover: mediaSource,
  autoplay: flag(false),
  loop: flag(false),
  muted: flag(false),
  volume: within(0, 1, 1),
  playbackRate: within(0.25, 2, 1),
  showWaveform: flag(true),
  accentColor: color('#2563eb'),
});

export type AudioPlayer = Drawable<z.output<typeof properties>>;

/** Heights from 0 to 1 that stand for the sound: a picture of it, made from the element's seed. */
export function waveform(seed: number, count: number): number[] {
  const random = randomFrom(seed, 7);
  const [a, b, c] = [random() * 6, random() * 6, random() * 6];
  return Array.from({ length: count }, (_, i) => {
    const x = i / Math.max(1, count - 1);
    const swell = 0.5 + 0.3 * Math.sin(x * 9 + a) + 0.2 * Math.sin(x * 23 + b);
    const beat = 0.55 + 0.45 * Math.abs(Math.sin(x * 61 + c));
    const ends = Math.min(1, x * 9 + 0.25, (1 - x) * 9 + 0.25);
    return Math.max(0.12, Math.min(1, swell * beat * ends * (0.75 + random() * 0.5)));
  });
}

function parts(element: AudioPlayer) {
  const { width, height, properties: it } = element;
  const pad = Math.min(readNumber(element.styles, 'padding', 20, 0, 200), height / 4, width / 8);
  const inner: Box = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const hasCover = isMediaSource(it.cover) && inner.width > inner.height * 2.4;
  const cover = hasCover ? { ...inner, width: inner.height } : undefined;
  const left = cover ? cover.x + cover.width + pad * 0.8 : inner.x;
  const r = Math.min(inner.height * 0.36, 34, inner.width * 0.12);
  const button = { x: left + r, y: inner.y + inner.height / 2, r };
  const x = left + r * 2 + pad * 0.8;
  const area: Box = { x, y: inner.y, width: Math.max(1, inner.x + inner.width - x), height: inner.height };
  const fontSize = Math.max(11, Math.min(26, inner.height * 0.21));
  const wave: Box = {
    x: area.x,
    y: area.y + fontSize * 1.7,
    width: area.width,
    height: Math.max(6, area.height - fontSize * 3.1),
  };
  return { cover, button, area, fontSize, wave };
}

const soundOf = ({ properties: it }: AudioPlayer, env: SceneEnv) => {
  const duration = env.assets.duration?.(it.src);
  const playing = isMediaSource(it.src) && isPlaying(env.t, it, duration);
  return { duration, playing, time: clipTime(env.t, it, duration) };
};

function blocksOf(element: AudioPlayer, env: SceneEnv): TextBlock[] {
  const { area, fontSize, wave } = parts(element);
  const { styles, properties: it } = element;
  const { duration, time } = soundOf(element, env);
  const title = [resolveText(it.title, env), resolveText(it.artist, env)].filter(Boolean).join(' · ');
  const small = { fontSize: fontSize * 0.8, fontWeight: 500, singleLine: true };
  const foot = {
    x: area.x,
    y: wave.y + wave.height + fontSize * 0.2,
    width: area.width,
    height: fontSize * 1.2,
  };
  const muted = { ...small, color: '#64748b' };
  return [
    block(title || 'Audio', { ...area, height: fontSize * 1.4 }, styles, {
      fontSize,
      fontWeight: 600,
      singleLine: true,
    }),
    block(formatClock(time), foot, styles, muted),
    ...(duration === undefined
      ? []
      : [block(formatClock(duration), foot, styles, { ...muted, textAlign: 'right' as const })]),
  ];
}

function drawWave(ctx: SceneContext, element: AudioPlayer, box: Box, share: number): void {
  const accent = colorOr(element.properties.accentColor, '#2563eb');
  const rest = 'rgba(100, 116, 139, 0.28)';
  if (!element.properties.showWaveform) {
    const thick = Math.max(4, Math.min(8, box.height / 3));
    const track = { ...box, y: box.y + (box.height - thick) / 2, height: thick };
    fillRounded(ctx, track, rest, thick);
    if (share > 0) fillRounded(ctx, { ...track, width: track.width * share }, accent, thick);
    fillCircle(ctx, box.x + box.width * share, box.y + box.height / 2, thick, accent);
    return;
  }
  const step = Math.max(4, box.height / 7);
  const count = Math.max(1, Math.floor(box.width / step));
  for (const [i, high] of waveform(element.seed, count).entries()) {
    const height = Math.max(2, high * box.height);
    const bar = { x: box.x + i * step, y: box.y + (box.height - height) / 2, width: step * 0.56, height };
    fillRounded(ctx, bar, (i + 0.5) / count <= share ? accent : rest, step);
  }
}

export const audioPlayer = defineElementType({
  type: 'audio_player',
  base: 'video',
  label: 'Audio player',
  description: 'Sound with a title, a wave and controls',
  category: 'Media',
  tags: ['audio', 'sound', 'music', 'podcast', 'mp3', 'player'],
  isPro: true,
  icon: 'IconMusic',
  size: { width: 400, height: 120 },
  bounds: { minWidth: 160, minHeight: 60, maxWidth: 2000, maxHeight: 2000, aspect: 'free' },
  properties,
  styles: {
    fontFamily: 'Inter',
    color: '#0f172a',
    backgroundColor: '#ffffff',
    borderRadius: 16,
    padding: 20,
    boxShadow: '0px 0px 0px 1px rgba(15, 23, 42, 0.08), 0px 8px 24px -8px rgba(15, 23, 42, 0.22)',
  },
  form: [
    assetOf('src', 'Sound', 'audio'),
    textField('title', 'Title'),
    textField('artist', 'By'),
    assetOf('cover', 'Cover'),
    toggle('autoplay', 'Play by itself'),
    toggle('loop', 'Begin again at the end'),
    toggle('muted', 'Without sound'),
    rangeOf('volume', 'Volume', { min: 0, max: 1, step: 0.1 }),
    speedField,
    toggle('showWaveform', 'Wave', 'style'),
    colorOf('accentColor', 'Accent'),
    { target: 'styles', key: 'fontFamily', tab: 'style', kind: 'font', label: 'Font' },
    colorField,
    ...boxFields,
  ],
  animated: true,
  stillUntil: (element, env) => {
    const { playing, duration } = soundOf(element, env);
    if (!playing) return Infinity;
    // The wave fills bar by bar where the length is known; else only the seconds go on.
    return duration === undefined ? Math.floor(env.t + 1e-9) + 1 : env.t;
  },
  weights: [500, 600],
  draw: (ctx, element, env) => {
    drawBox(ctx, element, element.styles);
    const { cover, button, wave } = parts(element);
    const { accentColor, cover: coverUrl } = element.properties;
    const accent = colorOr(accentColor, '#2563eb');
    const { duration, playing, time } = soundOf(element, env);
    if (cover)
      isolate(ctx, () => {
        clipTo(ctx, roundedBox(ctx, cover.x, cover.y, cover.width, cover.height, 8));
        fillRounded(ctx, cover, 'linear-gradient(160deg, #e2e8f0, #cbd5e1)');
        drawFitted(ctx, env.assets.image(coverUrl), cover, 'cover');
      });
    fillCircle(ctx, button.x, button.y, button.r, accent);
    const side = button.r * 1.05;
    strokeGlyph(ctx, { x: button.x - side / 2, y: button.y - side / 2, side }, inkOn(accent), () =>
      traceControl(ctx, playing ? 'pause' : 'play'),
    );
    drawWave(ctx, element, wave, duration ? time / duration : 0);
    paintBlocks(ctx, blocksOf(element, env), env);
  },
  images: ({ properties: { cover } }) => (isMediaSource(cover) ? [cover] : []),
  media: ({ properties: it }) => [
    {
      kind: 'audio',
      url: it.src,
      autoplay: it.autoplay,
      loop: it.loop,
      muted: it.muted,
      volume: it.volume,
      playbackRate: it.playbackRate,
    },
  ],
  text: ({ properties: { title, artist } }, env) =>
    `${resolveText(title, env)} ${resolveText(artist, env)} 0123456789:·`,
  textLines: (ctx, element, env) => blockLines(ctx, blocksOf(element, env), env),
});
