import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { CanvasBackground, CanvasSize, Element, Page, Variable } from '#shared/model/content.ts';
import { isMediaSource } from '#shared/model/urls.ts';
import { BrowserAssets } from './browser-assets.ts';
import type { BrowserFonts } from './browser-fonts.ts';
import { browserLayers } from './browser-layers.ts';
import { BrowserVideos } from './browser-video.ts';
import { drawBackground, drawElement, reachOf, sceneTextLines } from './draw.ts';
import type { Drawable } from './element-type.ts';
import type { AssetSource, Scene, SceneContext, SceneData, SceneEnv } from './env.ts';
import { drawableOf } from './known-types.ts';
import { liveTypeOf } from './live/index.ts';
import { moveHolder, placeHolder, sheetsOf } from './live/layers.ts';
import type { FormSender, LiveHost, LivePart, Mount } from './live/live-part.ts';
import { fontsOf, imagesOf } from './needs.ts';
import { stillUntil } from './stillness.ts';
import { systemData } from './system-variables.ts';

/** What a player shows; the public call's answer has this form. */
export interface Playable {
  name: string;
  canvasSize: CanvasSize;
  canvasBackground: CanvasBackground;
  pages?: readonly Page[] | undefined;
  elements: Element[];
  data: Record<string, unknown>;
  variables?: readonly Variable[];
}

export interface PlayerOptions {
  /** Holds the picture and fills the window; emptied at first. */
  host: HTMLElement;
  fonts: BrowserFonts;
  /** Where a picture is really fetched from. */
  resolve?(url: string): string;
  seed?: number;
  /** Makes the element types of a content known before it is looked at; not needed where registry.ts is imported. */
  loadTypes?(elements: readonly Element[]): Promise<void>;
  /** Whether all of it is seen (the default), or it is as wide as its host, which scrolls. */
  fit?: 'whole' | 'width';
  /** Sends the forms of the page; without it they say that they cannot be sent. */
  send?: FormSender;
}

/** Signs that show the time are drawn again this often, in ms; the time is shown by the minute. */
const clockMs = 15_000;
/** A sign waits this long for its fonts and pictures before it shows what it has, in ms. */
const patienceMs = 8_000;
/** Changes nearer than this, in seconds, are drawn with the next frame; others are waited for. */
const nextFrame = 0.03;
/** A phone's browser shows no larger canvas; dots of a side and of the whole. */
const longestCanvas = 16_000;
const canvasDots = 16_000_000;
/** setTimeout takes no more; ms. */
const longestWait = 2_147_000_000;

/** A canvas of the stack with what is drawn on it. */
interface DrawnSheet {
  canvas: HTMLCanvasElement;
  scene: Scene;
  /** The lowest one, which has the background. */
  lowest: boolean;
  /** When its picture changes next, in seconds of the scene; in the past when it has to be drawn. */
  until: number;
}

/** The box of a live part, which moves as its element's animations say. */
interface Holder {
  node: HTMLElement;
  element: Element;
  /** When it moves next, in seconds of the scene. */
  until: number;
}

/** A live part whose code is there. */
interface Loaded {
  drawable: Drawable;
  mount: Mount;
  /** Its element is drawn, and the part lies over the drawing. */
  drawn: boolean;
}

/**
 * Shows a scene in a page: fitted into its host, sharp on any screen, drawn only when something changes. What is
 * live (forms, players, tabs, links) is real DOM between the canvases, by layer order; text is there for screen
 * readers. Made to run for days.
 */
export class ScenePlayer {
  readonly #options: PlayerOptions;
  readonly #stack = document.createElement('div');
  readonly #assets: BrowserAssets;
  /** For videos that have to be drawn, as their live part could not be loaded. */
  readonly #videos: BrowserVideos;
  readonly #sources: AssetSource;
  readonly #createLayer = browserLayers();
  readonly #observer = new ResizeObserver(() => this.#fit());
  #started = performance.now();
  readonly #startedAt = new Date().toISOString();
  #content: Playable | undefined;
  #drawn: DrawnSheet[] = [];
  #live: LivePart[] = [];
  #holders: Holder[] = [];
  #backdrop: HTMLVideoElement | undefined;
  #frame = 0;
  #wake: ReturnType<typeof setTimeout> | undefined;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
    const { resolve } = options;
    this.#assets = new BrowserAssets({
      ...(resolve ? { resolve } : {}),
      onlyShown: true,
      onChange: () => this.#refresh(),
    });
    this.#videos = new BrowserVideos({ ...(resolve ? { resolve } : {}), onChange: () => this.#refresh() });
    this.#sources = {
      image: (url, own) => this.#assets.image(url, own),
      frame: (url, time) => this.#videos.frame(url, time),
      duration: (url) => this.#videos.duration(url),
    };
    Object.assign(this.#stack.style, { position: 'absolute', transformOrigin: '0 0', overflow: 'hidden' });
    options.host.replaceChildren(this.#stack);
    this.#observer.observe(options.host);
  }

  /** Shows a content as soon as its fonts and pictures are there; what was shown before stays until then. */
  async show(content: Playable): Promise<void> {
    const begin = await this.load(content);
    begin();
  }

  /** Loads what a content is drawn with. @returns what shows it, at once; `fromStart` lets its time begin then */
  async load(content: Playable): Promise<(options?: { fromStart: boolean }) => void> {
    await this.#options.loadTypes?.(content.elements);
    const env = this.#env(content);
    this.#assets.preload(imagesOf(content, env));
    const [mounts] = await Promise.all([
      this.#loadLive(content, env),
      this.#options.fonts.load(fontsOf(content, env), patienceMs),
      this.#assets.settle(patienceMs),
    ]);
    return (options) => {
      this.#clear();
      if (options?.fromStart) this.#started = performance.now();
      this.#content = content;
      this.#build(content, mounts);
      if (JSON.stringify(content.elements).includes('system.'))
        this.#clock = setInterval(() => this.#refresh(), clockMs);
      this.#fit();
      this.#describe();
    };
  }

  /** Gives one source of the data other values, and draws with them. */
  fill(source: string, values: JsonMap): void {
    if (!this.#content) return;
    this.#content = { ...this.#content, data: { ...this.#content.data, [source]: values } };
    this.#refresh();
    this.#describe();
  }

  destroy(): void {
    this.#clear();
    this.#observer.disconnect();
    this.#options.host.replaceChildren();
  }

  #clear(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#wake);
    clearInterval(this.#clock);
    for (const part of this.#live) part.destroy?.();
    this.#videos.close();
    this.#backdrop?.removeAttribute('src');
    this.#backdrop = undefined;
    this.#live = [];
    this.#holders = [];
    this.#drawn = [];
    this.#stack.replaceChildren();
  }

  /** The code of the live parts that a content needs, by element. */
  async #loadLive(content: Playable, env: SceneEnv): Promise<Map<string, Loaded>> {
    const visible = content.elements.filter(({ isVisible }) => isVisible);
    const loading = visible.map(async (element): Promise<[string, Loaded][]> => {
      const drawable = drawableOf(element, env.seed);
      const type = liveTypeOf(drawable);
      // A part that cannot be loaded is drawn: the sign must not stay dark for it.
      const loaded = await type?.load().catch(() => undefined);
      return loaded ? [[element.id, { drawable, mount: loaded.mount, drawn: type?.drawn === true }]] : [];
    });
    const found = new Map((await Promise.all(loading)).flat());
    if (found.size > 0)
      await import('./live/style.ts').then(
        ({ addStyle }) => addStyle(),
        () => undefined,
      );
    return found;
  }

  #build(content: Playable, mounts: Map<string, Loaded>): void {
    const { seed, t } = this.#env(content);
    const host = this.#liveHost();
    const kindOf = ({ id }: Element) => {
      const mount = mounts.get(id);
      return mount ? (mount.drawn ? 'both' : 'live') : 'drawn';
    };
    this.#addBackdrop(content.canvasBackground);
    for (const sheet of sheetsOf(content.elements, kindOf, (element) => reachOf(drawableOf(element, seed)))) {
      if (sheet.kind === 'drawn') {
        const canvas = document.createElement('canvas');
        Object.assign(canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
        // What lies below a sheet of pictures can still be used.
        canvas.style.pointerEvents = 'none';
        const scene = { ...content, elements: sheet.elements };
        this.#drawn.push({ canvas, scene, lowest: this.#drawn.length === 0, until: -1 });
        this.#stack.append(canvas);
        continue;
      }
      const { drawable, mount, drawn } = mounts.get(sheet.element.id)!;
      const holder = document.createElement('div');
      placeHolder(holder, drawable, t);
      this.#holders.push({ node: holder, element: drawable.element, until: -1 });
      const part = mount(drawable, host);
      // A drawn element's own overlay leaves the rest of its box to what lies below.
      if (drawn) holder.style.pointerEvents = 'none';
      part.node.style.pointerEvents ||= 'auto';
      holder.append(part.node);
      this.#stack.append(holder);
      this.#live.push(part);
    }
  }

  /** A video behind everything is the browser's to play: no frame of it goes through a canvas. */
  #addBackdrop(background: CanvasBackground): void {
    if (background.type !== 'video') return;
    const video = document.createElement('video');
    Object.assign(video, { muted: true, loop: true, autoplay: true, playsInline: true });
    Object.assign(video.style, {
      position: 'absolute',
      width: '100%',
      height: '100%',
      objectFit: 'cover',
      background: '#000',
    });
    video.setAttribute('aria-hidden', 'true');
    const address = (url: string) => this.#options.resolve?.(url) ?? url;
    if (isMediaSource(background.poster)) video.poster = address(background.poster);
    // A video that cannot be shown is black (specification, section 4).
    video.addEventListener('error', () => video.removeAttribute('poster'));
    if (isMediaSource(background.url)) video.src = address(background.url);
    this.#backdrop = video;
    this.#stack.append(video);
  }

  #liveHost(): LiveHost {
    const { resolve, send } = this.#options;
    return {
      env: () => this.#env(this.#content!),
      resolve: (url) => resolve?.(url) ?? url,
      retry: (url) => {
        this.#assets.retry(url);
        this.#refresh();
      },
      ...(send ? { send } : {}),
    };
  }

  #env(content: Playable): SceneEnv {
    const data = { ...content.data } as SceneData;
    const zone = data.system?.timeZone;
    data.system = {
      ...data.system,
      ...systemData(new Date(), typeof zone === 'string' ? zone : 'UTC'),
      startedAt: this.#startedAt,
    };
    return {
      data,
      ...(content.variables ? { variables: content.variables } : {}),
      t: (performance.now() - this.#started) / 1000,
      seed: this.#options.seed ?? 1,
      hideEmpty: true,
      assets: this.#sources,
      fonts: this.#options.fonts,
      createLayer: this.#createLayer,
    };
  }

  #fit(): void {
    if (!this.#content) return;
    const { clientWidth, clientHeight } = this.#options.host;
    const { width, height } = this.#content.canvasSize;
    const isWide = this.#options.fit === 'width';
    const scale = isWide ? clientWidth / width : Math.min(clientWidth / width, clientHeight / height);
    Object.assign(this.#stack.style, {
      width: `${width}px`,
      height: `${height}px`,
      left: `${(clientWidth - width * scale) / 2}px`,
      top: `${isWide ? 0 : (clientHeight - height * scale) / 2}px`,
      transform: `scale(${scale})`,
    });
    const sharpest = Math.min(
      longestCanvas / (height * scale),
      Math.sqrt(canvasDots / (width * height)) / scale,
    );
    const dots = scale * Math.min(devicePixelRatio || 1, Math.max(1, sharpest));
    for (const sheet of this.#drawn) {
      sheet.canvas.width = Math.max(1, Math.round(width * dots));
      sheet.canvas.height = Math.max(1, Math.round(height * dots));
      sheet.until = -1;
    }
    this.#draw();
  }

  /** Draws everything again: pictures have settled, or the clock has gone on. */
  #refresh(): void {
    for (const sheet of this.#drawn) sheet.until = -1;
    for (const part of this.#live) part.update?.();
    this.#schedule(0);
  }

  /** @param seconds from now until something changes */
  #schedule(seconds: number): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#wake);
    if (seconds <= nextFrame) this.#frame = requestAnimationFrame(() => this.#draw());
    else if (seconds < Infinity)
      this.#wake = setTimeout(() => this.#schedule(0), Math.min(longestWait, seconds * 1000));
  }

  #draw(): void {
    const content = this.#content;
    if (!content) return;
    const env = this.#env(content);
    for (const sheet of this.#drawn) {
      if (sheet.until > env.t + 0.001) continue;
      this.#drawSheet(sheet, env);
      sheet.until = stillUntil(this.#withoutBackdrop(sheet), env);
    }
    for (const holder of this.#holders)
      if (holder.until <= env.t + 0.001) holder.until = moveHolder(holder.node, holder.element, env.t);
    const next = Math.min(Infinity, ...[...this.#drawn, ...this.#holders].map(({ until }) => until));
    this.#schedule(next - env.t);
  }

  #withoutBackdrop({ scene, lowest }: DrawnSheet): Scene {
    return lowest && !this.#backdrop
      ? scene
      : { ...scene, canvasBackground: { type: 'solid', color: 'transparent' } };
  }

  #drawSheet({ canvas, scene, lowest }: DrawnSheet, env: SceneEnv): void {
    const ctx: SceneContext | null = canvas.getContext('2d');
    if (!ctx) return;
    const { width, height } = scene.canvasSize;
    ctx.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    ctx.clearRect(0, 0, width, height);
    if (lowest && !this.#backdrop) drawBackground(ctx, scene.canvasBackground, scene.canvasSize, env);
    for (const element of scene.elements) drawElement(ctx, element, env);
  }

  /** Gives each canvas the words that are drawn on it. */
  #describe(): void {
    const content = this.#content!;
    const env = this.#env(content);
    for (const { canvas, scene, lowest } of this.#drawn) {
      // A text that is wrapped is one sentence, whose lines follow each other.
      const texts = new Map<string, string>();
      for (const { elementId, text } of sceneTextLines(canvas.getContext('2d')!, scene, env))
        texts.set(elementId, [texts.get(elementId), text].filter(Boolean).join(' '));
      const words = [lowest ? content.name : '', ...texts.values()].filter(Boolean).join('. ').slice(0, 2000);
      if (words === '') canvas.setAttribute('aria-hidden', 'true');
      else {
        canvas.setAttribute('role', 'img');
        canvas.setAttribute('aria-label', words);
      }
    }
  }
}
