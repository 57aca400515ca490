import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import { unionOf } from '../element-geometry.ts';
import {
  layOver,
  type MakeCanvas,
  newPicture,
  type Picture,
  type Placement,
  type Region,
  regionOf,
  sceneBox,
  wholeOf,
} from './picture.ts';

/** What the picture is made of. */
export interface StillScene {
  /** What stands still and may be drawn in the box (canvas px), from the back to the front. */
  elementsIn(box: Box): readonly Element[];
  /** Everything there is to see, in canvas px. */
  extent(): Box;
  drawBackground(ctx: SceneContext): void;
  draw(ctx: SceneContext, element: Element): void;
}

export interface StillOptions {
  make: MakeCanvas;
  /** Runs a callback before the next frame. */
  nextFrame(callback: () => void): void;
  after(callback: () => void, ms: number): () => void;
  now(): number;
  /** The picture has become sharper: show it. */
  onSharper(): void;
}

/** Tuning, in ms and px. */
export const stillLimits = {
  /** What one frame may spend on drawing elements before stand-ins are shown. */
  frameBudget: 7,
  /** Share of a frame that drawing ahead may take. */
  workBudget: 6,
  /** Pause after the last change of the zoom before the sharp picture is drawn. */
  rest: 90,
  /** The picture reaches this far beyond the screen on each side, so that most panning only shifts it. */
  margin: 192,
  /** Longest side of the coarse picture of everything. */
  overviewSide: 2048,
  /** Changes in more places than this are drawn as one. */
  places: 24,
} as const;

interface Job {
  picture: Picture;
  elements: readonly Element[];
  at: number;
  done(picture: Picture): void;
}

/**
 * The picture of everything that stands still. Panning shifts it and draws the strips that come into sight;
 * an edit redraws the places it touched. Zooming a scene too large to be drawn in one frame shows the last
 * picture scaled, over a coarse one of everything, and the sharp one is drawn piece by piece when it rests.
 */
export class StillPicture {
  readonly #scene: StillScene;
  readonly #options: StillOptions;
  #sharp: Picture | undefined;
  #spare: Picture | undefined;
  #overview: Picture | undefined;
  #job: Job | undefined;
  #missed: Box[] = [];
  #missedInOverview: Box[] = [];
  #stopRest: (() => void) | undefined;
  #working = false;
  #isSharp = false;
  #hasShown = false;
  /** ms for one element, learnt while drawing. */
  #cost = 0.02;

  constructor(scene: StillScene, options: StillOptions) {
    this.#scene = scene;
    this.#options = options;
  }

  /** Whether what was shown last is the picture itself, and not a stand-in that is replaced when the view rests. */
  get isSharp(): boolean {
    return this.#isSharp;
  }

  /** Whether there is a bitmap to show; the first frame is drawn without one. */
  get hasPicture(): boolean {
    return this.#sharp !== undefined;
  }

  /** Everything has changed. */
  reset(): void {
    this.#sharp = undefined;
    this.#overview = undefined;
    this.#job = undefined;
    this.#missed = [];
    this.#missedInOverview = [];
  }

  stop(): void {
    this.#stopRest?.();
    this.reset();
    this.#spare = undefined;
  }

  /** The scene has changed in these places, canvas px. */
  invalidate(boxes: readonly Box[]): void {
    if (boxes.length === 0) return;
    const places = boxes.length > stillLimits.places ? [unionOf(boxes)] : boxes;
    this.#missedInOverview.push(...places);
    if (this.#missedInOverview.length > stillLimits.places) {
      this.#missedInOverview = [unionOf(this.#missedInOverview)];
    }
    if (this.#job) this.#missed.push(...places);
    if (!this.#sharp) return;
    const whole = wholeOf(this.#sharp);
    for (const box of places) {
      const region = regionOf(this.#sharp, box, whole);
      if (region) this.#paint(this.#sharp, region);
    }
  }

  /** Expected ms for drawing so many elements. */
  costOf(count: number): number {
    return count * this.#cost;
  }

  /** Puts the picture onto a context whose transform is in device px. */
  show(ctx: SceneContext, placement: Placement, width: number, height: number): void {
    if (this.#showsAtOnce(placement, width, height)) {
      this.#paint(
        { canvas: { image: ctx.canvas, ctx, width, height }, ...placement },
        { x: 0, y: 0, width, height },
      );
      this.#isSharp = true;
      return;
    }
    const sharp = this.#fitting(placement, width, height);
    this.#isSharp = sharp !== undefined;
    ctx.clearRect(0, 0, width, height);
    if (sharp) {
      layOver(ctx, sharp, placement);
      return;
    }
    ctx.imageSmoothingEnabled = true;
    ctx.imageSmoothingQuality = 'low';
    this.#showCoarse(ctx, placement, { x: 0, y: 0, width, height });
    if (this.#sharp) layOver(ctx, this.#sharp, placement);
    this.#restSoon(placement, width, height);
  }

  /**
   * Whether this is the first frame and little to draw. It is then drawn straight onto the screen: a bitmap of some
   * 10 MB takes longer to make than to draw on, and opening a project need not wait for it.
   */
  #showsAtOnce(placement: Placement, width: number, height: number): boolean {
    if (this.#hasShown) return false;
    this.#hasShown = true;
    const seen = this.#scene.elementsIn(sceneBox(placement, { x: 0, y: 0, width, height }));
    return this.costOf(seen.length) <= stillLimits.frameBudget;
  }

  /** The coarse picture, where the last sharp one does not hide it: scaling a bitmap is what zooming costs. */
  #showCoarse(ctx: SceneContext, placement: Placement, screen: Region): void {
    const hidden = this.#sharp && regionOf(placement, sceneBox(this.#sharp, wholeOf(this.#sharp)), screen);
    for (const { x, y, width, height } of hidden ? around(screen, within(hidden, screen)) : [screen]) {
      ctx.save();
      ctx.beginPath();
      ctx.rect(x, y, width, height);
      ctx.clip();
      if (this.#overview) layOver(ctx, this.#overview, placement);
      else this.#background(ctx, placement);
      ctx.restore();
    }
  }

  /** The sharp picture for the placement, made where that takes no longer than a frame. */
  #fitting(placement: Placement, width: number, height: number): Picture | undefined {
    const present = this.#sharp;
    if (present && present.scale === placement.scale) {
      const dx = placement.x - present.x;
      const dy = placement.y - present.y;
      const covers =
        dx <= 0 && dy <= 0 && dx + present.canvas.width >= width && dy + present.canvas.height >= height;
      if (covers) return present;
      return this.#shift(present, placement, width, height);
    }
    const seen = sceneBox(placement, { x: 0, y: 0, width, height });
    const here = this.#scene.elementsIn(seen).length;
    if (this.costOf(here) > stillLimits.frameBudget && present) return undefined;
    this.#cancelJob();
    const wide = this.#blank(placement, width, height);
    // Beyond the screen only where there is time for it; the rest follows when it comes into sight.
    const around = this.#scene.elementsIn(sceneBox(wide, wholeOf(wide))).length;
    const affordable = this.costOf(around) <= stillLimits.frameBudget * 2;
    const next = affordable ? wide : newPicture(this.#options.make, width, height, placement);
    this.#paint(next, wholeOf(next));
    this.#replace(next);
    return next;
  }

  /** A picture of the screen with its margin, empty or with whatever it held before. */
  #blank(placement: Placement, width: number, height: number): Picture {
    const { margin } = stillLimits;
    const [wide, high] = [width + 2 * margin, height + 2 * margin];
    const spare = this.#spare;
    this.#spare = undefined;
    const place = { x: placement.x + margin, y: placement.y + margin, scale: placement.scale };
    if (spare?.canvas.width === wide && spare.canvas.height === high) {
      return { canvas: spare.canvas, ...place };
    }
    return newPicture(this.#options.make, wide, high, place);
  }

  #replace(picture: Picture): void {
    this.#spare = this.#sharp;
    this.#sharp = picture;
  }

  /** The same picture further along: what is known is copied, the strips that came into sight are drawn. */
  #shift(present: Picture, placement: Placement, width: number, height: number): Picture {
    const next = this.#blank(placement, width, height);
    const { ctx } = next.canvas;
    const whole = wholeOf(next);
    const known = regionOf(next, sceneBox(present, wholeOf(present)), whole);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, whole.width, whole.height);
    if (known) ctx.drawImage(present.canvas.image, next.x - present.x, next.y - present.y);
    for (const strip of known ? around(whole, known) : [whole]) this.#paint(next, strip);
    this.#replace(next);
    return next;
  }

  #paint(picture: Picture, region: Region): void {
    const { ctx } = picture.canvas;
    const elements = this.#scene.elementsIn(sceneBox(picture, region));
    const begun = this.#options.now();
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(region.x, region.y, region.width, region.height);
    ctx.clip();
    ctx.clearRect(region.x, region.y, region.width, region.height);
    this.#background(ctx, picture);
    this.#enter(ctx, picture);
    for (const element of elements) this.#scene.draw(ctx, element);
    ctx.restore();
    this.#learn(elements.length, begun);
  }

  #background(ctx: SceneContext, placement: Placement): void {
    ctx.save();
    this.#enter(ctx, placement);
    this.#scene.drawBackground(ctx);
    ctx.restore();
  }

  #enter(ctx: SceneContext, { x, y, scale }: Placement): void {
    ctx.setTransform(scale, 0, 0, scale, x, y);
  }

  #learn(count: number, begun: number): void {
    if (count < 20) return;
    const measured = (this.#options.now() - begun) / count;
    this.#cost += (Math.min(1, Math.max(0.002, measured)) - this.#cost) * 0.3;
  }

  // ---------------------------------------------------------------- ahead of time

  /** Once the view has rested, the sharp picture is drawn piece by piece and replaces the stand-in. */
  #restSoon(placement: Placement, width: number, height: number): void {
    this.#cancelJob();
    this.#stopRest?.();
    this.#stopRest = this.#options.after(() => {
      const picture = this.#blank(placement, width, height);
      this.#begin(picture, (finished) => {
        this.#replace(finished);
        const missed = this.#missed;
        this.#missed = [];
        this.#job = undefined;
        this.invalidate(missed);
        this.#options.onSharper();
      });
    }, stillLimits.rest);
  }

  #cancelJob(): void {
    this.#job = undefined;
    this.#missed = [];
  }

  #begin(picture: Picture, done: (picture: Picture) => void): void {
    const { ctx } = picture.canvas;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, picture.canvas.width, picture.canvas.height);
    this.#background(ctx, picture);
    const elements = this.#scene.elementsIn(sceneBox(picture, wholeOf(picture)));
    this.#missed = [];
    this.#job = { picture, elements, at: 0, done };
    this.#work();
  }

  #work(): void {
    if (this.#working) return;
    this.#working = true;
    this.#options.nextFrame(() => {
      this.#working = false;
      const job = this.#job;
      if (!job) return;
      const { ctx } = job.picture.canvas;
      const begun = this.#options.now();
      const from = job.at;
      ctx.save();
      this.#enter(ctx, job.picture);
      while (job.at < job.elements.length) {
        this.#scene.draw(ctx, job.elements[job.at]!);
        job.at++;
        if (job.at % 16 === 0 && this.#options.now() - begun > stillLimits.workBudget) break;
      }
      ctx.restore();
      this.#learn(job.at - from, begun);
      if (job.at < job.elements.length) this.#work();
      else job.done(job.picture);
    });
  }

  /**
   * Draws the coarse picture of everything, or brings it up to date, piece by piece. To be called when nothing
   * else is going on; a scene that is drawn within a frame needs none.
   */
  prepareOverview(): void {
    if (this.#job) return;
    const extent = this.#scene.extent();
    const elements = this.#scene.elementsIn(extent);
    if (this.costOf(elements.length) <= stillLimits.frameBudget) {
      this.#overview = undefined;
      this.#missedInOverview = [];
      return;
    }
    const scale = Math.min(1, stillLimits.overviewSide / Math.max(extent.width, extent.height));
    const width = Math.ceil(extent.width * scale);
    const height = Math.ceil(extent.height * scale);
    const placement = { x: -Math.floor(extent.x * scale), y: -Math.floor(extent.y * scale), scale };
    const present = this.#overview;
    const missed = this.#missedInOverview;
    this.#missedInOverview = [];
    const same =
      present?.scale === scale &&
      present.x === placement.x &&
      present.y === placement.y &&
      present.canvas.width === width;
    if (same && missed.length === 0) return;
    if (same && missed.every((box) => this.costOf(this.#scene.elementsIn(box).length) < 2)) {
      for (const box of missed) {
        const region = regionOf(present, box, wholeOf(present));
        if (region) this.#paint(present, region);
      }
      return;
    }
    this.#begin(newPicture(this.#options.make, width, height, placement), (finished) => {
      this.#overview = finished;
      this.#job = undefined;
      this.#missed = [];
    });
  }
}

/** The region without its edges inside the limit: a scaled bitmap ends between two px. */
function within({ x, y, width, height }: Region, limit: Region): Region {
  const left = x > limit.x ? x + 1 : x;
  const top = y > limit.y ? y + 1 : y;
  const right = x + width < limit.x + limit.width ? x + width - 1 : x + width;
  const bottom = y + height < limit.y + limit.height ? y + height - 1 : y + height;
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The up to four rectangles of `whole` that `known` leaves. */
function around(whole: Region, known: Region): Region[] {
  const right = known.x + known.width;
  const bottom = known.y + known.height;
  return [
    { x: whole.x, y: whole.y, width: whole.width, height: known.y - whole.y },
    { x: whole.x, y: bottom, width: whole.width, height: whole.y + whole.height - bottom },
    { x: whole.x, y: known.y, width: known.x - whole.x, height: known.height },
    { x: right, y: known.y, width: whole.x + whole.width - right, height: known.height },
  ].filter(({ width, height }) => width > 0 && height > 0);
}
