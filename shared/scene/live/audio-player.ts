import { isMediaSource } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import { type AudioPlayer, waveform } from '../elements/audio-player.ts';
import { formatClock, shortUrl } from '../media-time.ts';
import { inkOn } from '../paint/panel.ts';
import { readNumber } from '../styles.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, icon } from './dom.ts';
import type { Mount } from './live-part.ts';

const play = 'M7 4.5L19 12 7 19.5z';
const pause = 'M8 5v14M16 5v14';

/** Sound with a title, a wave that can be sought in, and its times. */
export const mount: Mount = (element: AudioPlayer, host) => {
  const it = element.properties;
  const say = (text: string) => resolveText(text, host.env());
  const title = [say(it.title), say(it.artist)].filter(Boolean).join(' · ') || 'Audio';
  const padding = Math.min(
    readNumber(element.styles, 'padding', 20, 0, 200),
    element.height / 4,
    element.width / 8,
  );
  const inner = element.height - 2 * padding;
  const audio = new Audio();
  audio.preload = 'metadata';
  audio.src = host.resolve(it.src);
  audio.loop = it.loop;
  audio.muted = it.muted;
  audio.volume = it.volume;
  audio.playbackRate = it.playbackRate;
  const foot = h('div', { class: 'foot' });
  const button = h('button', { type: 'button', class: 'play' });
  const side = Math.min(inner * 0.72, 68, element.width * 0.24);
  button.style.width = `${side}px`;
  button.style.height = `${side}px`;
  button.style.fontSize = `${side * 0.42}px`;
  const seek = h('input', {
    type: 'range',
    min: 0,
    max: 1000,
    value: 0,
    'aria-label': 'Place in the sound',
    oninput: () => {
      if (Number.isFinite(audio.duration)) audio.currentTime = (Number(seek.value) / 1000) * audio.duration;
    },
  });
  const bars = it.showWaveform
    ? waveform(element.seed, Math.max(8, Math.min(60, Math.round(element.width / 8)))).map((high) =>
        h('i', { style: `height:${Math.round(high * 100)}%` }),
      )
    : [];
  const wave = h('div', { class: `wave${bars.length ? '' : ' plain'}` }, ...bars, seek);
  const cover = isMediaSource(it.cover) ? h('img', { src: host.resolve(it.cover), alt: '' }) : undefined;
  const rest = h('div', { class: 'rest' }, h('div', { class: 'title' }, title), wave, foot);
  const node = h(
    'div',
    { class: 'live sound', role: 'group', 'aria-label': `Audio player: ${title}` },
    cover,
    button,
    rest,
  );
  applyBox(node, element.styles);
  applyText(node, element.styles);
  node.style.padding = `${padding}px`;
  node.style.fontSize = `${Math.max(11, Math.min(26, inner * 0.21))}px`;
  const accent = colorOr(it.accentColor, '#2563eb');
  node.style.setProperty('--accent', accent);
  node.style.setProperty('--on-accent', inkOn(accent));
  let problem = '';
  const paint = () => {
    const { currentTime, duration, paused } = audio;
    const known = Number.isFinite(duration) && duration > 0;
    const share = known ? currentTime / duration : 0;
    seek.value = String(share * 1000);
    seek.setAttribute('aria-valuetext', formatClock(currentTime));
    wave.style.setProperty('--done', `${share * 100}%`);
    for (const [i, bar] of bars.entries()) bar.classList.toggle('on', (i + 0.5) / bars.length <= share);
    foot.replaceChildren(
      ...(problem
        ? [h('span', { role: 'alert' }, problem)]
        : [h('span', {}, formatClock(currentTime)), h('span', {}, known ? formatClock(duration) : '')]),
    );
    if (button.dataset.paused === String(paused)) return;
    button.dataset.paused = String(paused);
    button.replaceChildren(icon(paused ? play : pause, paused));
    button.setAttribute('aria-label', paused ? 'Play' : 'Pause');
  };
  const start = () =>
    audio.play().catch((error: Error) => {
      if (error.name !== 'NotAllowedError') problem ||= 'Failed to play audio';
      paint();
    });
  button.onclick = () => {
    if (!audio.paused) return audio.pause();
    if (audio.error) {
      problem = '';
      audio.load();
    }
    void start();
  };
  audio.addEventListener('error', () => {
    problem = `Failed to load audio: ${shortUrl(it.src)}`;
    paint();
  });
  audio.addEventListener('ended', () => {
    audio.currentTime = 0;
  });
  for (const name of ['timeupdate', 'durationchange', 'play', 'pause', 'ended'])
    audio.addEventListener(name, paint);
  paint();
  if (it.autoplay) void start();
  return {
    node,
    destroy: () => {
      audio.pause();
      audio.removeAttribute('src');
    },
  };
};
