import type { Showable, Transition } from '#shared/model/signage/what-is-on.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { loadTypes } from '#shared/scene/lazy-types.ts';
import { formSender } from '#shared/scene/live/form-sender.ts';
import { SignPlayer } from '#shared/scene/sign-player.ts';
import { fontUrl } from '../../ui/font-files.ts';
import { liveData } from '../live-data.ts';
import { isAnnouncement } from '../page.ts';
import { fileUrl, signContent } from './contents.ts';

/** As long as the transitions of player.css; ms. */
const transitionMs = 500;
/** A picture or video is waited for so long before it is called missing; ms. */
const patienceMs = 20_000;

interface Shown {
  host: HTMLElement;
  end(): void;
}

const fonts = new BrowserFonts(fontUrl);

/** What is on the glass, and what comes over it. */
export class Stage {
  readonly #root: HTMLElement;
  #shown: Shown | undefined;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Shows a content once it is ready; what was shown stays until then. @throws when it cannot be had */
  async show(show: Showable, transition: Transition): Promise<void> {
    const host = document.createElement('div');
    host.className = 'turn';
    host.dataset.transition = transition;
    host.dataset.name = show.name;
    this.#root.append(host);
    try {
      const end = show.kind === 'sign' ? await this.#sign(host, show) : await this.#file(host, show);
      this.#replace({ host, end });
    } catch (error) {
      host.remove();
      throw error;
    }
  }

  /** Takes everything off. */
  clear(): void {
    this.#replace(undefined);
  }

  #replace(next: Shown | undefined): void {
    const before = this.#shown;
    this.#shown = next;
    next?.host.setAttribute('data-on', '');
    if (!before) return;
    before.host.setAttribute('data-leaving', '');
    const still = !next || next.host.dataset.transition === 'none';
    setTimeout(
      () => {
        before.end();
        before.host.remove();
      },
      still ? 0 : transitionMs,
    );
  }

  async #sign(host: HTMLElement, show: Extract<Showable, { kind: 'sign' }>): Promise<() => void> {
    const content = await signContent(show);
    const { publicId } = show;
    const forms = isAnnouncement(publicId)
      ? {}
      : { send: formSender(`/api/content/public/${encodeURIComponent(publicId)}`) };
    const player = new SignPlayer({ host, fonts, loadTypes, ...liveData(publicId), ...forms });
    try {
      await player.show(content);
    } catch (error) {
      player.destroy();
      throw error;
    }
    return () => player.destroy();
  }

  async #file(host: HTMLElement, show: Exclude<Showable, { kind: 'sign' }>): Promise<() => void> {
    const url = await fileUrl(show);
    const isVideo = show.kind === 'video';
    const media = document.createElement(isVideo ? 'video' : 'img');
    const ready = new Promise<void>((resolve, reject) => {
      media.addEventListener(isVideo ? 'loadeddata' : 'load', () => resolve(), { once: true });
      media.addEventListener('error', () => reject(new Error(`${show.name} cannot be loaded.`)), {
        once: true,
      });
      setTimeout(() => reject(new Error(`${show.name} does not come.`)), patienceMs);
    });
    if (media instanceof HTMLVideoElement)
      Object.assign(media, { muted: true, loop: true, autoplay: true, playsInline: true });
    else media.alt = show.name;
    media.src = url;
    host.append(media);
    await ready;
    return () => {
      media.removeAttribute('src');
      if (url.startsWith('blob:')) URL.revokeObjectURL(url);
    };
  }
}
