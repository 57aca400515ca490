import type { Element } from '#shared/model/content.ts';
import { type Box, boxesOverlap } from '#shared/model/geometry.ts';
import { drawBackground, drawElement } from '#shared/scene/draw.ts';
import type { SceneContext, SceneEnv } from '#shared/scene/env.ts';
import type { Editor } from '../editor.ts';
import { unionOf } from '../element-geometry.ts';
import type { Diff } from '../store/diff.ts';
import type { Moving } from '../store/moving.ts';
import { paintedBox } from '../store/spatial-index.ts';
import {
  layOver,
  newPicture,
  type Picture,
  type Placement,
  type Region,
  regionOf,
  sceneBox,
} from './picture.ts';
import { type StillOptions, StillPicture } from './still-picture.ts';

/** ms that a gesture's part of the picture may take in each frame before its order is given up for speed. */
const gestureBudget = 5;
/** Places of a gesture that are redrawn one by one; more of them are too many for the canvas's clip. */
const gesturePlaces = 40;
/** A moved picture reaches this far beyond the screen, device px: what a drag brings in is there. */
const movedMargin = 300;

/**
 * Paints the document through the scene: what stands still as one picture, and over it the gesture under way.
 * A gesture that is small enough is drawn in its true order among its neighbours; a large one, such as a drag of
 * hundreds, as one picture above the others until it ends.
 */
export class ScenePainter {
  readonly #editor: Editor;
  readonly #env: () => SceneEnv;
  readonly #still: StillPicture;
  readonly #options: StillOptions;
  readonly #withoutText = new WeakMap<Element, Element>();
  /** Of the fonts that the oldest part of the picture was drawn with. */
  #fontVersion: number;
  #moving: Moving['start'] | undefined;
  #moved: { start: Moving['start']; picture: Picture; placement: Placement } | undefined;

  constructor(editor: Editor, env: () => SceneEnv, options: StillOptions) {
    this.#editor = editor;
    this.#env = env;
    this.#options = options;
    this.#fontVersion = env().fonts.version;
    this.#still = new StillPicture(
      {
        elementsIn: (box) => this.#stillIn(box),
        extent: () => this.#extent(),
        drawBackground: (ctx) => {
          const { canvasSize } = editor.document.fields.get();
          drawBackground(ctx, editor.document.background, canvasSize, env());
        },
        draw: (ctx, element) => this.#draw(ctx, element),
      },
      options,
    );
  }

  /** A picture, a font or the whole document has changed. */
  reset(): void {
    this.#still.reset();
    this.#moved = undefined;
    this.#fontVersion = this.#env().fonts.version;
  }

  /** Whether a font has come since the picture was drawn. */
  get isInOldFonts(): boolean {
    return this.#fontVersion !== this.#env().fonts.version;
  }

  stop(): void {
    this.#still.stop();
  }

  /** Whether what was painted last is as sharp as it will be. */
  get isSharp(): boolean {
    return this.#still.isSharp;
  }

  /** Whether what is painted comes from a bitmap that panning only shifts. */
  get hasPicture(): boolean {
    return this.#still.hasPicture;
  }

  /** Draws ahead what zooming will show. */
  prepare(): void {
    if (!this.#editor.moving.get()) this.#still.prepareOverview();
  }

  changed({ elements, fields }: Diff): void {
    if (
      fields &&
      (fields.before.canvasBackground !== fields.after.canvasBackground ||
        fields.before.pages !== fields.after.pages ||
        fields.before.canvasSize !== fields.after.canvasSize)
    ) {
      this.#still.reset();
      return;
    }
    const boxes: Box[] = [];
    for (const [id, { before, after }] of elements) {
      if (this.#moving?.has(id)) continue;
      if (before) boxes.push(paintedBox(before));
      if (after) boxes.push(paintedBox(after));
    }
    this.#still.invalidate(boxes);
  }

  /** The elements are drawn again where they stand. */
  touch(ids: readonly (string | undefined)[]): void {
    const known = ids.flatMap((id) => (id && this.#editor.document.get(id)) || []);
    this.#still.invalidate(known.map(paintedBox));
  }

  /** Paints onto a context whose transform is the device's pixel ratio. */
  paint(ctx: SceneContext): void {
    const ratio = ctx.getTransform().a;
    const { width, height } = ctx.canvas;
    const { x, y, zoom } = this.#editor.camera.view.get();
    const placement = { x: Math.round(x * ratio), y: Math.round(y * ratio), scale: zoom * ratio };
    const moving = this.#editor.moving.get();
    this.#leaveOut(moving?.start);
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.#still.show(ctx, placement, width, height);
    if (moving) this.#paintMoving(ctx, moving, placement, { x: 0, y: 0, width, height });
    ctx.restore();
  }

  /** Takes what a gesture moves out of the still picture, and puts it back afterwards. */
  #leaveOut(start: Moving['start'] | undefined): void {
    if (start === this.#moving) return;
    const before = this.#moving;
    this.#moving = start;
    this.#moved = undefined;
    // A gesture that ended has left its elements where the document now has them.
    const landed = [...(before?.keys() ?? [])].flatMap((id) => this.#editor.document.get(id) ?? []);
    const elements = [...(before?.values() ?? []), ...landed, ...(start?.values() ?? [])];
    this.#still.invalidate(elements.map(paintedBox));
  }

  #paintMoving(ctx: SceneContext, moving: Moving, placement: Placement, screen: Region): void {
    const regions = this.#regionsOf(moving, placement, screen);
    if (regions && regions.length === 0) return;
    if (regions) this.#paintInOrder(ctx, moving, placement, regions);
    else if (moving.offset) this.#paintShifted(ctx, moving, moving.offset, placement, screen);
    else {
      ctx.setTransform(placement.scale, 0, 0, placement.scale, placement.x, placement.y);
      for (const element of this.#inOrder(moving)) this.#draw(ctx, element);
    }
  }

  /** Where the moved elements are drawn; undefined when drawing all there in order would take too long. */
  #regionsOf(moving: Moving, placement: Placement, screen: Region): Region[] | undefined {
    if (moving.size > gesturePlaces) return undefined;
    const regions: Region[] = [];
    let count = 0;
    for (const id of moving.start.keys()) {
      const element = moving.get(id);
      const region = element && regionOf(placement, paintedBox(element), screen);
      if (!region) continue;
      regions.push(region);
      count += this.#stillIn(sceneBox(placement, region)).length + 1;
    }
    return this.#still.costOf(count) <= gestureBudget ? regions : undefined;
  }

  #paintInOrder(ctx: SceneContext, moving: Moving, placement: Placement, regions: readonly Region[]): void {
    const { document } = this.#editor;
    const boxes = regions.map((region) => sceneBox(placement, region));
    const shown = new Map<string, Element>();
    for (const box of boxes) for (const element of this.#stillIn(box)) shown.set(element.id, element);
    for (const id of moving.start.keys()) {
      const element = moving.get(id);
      if (element) shown.set(id, element);
    }
    const ordered = [...shown.values()].sort((a, b) => document.rankOf(a.id) - document.rankOf(b.id));
    ctx.beginPath();
    for (const { x, y, width, height } of regions) ctx.rect(x, y, width, height);
    ctx.clip();
    for (const { x, y, width, height } of regions) ctx.clearRect(x, y, width, height);
    ctx.setTransform(placement.scale, 0, 0, placement.scale, placement.x, placement.y);
    const { canvasSize } = document.fields.get();
    drawBackground(ctx, document.background, canvasSize, this.#env());
    for (const element of ordered) this.#draw(ctx, element);
  }

  /** One picture of all that moves, drawn when the drag begins and shifted from then on. */
  #paintShifted(
    ctx: SceneContext,
    moving: Moving,
    offset: { x: number; y: number },
    placement: Placement,
    screen: Region,
  ): void {
    const shift = { x: Math.round(offset.x * placement.scale), y: Math.round(offset.y * placement.scale) };
    const moved = this.#moved;
    const reach = movedMargin / 2;
    const fits =
      moved?.start === moving.start &&
      moved.placement.scale === placement.scale &&
      Math.abs(moved.placement.x - placement.x - shift.x) <= reach &&
      Math.abs(moved.placement.y - placement.y - shift.y) <= reach;
    const current = fits ? moved : this.#newMoved(moving, shift, placement, screen);
    this.#moved = current;
    layOver(ctx, current.picture, {
      x: placement.x + shift.x,
      y: placement.y + shift.y,
      scale: placement.scale,
    });
  }

  #newMoved(moving: Moving, shift: { x: number; y: number }, placement: Placement, screen: Region) {
    const at = { x: placement.x + shift.x, y: placement.y + shift.y, scale: placement.scale };
    const seen = {
      x: -movedMargin,
      y: -movedMargin,
      width: screen.width + 2 * movedMargin,
      height: screen.height + 2 * movedMargin,
    };
    const box = sceneBox(at, seen);
    const elements = this.#inOrder(moving, (element) => boxesOverlap(paintedBox(element), box), true);
    const region = elements.length > 0 ? regionOf(at, unionOf(elements.map(paintedBox)), seen) : undefined;
    const { x, y, width, height } = region ?? { x: 0, y: 0, width: 1, height: 1 };
    const picture = newPicture(this.#options.make, width, height, {
      x: at.x - x,
      y: at.y - y,
      scale: at.scale,
    });
    const own = picture.canvas.ctx;
    own.setTransform(picture.scale, 0, 0, picture.scale, picture.x, picture.y);
    for (const element of elements) this.#draw(own, element);
    return { start: moving.start, picture, placement: at };
  }

  /** What moves, from the back to the front, as it is shown or as it stood when the gesture began. */
  #inOrder(moving: Moving, filter: (element: Element) => boolean = () => true, asItStood = false): Element[] {
    const { document } = this.#editor;
    const elements: Element[] = [];
    for (const [id, start] of moving.start) {
      const element = asItStood ? start : moving.get(id);
      if (element && filter(element)) elements.push(element);
    }
    return elements.sort((a, b) => document.rankOf(a.id) - document.rankOf(b.id));
  }

  #stillIn(box: Box): readonly Element[] {
    const found = this.#editor.document.paintedIn(box);
    const moving = this.#moving;
    return moving ? found.filter(({ id }) => !moving.has(id)) : found;
  }

  #extent(): Box {
    const { document } = this.#editor;
    const { width, height } = document.fields.get().canvasSize;
    return document.extent({ x: 0, y: 0, width, height });
  }

  #draw(ctx: SceneContext, element: Element): void {
    const typed = this.#editor.editingText.get() === element.id;
    drawElement(ctx, typed ? this.#emptied(element) : element, this.#env());
  }

  /** While a text is typed, the text field shows the letters. */
  #emptied(element: Element): Element {
    const known = this.#withoutText.get(element);
    if (known) return known;
    const emptied = { ...element, properties: { ...element.properties, text: '' } };
    this.#withoutText.set(element, emptied);
    return emptied;
  }
}
