import { colorOr } from '../css/color.ts';
import { pictureBox, type VideoPlayer } from '../elements/video-player.ts';
import { formatClock, playerConstants } from '../media-time.ts';
import { skins } from '../paint/player-skins.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, icon } from './dom.ts';
import type { LivePart, Mount } from './live-part.ts';
import { playerEvents } from './video-events.ts';
import { playerKeys } from './video-keys.ts';
import { videoSource } from './video-source.ts';

const { speeds, volumeStep, autoHideMs } = playerConstants;

const paths = {
  play: 'M7 4.5L19 12 7 19.5z',
  pause: 'M7 5v14M17 5v14',
  back: 'M9.2 6.1a7.5 7.5 0 1 0 5 .1M13.4 2.6L9.6 5.8l3.6 3.4',
  forward: 'M14.8 6.1a7.5 7.5 0 1 1-5 .1M10.6 2.6l3.8 3.2-3.6 3.4',
  volume: 'M3.5 9.5H7l4.5-4v13l-4.5-4H3.5zM15 9q2 3 0 6M17.8 6.5q3.6 5.5 0 11',
  muted: 'M3.5 9.5H7l4.5-4v13l-4.5-4H3.5zM15.5 9.5l5 5M20.5 9.5l-5 5',
  pip: 'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM12.5 12.5h6v4h-6z',
  fullscreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
};

/** What the player can be told to do, by its buttons as by its keys. */
export interface PlayerActions {
  togglePlay(): void;
  skip(seconds: number): void;
  changeVolume(by: number): void;
  toggleMute(): void;
  toggleFullscreen(): void;
  togglePictureInPicture(): void;
}

/** The player: skins, keyboard, picture in picture, watermark, all as the element's properties say. */
export const mount: Mount = (element: VideoPlayer, host): LivePart => {
  const it = element.properties;
  const say = (text: string) => resolveText(text, host.env());
  const title = say(it.title);
  const skin = skins[it.customSkin];
  const source = videoSource(it, host, title || 'Video');
  const video = source.node;
  const told = h('div', { class: 'told', role: 'status', 'aria-live': 'polite' });
  let toldTimer: ReturnType<typeof setTimeout> | undefined;
  const tell = (text: string) => {
    told.textContent = text;
    clearTimeout(toldTimer);
    toldTimer = setTimeout(() => told.replaceChildren(), autoHideMs);
  };

  const actions: PlayerActions = {
    togglePlay: () => {
      if (!video.paused) return video.pause();
      void source.play().then((plays) => !plays && !video.error && tell('Failed to play video'));
    },
    skip: (seconds) => {
      const end = Number.isFinite(video.duration) ? video.duration : video.currentTime;
      video.currentTime = Math.max(0, Math.min(end, video.currentTime + seconds));
    },
    changeVolume: (by) => {
      video.volume = Math.round(Math.max(0, Math.min(1, video.volume + by)) * 10) / 10;
      video.muted = video.volume === 0;
    },
    toggleMute: () => {
      video.muted = !video.muted;
      if (!video.muted && video.volume === 0) video.volume = volumeStep;
    },
    toggleFullscreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (node.requestFullscreen)
        node.requestFullscreen().catch(() => tell('Full screen is not possible here'));
    },
    togglePictureInPicture: () => {
      if (!it.enablePictureInPicture) return;
      if (document.pictureInPictureElement) void document.exitPictureInPicture();
      else if (!document.pictureInPictureEnabled || !video.requestPictureInPicture)
        tell('Picture-in-Picture not supported');
      else video.requestPictureInPicture().catch(() => tell('Picture-in-Picture not supported'));
    },
  };

  const button = (label: string, path: string, action: () => void, filled = false) =>
    h('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, icon(path, filled));
  const playButton = button('Play', paths.play, actions.togglePlay, true);
  const muteButton = button('Mute', paths.volume, actions.toggleMute);
  const big = h(
    'button',
    { type: 'button', class: 'big', 'aria-label': 'Play video', onclick: actions.togglePlay },
    icon(paths.play, true),
  );
  const time = h('span', { class: 'time' }, '0:00');
  const seek = h('input', {
    type: 'range',
    class: 'seek',
    min: 0,
    max: 1000,
    value: 0,
    step: 1,
    'aria-label': 'Place in the video',
    oninput: () => {
      if (Number.isFinite(video.duration)) video.currentTime = (Number(seek.value) / 1000) * video.duration;
    },
  });
  const loud = h('input', {
    type: 'range',
    class: 'loud',
    min: 0,
    max: 1,
    step: volumeStep,
    'aria-label': 'Volume',
    oninput: () => {
      video.volume = Number(loud.value);
      video.muted = video.volume === 0;
    },
  });
  const speed = h(
    'select',
    {
      'aria-label': 'Speed',
      onchange: () => {
        video.playbackRate = Number(speed.value);
      },
    },
    ...speeds.map((value) => h('option', { value }, `${value}×`)),
  );

  const full = !skin.bare;
  const tools = h(
    'div',
    { class: 'tools' },
    playButton,
    full &&
      button(`Back ${it.skipBackwardSeconds} seconds`, paths.back, () =>
        actions.skip(-it.skipBackwardSeconds),
      ),
    full &&
      button(`Forward ${it.skipForwardSeconds} seconds`, paths.forward, () =>
        actions.skip(it.skipForwardSeconds),
      ),
    it.showVolumeControl && muteButton,
    it.showVolumeControl && full && loud,
    it.showTimeDisplay && time,
    skin.floating && it.showProgressBar && seek,
    h('span', { class: 'space' }),
    full && speed,
    full &&
      it.enablePictureInPicture &&
      button('Picture in picture', paths.pip, actions.togglePictureInPicture),
    it.showFullscreenButton && button('Full screen', paths.fullscreen, actions.toggleFullscreen),
  );
  const bar = it.controls
    ? h('div', { class: 'bar' }, !skin.floating && it.showProgressBar && seek, tools)
    : undefined;
  const box = pictureBox(element, it);
  const [markTop, markSide] = it.watermarkPosition.split('-') as ['top' | 'bottom', 'left' | 'right'];
  const mark = it.showWatermark
    ? h(
        'div',
        {
          class: 'mark',
          style: `${markTop}:${markTop === 'bottom' && it.controls ? '3.4em' : '0'};${markSide}:0;opacity:${it.watermarkOpacity};font-size:${it.watermarkFontSize}px`,
        },
        say(it.watermarkText),
      )
    : undefined;
  if (mark) mark.style.color = colorOr(it.watermarkColor, '#ffffff');

  const node = h(
    'div',
    {
      class: `live clip player${skin.floating ? ' floating' : ''}`,
      tabindex: 0,
      role: 'group',
      'aria-label': title ? `Video player: ${title}` : 'Video player',
    },
    video,
    it.showVideoInfo && title !== '' && h('div', { class: 'info' }, title),
    mark,
    it.controls && big,
    bar,
    told,
  );
  applyBox(node, { ...element.styles, backgroundColor: '#000000' });
  applyText(node, element.styles);
  const { style } = node;
  style.color = skin.ink;
  style.inset = 'auto';
  style.left = `${box.x}px`;
  style.top = `${box.y}px`;
  style.width = `${box.width}px`;
  style.height = `${box.height}px`;
  style.fontSize = `${Math.max(11, Math.min(26, box.height * 0.036)) * skin.scale}px`;
  for (const name of ['ground', 'ink', 'accent', 'track'] as const)
    style.setProperty(`--${name}`, skin[name]);

  const paint = () => {
    const { currentTime, duration, paused, muted, volume } = video;
    const known = Number.isFinite(duration) && duration > 0;
    time.textContent = known
      ? `${formatClock(currentTime)} / ${formatClock(duration)}`
      : formatClock(currentTime);
    const share = known ? currentTime / duration : 0;
    seek.value = String(share * 1000);
    seek.setAttribute('aria-valuetext', time.textContent);
    seek.style.setProperty('--done', `${share * 100}%`);
    loud.value = String(muted ? 0 : volume);
    loud.style.setProperty('--done', `${(muted ? 0 : volume) * 100}%`);
    speed.value = String(video.playbackRate);
    big.hidden = !paused;
    big.style.display = paused ? '' : 'none';
  };
  const paintState = () => {
    const { paused, muted } = video;
    playButton.replaceChildren(icon(paused ? paths.play : paths.pause, paused));
    playButton.setAttribute('aria-label', paused ? 'Play' : 'Pause');
    muteButton.replaceChildren(icon(muted ? paths.muted : paths.volume));
    muteButton.setAttribute('aria-label', muted ? 'Unmute' : 'Mute');
    paint();
    wake();
  };
  let idle: ReturnType<typeof setTimeout> | undefined;
  const wake = () => {
    node.classList.remove('idle');
    clearTimeout(idle);
    if (it.showControlsOnHover && !video.paused)
      idle = setTimeout(
        () => !bar?.querySelector(':focus-visible') && node.classList.add('idle'),
        autoHideMs,
      );
  };
  for (const name of ['timeupdate', 'durationchange', 'seeked', 'ratechange'])
    video.addEventListener(name, paint);
  for (const name of ['play', 'pause', 'volumechange', 'ended']) video.addEventListener(name, paintState);
  for (const name of ['pointermove', 'pointerdown', 'focusin', 'keydown']) node.addEventListener(name, wake);
  node.addEventListener(
    'pointerleave',
    () => it.showControlsOnHover && !video.paused && node.classList.add('idle'),
  );
  video.addEventListener('click', actions.togglePlay);
  if (it.enableKeyboardControls) playerKeys(node, actions, it);
  playerEvents(video, node, element.element.id, it);
  paintState();
  source.start();
  return {
    node,
    destroy: () => {
      clearTimeout(idle);
      clearTimeout(toldTimer);
      source.stop();
    },
  };
};
