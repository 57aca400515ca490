import type { Element } from '#shared/model/content.ts';
import { type Box, centreOf, type Point, rotateVector } from '#shared/model/geometry.ts';
import { gridSize } from '#shared/model/snapping.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import type { Editor } from '../editor.ts';
import { boxAround, boxOf, handleSide, handlesOf } from '../element-geometry.ts';
import { type Frame, frameOf, turnHandleAt, turnHandleDistance } from '../frame.ts';
import { paintRulers } from './rulers.ts';

/** Colours of the theme, read once per colour scheme. */
export interface OverlayColors {
  accent: string;
  handle: string;
  grid: string;
  surround: string;
  line: string;
  text: string;
  surface: string;
  typing: string;
  locked: string;
}

/** A grid finer than this many px on the screen is only noise: then only each fifth line is drawn. */
const finestGrid = 14;
/** Up to so many selected elements each have an outline in their own colour. */
const singleOutlines = 40;
/** More outlines than this on one screen would only be a carpet: the box around all of them says as much. */
const manyOutlines = 2_000;
const unitCorners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** Everything above the drawing: grid, selection, handles, guides, marquee and rulers, in screen px. */
export class OverlayPainter {
  readonly #editor: Editor;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  paint(ctx: SceneContext, colors: OverlayColors): void {
    const { showGrid, rulers } = this.#editor.settings.get();
    this.#paintSurround(ctx, colors);
    if (showGrid) this.#paintGrid(ctx, colors);
    this.#paintHover(ctx, colors);
    this.#paintSelection(ctx, colors);
    this.#paintGuides(ctx, colors);
    this.#paintSpacings(ctx, colors);
    this.#paintBrush(ctx, colors);
    if (rulers) paintRulers(ctx, this.#editor, colors);
  }

  /** Dims what sticks out of the canvas: it will not be exported. */
  #paintSurround(ctx: SceneContext, colors: OverlayColors): void {
    const canvas = this.#canvasOnScreen();
    const { width, height } = this.#editor.camera.screen.get();
    ctx.save();
    const clamp = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.round(value)));
    const [left, right] = [clamp(canvas.x, width), clamp(canvas.x + canvas.width, width)];
    const [top, bottom] = [clamp(canvas.y, height), clamp(canvas.y + canvas.height, height)];
    ctx.globalAlpha = 0.72;
    ctx.fillStyle = colors.surround;
    // Rectangles on whole px are filled faster than a path with a hole, and this is done in every frame.
    ctx.fillRect(0, 0, width, top);
    ctx.fillRect(0, bottom, width, height - bottom);
    ctx.fillRect(0, top, left, bottom - top);
    ctx.fillRect(right, top, width - right, bottom - top);
    ctx.globalAlpha = 1;
    ctx.lineWidth = 1;
    ctx.strokeStyle = colors.line;
    ctx.strokeRect(canvas.x - 0.5, canvas.y - 0.5, canvas.width + 1, canvas.height + 1);
    ctx.restore();
  }

  #paintGrid(ctx: SceneContext, colors: OverlayColors): void {
    const { zoom } = this.#editor.camera.view.get();
    const step = gridSize * zoom >= finestGrid ? gridSize * zoom : gridSize * 5 * zoom;
    if (step < finestGrid) return;
    const canvas = this.#canvasOnScreen();
    const { width, height } = this.#editor.camera.screen.get();
    ctx.save();
    ctx.beginPath();
    ctx.rect(canvas.x, canvas.y, canvas.width, canvas.height);
    ctx.clip();
    ctx.beginPath();
    for (let x = canvas.x + step; x < Math.min(width, canvas.x + canvas.width); x += step) {
      if (x < 0) continue;
      ctx.moveTo(Math.round(x) + 0.5, Math.max(0, canvas.y));
      ctx.lineTo(Math.round(x) + 0.5, Math.min(height, canvas.y + canvas.height));
    }
    for (let y = canvas.y + step; y < Math.min(height, canvas.y + canvas.height); y += step) {
      if (y < 0) continue;
      ctx.moveTo(Math.max(0, canvas.x), Math.round(y) + 0.5);
      ctx.lineTo(Math.min(width, canvas.x + canvas.width), Math.round(y) + 0.5);
    }
    ctx.strokeStyle = colors.grid;
    ctx.globalAlpha = 0.22;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.restore();
  }

  #paintHover(ctx: SceneContext, colors: OverlayColors): void {
    const editor = this.#editor;
    const id = editor.hovered.get();
    const element = id && !editor.isSelected(id) ? editor.shown(id) : undefined;
    if (!element) return;
    const group = editor.groups.closedGroupOf(element);
    if (!group) this.#outline(ctx, element, colors.accent, 1, 0.7);
    else this.#paintBox(ctx, boxAround(editor.document.pick(editor.groups.membersOf(group)))!, colors.accent);
  }

  #paintSelection(ctx: SceneContext, colors: OverlayColors): void {
    const editor = this.#editor;
    const selection = editor.selection.get();
    for (const { id: group } of editor.groups.enteredPath()) {
      const members = editor.groups.membersOf(group).flatMap((id) => editor.shown(id) ?? []);
      if (members.length > 0) this.#paintBox(ctx, boxAround(members)!, colors.accent);
    }
    if (selection.length === 0) return;
    const typed = editor.editingText.get();
    if (selection.length > singleOutlines) this.#paintManyOutlines(ctx, colors);
    else {
      for (const id of selection) {
        const element = editor.shown(id);
        if (!element) continue;
        const color = id === typed ? colors.typing : element.isLocked ? colors.locked : colors.accent;
        this.#outline(ctx, element, color, 1.5, 1, element.isLocked);
      }
    }
    const frame = this.#shownFrame();
    if (!frame) return;
    if (selection.length > 1) this.#paintBox(ctx, frame.box, colors.accent);
    if (!editor.moving.get()?.offset) this.#paintHandles(ctx, frame, colors);
  }

  /** One path for all of them: thousands of outlines by themselves would take longer than the drawing. */
  #paintManyOutlines(ctx: SceneContext, colors: OverlayColors): void {
    const editor = this.#editor;
    const { x, y, zoom } = editor.camera.view.get();
    const moving = editor.moving.get();
    const offset = moving?.offset ?? { x: 0, y: 0 };
    const visible = editor.camera.visibleBox();
    const box = { ...visible, x: visible.x - offset.x, y: visible.y - offset.y };
    const shown = editor.document.paintedIn(moving && !moving.offset ? visible : box);
    const selected = shown.filter(({ id }) => editor.isSelected(id));
    if (selected.length > manyOutlines) return;
    ctx.save();
    ctx.beginPath();
    for (const element of selected) {
      const now = moving && !moving.offset ? moving.get(element.id) : undefined;
      const { position, size, rotation } = now ?? element;
      const shift = moving?.has(element.id) ? offset : { x: 0, y: 0 };
      const left = (position.x + shift.x) * zoom + x;
      const top = (position.y + shift.y) * zoom + y;
      const [width, height] = [size.width * zoom, size.height * zoom];
      if (rotation % 180 === 0) ctx.rect(left, top, width, height);
      else {
        const centre = { x: left + width / 2, y: top + height / 2 };
        for (const [index, [cx, cy]] of unitCorners.entries()) {
          const corner = rotateVector({ x: (cx * width) / 2, y: (cy * height) / 2 }, rotation);
          if (index === 0) ctx.moveTo(centre.x + corner.x, centre.y + corner.y);
          else ctx.lineTo(centre.x + corner.x, centre.y + corner.y);
        }
        ctx.closePath();
      }
    }
    ctx.strokeStyle = colors.accent;
    ctx.lineWidth = 1;
    ctx.stroke();
    ctx.restore();
  }

  /** The frame as the gesture under way shows it. */
  #shownFrame(): Frame | undefined {
    const editor = this.#editor;
    const frame = editor.frame();
    const moving = editor.moving.get();
    if (!frame || !moving) return frame;
    const { offset } = moving;
    if (offset)
      return { ...frame, box: { ...frame.box, x: frame.box.x + offset.x, y: frame.box.y + offset.y } };
    return frameOf(editor.framedElements().map(({ id }) => editor.shown(id)!));
  }

  #paintBox(ctx: SceneContext, box: Box, color: string): void {
    const { x, y, width, height } = this.#editor.camera.boxToScreen(box);
    ctx.save();
    ctx.strokeStyle = color;
    ctx.lineWidth = 1;
    ctx.setLineDash([4, 3]);
    ctx.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), Math.round(height));
    ctx.restore();
  }

  #paintHandles(ctx: SceneContext, frame: Frame, colors: OverlayColors): void {
    const { camera } = this.#editor;
    const { zoom } = camera.view.get();
    const half = handleSide / 2;
    const knob = (at: Point, outline: () => void) => {
      const { x, y } = camera.toScreen(at);
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate((frame.rotation * Math.PI) / 180);
      ctx.beginPath();
      outline();
      ctx.fillStyle = colors.handle;
      ctx.fill();
      ctx.strokeStyle = colors.accent;
      ctx.lineWidth = 1.5;
      ctx.stroke();
      ctx.restore();
    };
    for (const { at } of handlesOf(frame, zoom)) {
      knob(at, () => ctx.roundRect(-half, -half, handleSide, handleSide, 2));
    }
    if (frame.endsOnly) return;
    knob(turnHandleAt(frame, zoom), () => {
      ctx.arc(0, 0, half + 1, 0, Math.PI * 2);
      ctx.moveTo(0, half + 1);
      ctx.lineTo(0, turnHandleDistance - half);
    });
  }

  /** Gaps of the same width, each as a line with its ends. */
  #paintSpacings(ctx: SceneContext, colors: OverlayColors): void {
    const { camera } = this.#editor;
    ctx.save();
    ctx.strokeStyle = colors.accent;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (const { axis, from, to, across } of this.#editor.spacings.get()) {
      const upright = axis === 'y';
      const a = camera.toScreen(upright ? { x: across, y: from } : { x: from, y: across });
      const b = camera.toScreen(upright ? { x: across, y: to } : { x: to, y: across });
      const [dx, dy] = upright ? [5, 0] : [0, 5];
      ctx.moveTo(a.x, a.y);
      ctx.lineTo(b.x, b.y);
      for (const end of [a, b]) {
        ctx.moveTo(end.x - dx, end.y - dy);
        ctx.lineTo(end.x + dx, end.y + dy);
      }
    }
    ctx.stroke();
    ctx.restore();
  }

  #paintGuides(ctx: SceneContext, colors: OverlayColors): void {
    const { camera } = this.#editor;
    const { width, height } = camera.screen.get();
    ctx.save();
    ctx.strokeStyle = colors.accent;
    ctx.lineWidth = 1;
    for (const { axis, at, source } of this.#editor.guides.get()) {
      const { x, y } = camera.toScreen({ x: at, y: at });
      ctx.setLineDash(source.startsWith('canvas') ? [] : [4, 3]);
      ctx.beginPath();
      if (axis === 'x') {
        ctx.moveTo(Math.round(x) + 0.5, 0);
        ctx.lineTo(Math.round(x) + 0.5, height);
      } else {
        ctx.moveTo(0, Math.round(y) + 0.5);
        ctx.lineTo(width, Math.round(y) + 0.5);
      }
      ctx.stroke();
    }
    ctx.restore();
  }

  #paintBrush(ctx: SceneContext, colors: OverlayColors): void {
    const brush = this.#editor.brush.get();
    if (!brush) return;
    const { x, y, width, height } = this.#editor.camera.boxToScreen(brush);
    ctx.save();
    ctx.fillStyle = colors.accent;
    ctx.globalAlpha = 0.12;
    ctx.fillRect(x, y, width, height);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = colors.accent;
    ctx.strokeRect(Math.round(x) + 0.5, Math.round(y) + 0.5, Math.round(width), Math.round(height));
    ctx.restore();
  }

  #outline(
    ctx: SceneContext,
    element: Element,
    color: string,
    lineWidth: number,
    alpha: number,
    dashed = false,
  ): void {
    const { camera } = this.#editor;
    const { zoom } = camera.view.get();
    const box = boxOf(element);
    const { x, y } = camera.toScreen(centreOf(box));
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate((element.rotation * Math.PI) / 180);
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = color;
    ctx.lineWidth = lineWidth;
    if (dashed) ctx.setLineDash([5, 4]);
    ctx.strokeRect((-box.width * zoom) / 2, (-box.height * zoom) / 2, box.width * zoom, box.height * zoom);
    ctx.restore();
  }

  #canvasOnScreen() {
    const { width, height } = this.#editor.document.fields.get().canvasSize;
    return this.#editor.camera.boxToScreen({ x: 0, y: 0, width, height });
  }
}
