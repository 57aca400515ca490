import type { Element } from '#shared/model/content.ts';
import { inLayerOrder } from '#shared/model/layers.ts';
import { isSeen, motionAt } from './animations/motion.ts';
import { drawBackground, drawElement, reachOf } from './draw.ts';
import type { Scene, SceneContext, SceneEnv } from './env.ts';
import { FramePlan, type Layer, type Run } from './frame-plan.ts';
import { drawableOf } from './known-types.ts';
import { fieldsIn } from './variables.ts';

/** Where the scene lies in the frame: scaled, then moved, in px of the frame. */
export interface Place {
  fit: number;
  x: number;
  y: number;
}

interface Bitmap {
  canvas: HTMLCanvasElement;
  x: number;
  y: number;
}

/** Flattened runs by their keys; undefined for one that covers nothing. */
export type Bitmaps = Map<string, Bitmap | undefined>;

/** Bitmaps that scenes of different data share; the oldest are given up first. */
const maxShared = 24;

/**
 * Whether an element's drawing reads data of some sources: it names one of their variables, or it is seen to read
 * when it is drawn, as it is shown once it has entered.
 */
function readsData(element: Element, env: SceneEnv, sources: ReadonlySet<string>): boolean {
  const names = fieldsIn(JSON.stringify(element)).map((name) => name.slice(0, name.indexOf('.')));
  if (names.some((source) => sources.has(source))) return true;
  let isRead = false;
  const note = (key: string | symbol) => {
    if (sources.has(String(key))) isRead = true;
  };
  const data = new Proxy(env.data, {
    get(target, key, receiver) {
      note(key);
      return Reflect.get(target, key, receiver);
    },
    has(target, key) {
      note(key);
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor(target, key) {
      note(key);
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      isRead = true;
      return Reflect.ownKeys(target);
    },
  });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const ctx = canvas.getContext('2d');
  if (ctx) drawElement(ctx, { ...element, animations: [] }, { ...env, data });
  return isRead;
}

/**
 * Draws the frames of a scene in their order onto one canvas. What stands still is flattened to bitmaps once, so
 * that a frame costs what moves in it.
 */
export class SceneFrames {
  readonly #scene: Scene;
  readonly #elements: Scene['elements'];
  readonly #ctx: SceneContext;
  readonly #place: Place;
  readonly #behind: string;
  readonly #plan: FramePlan;
  readonly #shared: Bitmaps | undefined;
  readonly #personal: readonly Element[];
  #bitmaps: Bitmaps = new Map();

  /**
   * @param given.behind CSS colour where the scene's shape leaves room, and behind a translucent background
   * @param given.shared bitmaps of what shows none of the data that differs, kept for the same scene with other data;
   * `sources` names what differs, such as 'lead'
   */
  constructor(given: {
    scene: Scene;
    ctx: SceneContext;
    place: Place;
    behind: string;
    fps: number;
    shared?: { bitmaps: Bitmaps; env: SceneEnv; sources: ReadonlySet<string> };
  }) {
    this.#scene = given.scene;
    this.#elements = inLayerOrder(given.scene.elements);
    this.#ctx = given.ctx;
    this.#place = given.place;
    this.#behind = given.behind;
    const { shared } = given;
    this.#shared = shared?.bitmaps;
    const reading = shared && this.#elements.map((element) => readsData(element, shared.env, shared.sources));
    this.#personal = this.#elements.filter((_, at) => reading?.[at]);
    this.#plan = new FramePlan(given.scene, given.fps, (index) => reading?.[index - 1] ?? false);
  }

  /** Whether the picture at t, in seconds, shows any of the data that differs. */
  showsData(t: number): boolean {
    return this.#personal.some((element) => {
      if (!element.isVisible || element.opacity === 0) return false;
      const motion = motionAt(element, t);
      return !motion || isSeen(motion);
    });
  }

  /** Draws the frame at env.t. @returns false when the canvas shows it already */
  draw(env: SceneEnv): boolean {
    const runs = this.#plan.at(env);
    if (!runs) return false;
    const kept = new Map<string, Bitmap | undefined>();
    this.#clear(this.#ctx);
    for (const run of runs) {
      if (run.kind === 'live') {
        this.#enter(this.#ctx);
        this.#drawLayers(this.#ctx, run.layers, env);
        continue;
      }
      const bitmap = this.#bitmapOf(run, env);
      kept.set(run.key, bitmap);
      if (!bitmap) continue;
      this.#ctx.resetTransform();
      this.#ctx.drawImage(bitmap.canvas, bitmap.x, bitmap.y);
    }
    this.#bitmaps = kept;
    return true;
  }

  #bitmapOf(run: Run, env: SceneEnv): Bitmap | undefined {
    if (this.#bitmaps.has(run.key)) return this.#bitmaps.get(run.key);
    const shared = run.isGeneral ? this.#shared : undefined;
    if (shared?.has(run.key)) return shared.get(run.key);
    const bitmap = this.#flatten(run, env);
    shared?.set(run.key, bitmap);
    if (shared && shared.size > maxShared) shared.delete(shared.keys().next().value!);
    return bitmap;
  }

  #clear(ctx: SceneContext): void {
    ctx.reset();
    ctx.fillStyle = this.#behind;
    ctx.fillRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  }

  /** From px of the frame to px of the scene, clipped to it. */
  #enter(ctx: SceneContext, left = 0, top = 0): void {
    const { fit, x, y } = this.#place;
    const { width, height } = this.#scene.canvasSize;
    ctx.setTransform(fit, 0, 0, fit, x - left, y - top);
    ctx.beginPath();
    ctx.rect(0, 0, width, height);
    ctx.clip();
  }

  #drawLayers(ctx: SceneContext, layers: readonly Layer[], env: SceneEnv): void {
    const { canvasBackground, canvasSize } = this.#scene;
    for (const { index } of layers)
      if (index === 0) drawBackground(ctx, canvasBackground, canvasSize, env);
      else drawElement(ctx, this.#elements[index - 1]!, env);
  }

  /** A run as a bitmap, no larger than what it covers; undefined when it covers nothing. */
  #flatten({ layers }: Run, env: SceneEnv): Bitmap | undefined {
    const whole = layers[0]!.index === 0;
    const box = whole ? this.#whole() : this.#covered(layers, env);
    if (!box) return undefined;
    const canvas = document.createElement('canvas');
    canvas.width = box.right - box.left;
    canvas.height = box.bottom - box.top;
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('A picture of this size does not fit into memory.');
    if (whole) this.#clear(ctx);
    this.#enter(ctx, box.left, box.top);
    this.#drawLayers(ctx, layers, env);
    return { canvas, x: box.left, y: box.top };
  }

  #whole() {
    return { left: 0, top: 0, right: this.#ctx.canvas.width, bottom: this.#ctx.canvas.height };
  }

  #covered(layers: readonly Layer[], env: SceneEnv) {
    const { fit, x, y } = this.#place;
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const { index } of layers) {
      const element = this.#elements[index - 1]!;
      const { position, size, isVisible, rotation } = element;
      // One without a place or a size is not drawn, and must not take its neighbours along.
      const isPlaced = [position.x, position.y, size.width, size.height].every(Number.isFinite);
      if (!isVisible || !isPlaced) continue;
      const reach = reachOf(drawableOf(element, env.seed));
      const turned = rotation % 360 !== 0;
      const half = Math.hypot(size.width, size.height) / 2;
      const halfWidth = (turned ? half : size.width / 2) + reach;
      const halfHeight = (turned ? half : size.height / 2) + reach;
      const centre = { x: position.x + size.width / 2, y: position.y + size.height / 2 };
      box.left = Math.min(box.left, x + (centre.x - halfWidth) * fit);
      box.right = Math.max(box.right, x + (centre.x + halfWidth) * fit);
      box.top = Math.min(box.top, y + (centre.y - halfHeight) * fit);
      box.bottom = Math.max(box.bottom, y + (centre.y + halfHeight) * fit);
    }
    const frame = this.#whole();
    const cut = {
      left: Math.max(frame.left, Math.floor(box.left)),
      top: Math.max(frame.top, Math.floor(box.top)),
      right: Math.min(frame.right, Math.ceil(box.right)),
      bottom: Math.min(frame.bottom, Math.ceil(box.bottom)),
    };
    return cut.right > cut.left && cut.bottom > cut.top ? cut : undefined;
  }
}
