import type { CanvasBackground, CanvasSize, Element, Variable } from '#shared/model/content.ts';
import { safeHref } from '#shared/model/urls.ts';
import { BrowserAssets } from './browser-assets.ts';
import type { BrowserFonts } from './browser-fonts.ts';
import { browserLayers } from './browser-layers.ts';
import { drawScene, isAnimated, sceneTextLines } from './draw.ts';
import type { Scene, SceneContext, SceneData, SceneEnv } from './env.ts';
import { fontsOf, imagesOf } from './needs.ts';

/** What a player shows; the public call's answer has this form. */
export interface Playable {
  name: string;
  canvasSize: CanvasSize;
  canvasBackground: CanvasBackground;
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
}

/** Signs that show the time are drawn anew this often, in ms; the time is shown by the minute. */
const clockMs = 15_000;
/** A sign waits this long for its fonts and pictures before it shows what it has, in ms. */
const patienceMs = 8_000;

/**
 * Shows a scene in a page: fitted into its host, sharp on any screen, drawn only when something changes. Text is
 * there for screen readers, and buttons can be followed. Made to run for days.
 */
export class ScenePlayer {
  readonly #options: PlayerOptions;
  readonly #canvas = document.createElement('canvas');
  readonly #over = document.createElement('div');
  readonly #assets: BrowserAssets;
  readonly #createLayer = browserLayers();
  readonly #observer = new ResizeObserver(() => this.#fit());
  readonly #started = performance.now();
  #content: Playable | undefined;
  #frame = 0;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(options: PlayerOptions) {
    this.#options = options;
    const { resolve } = options;
    this.#assets = new BrowserAssets({ ...(resolve ? { resolve } : {}), onChange: () => this.#redraw() });
    this.#canvas.setAttribute('role', 'img');
    for (const part of [this.#canvas, this.#over]) part.style.position = 'absolute';
    options.host.replaceChildren(this.#canvas, this.#over);
    this.#observer.observe(options.host);
  }

  /** Shows a content as soon as its fonts and pictures are there; what was shown before stays until then. */
  async show(content: Playable): Promise<void> {
    const env = this.#env(content);
    this.#assets.preload(imagesOf(content, env));
    await Promise.all([
      this.#options.fonts.load(fontsOf(content, env), patienceMs),
      this.#assets.ready(patienceMs),
    ]);
    this.#content = content;
    clearInterval(this.#clock);
    const tellsTime = JSON.stringify(content.elements).includes('system.');
    if (tellsTime) this.#clock = setInterval(() => this.#redraw(), clockMs);
    this.#fit();
    this.#describe();
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    clearInterval(this.#clock);
    this.#observer.disconnect();
    this.#options.host.replaceChildren();
  }

  #env(content: Playable): SceneEnv {
    const now = new Date().toISOString();
    const data = { ...content.data } as SceneData;
    data.system = { ...data.system, date: now, time: now };
    return {
      data,
      ...(content.variables ? { variables: content.variables } : {}),
      t: (performance.now() - this.#started) / 1000,
      seed: this.#options.seed ?? 1,
      assets: this.#assets,
      fonts: this.#options.fonts,
      createLayer: this.#createLayer,
    };
  }

  #scale(): number {
    const { clientWidth, clientHeight } = this.#options.host;
    const { width, height } = this.#content!.canvasSize;
    return Math.min(clientWidth / width, clientHeight / height);
  }

  #fit(): void {
    if (!this.#content) return;
    const { clientWidth, clientHeight } = this.#options.host;
    const { width, height } = this.#content.canvasSize;
    const scale = this.#scale();
    const dots = scale * (devicePixelRatio || 1);
    this.#canvas.width = Math.max(1, Math.round(width * dots));
    this.#canvas.height = Math.max(1, Math.round(height * dots));
    this.#canvas.style.width = `${width * scale}px`;
    this.#canvas.style.height = `${height * scale}px`;
    const left = `${(clientWidth - width * scale) / 2}px`;
    const top = `${(clientHeight - height * scale) / 2}px`;
    for (const part of [this.#canvas, this.#over]) Object.assign(part.style, { left, top });
    this.#over.style.transform = `scale(${scale})`;
    this.#over.style.transformOrigin = '0 0';
    this.#draw();
  }

  #redraw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const content = this.#content;
    const ctx: SceneContext | null = this.#canvas.getContext('2d');
    if (!content || !ctx) return;
    const scale = this.#canvas.width / content.canvasSize.width;
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    ctx.clearRect(0, 0, content.canvasSize.width, content.canvasSize.height);
    drawScene(ctx, content as Scene, this.#env(content));
    if (isAnimated(content)) this.#redraw();
  }

  /** Lays what a person must be able to follow or hear over the picture. */
  #describe(): void {
    const content = this.#content!;
    const ctx = this.#canvas.getContext('2d')!;
    const lines = sceneTextLines(ctx, content, this.#env(content)).map(({ text }) => text);
    this.#canvas.setAttribute('aria-label', [content.name, ...lines].join('. ').slice(0, 2000));
    this.#over.replaceChildren(
      ...content.elements.flatMap((element) => {
        const href = element.elementType === 'button' && safeHref(element.properties.href);
        if (!href || !element.isVisible) return [];
        const link = document.createElement('a');
        const { target, text } = element.properties;
        link.href = href;
        link.target = typeof target === 'string' ? target : '_blank';
        link.rel = 'noopener';
        link.setAttribute('aria-label', typeof text === 'string' && text ? text : href);
        Object.assign(link.style, {
          position: 'absolute',
          left: `${element.position.x}px`,
          top: `${element.position.y}px`,
          width: `${element.size.width}px`,
          height: `${element.size.height}px`,
          transform: `rotate(${element.rotation}deg)`,
        });
        return [link];
      }),
    );
  }
}
