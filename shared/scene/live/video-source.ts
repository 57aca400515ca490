import { shortUrl } from '../media-time.ts';
import { h } from './dom.ts';
import type { LiveHost } from './live-part.ts';

export interface VideoOptions {
  src: string;
  poster: string;
  autoplay: boolean;
  loop: boolean;
  muted: boolean;
  preload: string;
  playbackRate: number;
  objectFit: string;
  volume?: number;
  crossOrigin?: string;
}

/** A video element with what the specification says of loading, autoplay and failing. */
export function videoSource(options: VideoOptions, host: LiveHost, label: string) {
  const node = h('video', {
    src: host.resolve(options.src),
    poster: options.poster ? host.resolve(options.poster) : undefined,
    preload: options.autoplay ? 'auto' : options.preload,
    playsinline: true,
    crossorigin: options.crossOrigin || undefined,
    'aria-label': label,
  });
  node.loop = options.loop;
  node.muted = options.muted;
  node.defaultMuted = options.muted;
  node.volume = options.volume ?? 1;
  node.playbackRate = options.playbackRate;
  node.defaultPlaybackRate = options.playbackRate;
  node.style.objectFit = options.objectFit;
  /** @returns whether it plays; where a browser forbids sound it is tried again without. */
  const play = async (): Promise<boolean> => {
    try {
      await node.play();
      return true;
    } catch (error) {
      if ((error as Error).name !== 'NotAllowedError' || node.muted) return false;
      node.muted = true;
      return node.play().then(
        () => true,
        () => false,
      );
    }
  };
  const failure = h(
    'div',
    { class: 'fail', role: 'alert' },
    h('strong', {}, 'Failed to load video'),
    h('small', {}, shortUrl(options.src)),
    h('button', { type: 'button', class: 'again', onclick: () => retry() }, 'Retry'),
  );
  const retry = () => {
    failure.remove();
    node.load();
    if (options.autoplay) void play();
  };
  node.addEventListener('error', () => node.parentElement?.append(failure));
  node.addEventListener('loadeddata', () => failure.remove());
  node.addEventListener('ended', () => {
    node.currentTime = 0;
  });
  return {
    node,
    play,
    start: () => {
      if (options.autoplay) void play();
    },
    stop: () => {
      node.pause();
      node.removeAttribute('src');
      node.load();
    },
  };
}
