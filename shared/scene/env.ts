import type { JsonMap } from '#shared/model/bounded-map.ts';
import type { CanvasBackground, CanvasSize, Element, Page, Variable } from '#shared/model/content.ts';

/** What the scene draws onto. Types draw in the element's own box: (0, 0) is its top left corner. */
export type SceneContext = CanvasRenderingContext2D;

export interface SceneImage {
  state: 'loading' | 'loaded' | 'error';
  /** Only when loaded. */
  image?: CanvasImageSource;
  /** Natural size in px; 0 until loaded. */
  width: number;
  height: number;
  /** Why the state is 'error'. */
  reason?: 'failed' | 'timeout';
}

/** Where the scene gets pictures. Asking for one may start its loading; the answer is always immediate. */
export interface AssetSource {
  /** @param options.timeout ms after which a picture that does not answer has failed; the source's own otherwise */
  image(url: string, options?: { timeout?: number }): SceneImage;
  /**
   * The picture of a video at a time of its own, in seconds from the clip's beginning; past its end the last
   * one. Looping and speed are the caller's business (`clipTime`). A source without it shows posters, as does one
   * that answers undefined: no frame of this video can be had.
   */
  frame?(url: string, time: number): SceneImage | undefined;
  /** Each video has one frame, whatever the time: a poster comes before it, and nothing of it moves. */
  framesStandStill?: boolean;
  /** Length of a clip in seconds; undefined until it is known. */
  duration?(url: string): number | undefined;
}

/** What the scene needs to know of fonts. */
export interface FontSource {
  /** Grows whenever a face has become usable, so that text measured before is measured again. */
  version: number;
}

/** Records that the merge fields read: `data.lead.name`. What is missing is treated as unknown. */
export type SceneData = { [source: string]: JsonMap | undefined };

/** A scratch canvas for drawing an element in one piece before it is made translucent. */
export interface Layer {
  canvas: CanvasImageSource;
  ctx: SceneContext;
  release(): void;
}

export interface SceneEnv {
  data: SceneData;
  /** Tenant's own variables, for their defaults and formats; the system's are always known. */
  variables?: readonly Variable[];
  /** Seconds since the scene began. */
  t: number;
  /** The same seed gives the same picture at the same t. */
  seed: number;
  assets: AssetSource;
  fonts: FontSource;
  /** Show variables without a value as `[lead.name]` instead of nothing. */
  markMissing?: boolean;
  /**
   * Leave out what a record does not fill: lines of text whose fields are all empty, and a rep's photo that there is
   * not. For what hangs on a wall and for exports; the editor and its preview show what is missing.
   */
  hideEmpty?: boolean;
  /** Leave `animations` out: every element stands in its place, as for a still and for the editor's canvas. */
  still?: boolean;
  /** Draw hidden elements at 0.3, as the editor does. */
  showHidden?: boolean;
  /** Without it, a translucent element's parts are each translucent by themselves. */
  createLayer?(width: number, height: number): Layer | undefined;
  /** Told when an element could not be drawn; the rest of the scene is drawn all the same. */
  onError?(element: Element, error: unknown): void;
}

/** What is drawn. One with pages is drawn page by page, each as a scene of its own (`pageDrawings`). */
export interface Scene {
  canvasSize: CanvasSize;
  canvasBackground: CanvasBackground;
  pages?: readonly Page[] | undefined;
  elements: readonly Element[];
}
