import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { Page } from '#shared/model/canvas.ts';
import { enteringSeconds, type PageDrawing, pageDrawings } from '#shared/model/pages.ts';
import type { SignFloor } from '#shared/model/sign-floor.ts';
import type { SignChart } from '#shared/model/sign-reports.ts';
import type { Forecasts } from '#shared/model/weather.ts';
import type { WallWins } from '#shared/model/wins-wall.ts';
import { followCharts } from './charts-feed.ts';
import type { AssetSource, SceneData, SceneEnv } from './env.ts';
import { followFloor } from './floor-feed.ts';
import { fontsOf } from './needs.ts';
import { transitionLook } from './page-transition.ts';
import { isForVisitors } from './phone/reading-order.ts';
import { type Playable, type PlayerOptions, ScenePlayer } from './player.ts';
import { followWeather } from './weather-feed.ts';
import { followWins } from './wins-feed.ts';

/** Steps by which a change of pages is described to the browser, which draws what lies between. */
const keyframes = 12;
/** While somebody fills in a form of a page, it is looked again after this whether it may go; ms. */
const waitForTyping = 2_000;
/** A phone's layout waits so long for its fonts; ms. */
const fontPatienceMs = 8_000;
/** Laying out asks for no pictures. */
const noAssets: AssetSource = { image: () => ({ state: 'loading', width: 0, height: 0 }) };
/** A page that cannot be loaded is tried again when it has been waited for so long; ms. */
const retryMs = 5_000;

/** A host that is no wider shows pages with forms in one column; px. */
const phoneMost = 640;

export interface SignPlayerOptions extends PlayerOptions {
  /** On a phone, pages with forms are laid out for it. Displays leave it out: they show what was drawn. */
  reflow?: boolean;
  /** The weather at the places of what is shown; without it, what the data holds stays. */
  weather?(): Promise<Forecasts>;
  /** What was won today; without it, what the data holds stays. */
  wins?(): Promise<WallWins>;
  /** The floor as far as what is shown shows it; without it, a live floor stays away. */
  floor?(): Promise<SignFloor>;
  /** Figures of the charts that are shown; without it, what the data holds stays. */
  charts?(): Promise<{ charts: SignChart[] }>;
}

/** What is kept up to date while a sign is shown. */
const feeds = ['weather', 'wins', 'floor', 'reports'] as const;

type Shown = PageDrawing & { page: Page };

/** A page on the glass, or loaded and ready for it. */
interface Layer {
  node: HTMLElement;
  player: ScenePlayer;
  /** It is laid out for a phone. */
  reflowed: boolean;
  begin: (options?: { fromStart: boolean }) => void;
}

const asPercent = (share: number) => `${share * 100}%`;

/** The movement of both pages as a browser's animations. */
function framesOf(transition: Page['transition']) {
  const looks = Array.from({ length: keyframes + 1 }, (_, step) =>
    transitionLook(transition, step / keyframes),
  );
  const moved = ({ x, y }: { x: number; y: number }) => `translate(${asPercent(x)}, ${asPercent(y)})`;
  return {
    leaving: looks.map(({ leaving }) => ({ transform: moved(leaving) })),
    entering: looks.map(({ entering }) => ({ transform: moved(entering), opacity: entering.opacity })),
  };
}

/**
 * Shows a sign in a page: its only page, or its pages one after another, again and again, each for its time. A page on
 * which a form is being filled in stays until that is done.
 */
export class SignPlayer {
  readonly #options: SignPlayerOptions;
  readonly #narrow = matchMedia(`(max-width: ${phoneMost}px)`);
  #layer: Layer | undefined;
  /** The page that follows, loaded and not yet shown. */
  #next: Layer | undefined;
  #content: Playable | undefined;
  #pages: Shown[] = [];
  #turning: ReturnType<typeof setTimeout> | undefined;
  /** Grows with each content: what was begun for an earlier one comes to nothing. */
  #shows = 0;
  #stopFeeds: () => void = () => undefined;

  constructor(options: SignPlayerOptions) {
    this.#options = options;
    options.host.replaceChildren();
    if (options.reflow) this.#narrow.addEventListener('change', this.#turned);
  }

  /** Shows a content as soon as its first page can be; what was shown before stays until then. */
  async show(content: Playable): Promise<void> {
    const show = ++this.#shows;
    const pages = pageDrawings(content);
    const reflows = pages.some((page) => this.#reflows(page)) || this.#layer?.reflowed === true;
    const isPlain = pages.length === 1 && this.#pages.length === 1 && this.#layer && !reflows;
    if (isPlain) {
      await this.#layer!.player.show(pageOf(content, pages[0]!));
      this.#content = content;
      this.#pages = pages;
      this.#followFeeds(content);
      return;
    }
    const layer = await this.#load(content, pages[0]!);
    if (show !== this.#shows) return drop(layer);
    this.#stopTurning();
    this.#content = content;
    this.#pages = pages;
    this.#replace(layer);
    layer.begin();
    if (pages.length > 1) this.#prepareNext(0);
    this.#followFeeds(content);
  }

  destroy(): void {
    this.#narrow.removeEventListener('change', this.#turned);
    this.#shows++;
    this.#stopFeeds();
    this.#stopTurning();
    this.#replace(undefined);
    this.#options.host.replaceChildren();
  }

  /**
   * The weather, the day's wins, the floor and the figures of what is shown now, each time that they are known anew; a page that
   * follows has them when it is shown.
   */
  #followFeeds(content: Playable): void {
    this.#stopFeeds();
    const { weather, wins, floor, charts } = this.#options;
    const show = (source: (typeof feeds)[number]) => (known: JsonMap) => {
      this.#content = { ...this.#content!, data: { ...this.#content!.data, [source]: known } };
      this.#layer?.player.fill(source, known);
    };
    const stops = [
      weather && followWeather(content.elements, () => weather(), show('weather')),
      wins && followWins(content.elements, () => wins(), show('wins')),
      floor && followFloor(content.elements, () => floor(), show('floor')),
      charts && followCharts(content.elements, () => charts(), show('reports')),
    ];
    this.#stopFeeds = () => {
      for (const stop of stops) stop?.();
    };
  }

  async #load(content: Playable, page: Shown): Promise<Layer> {
    const node = document.createElement('div');
    Object.assign(node.style, { position: 'absolute', inset: '0', overflow: 'hidden', visibility: 'hidden' });
    node.dataset.page = page.page.name;
    this.#options.host.append(node);
    const reflowed = this.#reflows(page);
    if (reflowed) node.style.overflowY = 'auto';
    const player = new ScenePlayer({ ...this.#options, host: node, fit: reflowed ? 'width' : 'whole' });
    try {
      const shown = reflowed ? await this.#laidOut(content, page) : pageOf(content, page);
      return { node, player, reflowed, begin: await player.load(shown) };
    } catch (error) {
      player.destroy();
      node.remove();
      throw error;
    }
  }

  /** A phone was turned, or a window made narrow: what is shown is laid out again. */
  readonly #turned = () => {
    if (this.#content && !this.#isTypedIn()) void this.show(this.#content).catch(() => undefined);
  };

  #reflows({ elements }: Shown): boolean {
    return this.#options.reflow === true && this.#narrow.matches && isForVisitors(elements);
  }

  /** The page for a phone. Its code and fonts come first, as texts are measured. */
  async #laidOut(content: Playable, page: Shown): Promise<Playable> {
    const { host, fonts, loadTypes, seed = 1 } = this.#options;
    const plain = pageOf(content, page);
    const [{ phoneLayout, phoneWidth }] = await Promise.all([
      import('./phone/layout.ts'),
      loadTypes?.(plain.elements),
    ]);
    const data = content.data as SceneData;
    const env: SceneEnv = { data, seed, t: 0, hideEmpty: true, assets: noAssets, fonts };
    await fonts.load(fontsOf(plain, env), fontPatienceMs);
    const ctx = document.createElement('canvas').getContext('2d');
    if (!ctx) return plain;
    const height = (host.clientHeight * phoneWidth) / Math.max(1, host.clientWidth);
    return { ...plain, ...phoneLayout(page, ctx, env, height) };
  }

  #stopTurning(): void {
    clearTimeout(this.#turning);
    if (this.#next) drop(this.#next);
    this.#next = undefined;
  }

  #replace(next: Layer | undefined): void {
    const before = this.#layer;
    this.#layer = next;
    if (next) next.node.style.visibility = '';
    if (before) drop(before);
  }

  /** Loads the page that follows while this one is shown, and turns to it when its time has come. */
  #prepareNext(index: number): void {
    const show = this.#shows;
    const content = this.#content!;
    const due = performance.now() + this.#pages[index]!.page.duration * 1000;
    const next = (index + 1) % this.#pages.length;
    const turnWhenDue = (layer: Layer) => {
      this.#next = layer;
      const wait = due - performance.now();
      this.#turning = setTimeout(() => this.#turnTo(next, layer, index), Math.max(0, wait));
    };
    const load = () =>
      this.#load(content, this.#pages[next]!).then(
        (layer) => (show === this.#shows ? turnWhenDue(layer) : drop(layer)),
        () => {
          // Without a network the page that is shown stays.
          if (show === this.#shows) this.#turning = setTimeout(load, retryMs);
        },
      );
    void load();
  }

  #turnTo(next: number, layer: Layer, from: number): void {
    if (this.#isTypedIn()) {
      this.#turning = setTimeout(() => this.#turnTo(next, layer, from), waitForTyping);
      return;
    }
    this.#next = undefined;
    const before = this.#layer;
    const { page } = this.#pages[from]!;
    const seconds = enteringSeconds(page, this.#pages[next]!.page);
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    layer.begin({ fromStart: true });
    // It was loaded with what was known then.
    for (const source of feeds) {
      const known = this.#content!.data[source];
      if (known) layer.player.fill(source, known as JsonMap);
    }
    if (!before || seconds === 0 || isCalm) this.#replace(layer);
    else {
      this.#layer = layer;
      layer.node.style.visibility = '';
      const { leaving, entering } = framesOf(page.transition);
      const timing = { duration: seconds * 1000, fill: 'both' } as const;
      before.node.animate(leaving, timing);
      const coming = layer.node.animate(entering, timing);
      const end = () => {
        drop(before);
        coming.cancel();
      };
      coming.finished.then(end, () => drop(before));
    }
    this.#prepareNext(next);
  }

  #isTypedIn(): boolean {
    const active = document.activeElement;
    return (
      active !== null &&
      this.#layer?.node.contains(active) === true &&
      active.matches('input, textarea, select')
    );
  }
}

const pageOf = (content: Playable, { canvasSize, canvasBackground, elements }: Shown): Playable => ({
  ...content,
  canvasSize,
  canvasBackground,
  elements,
  pages: undefined,
});

function drop({ player, node }: Layer): void {
  player.destroy();
  node.remove();
}
