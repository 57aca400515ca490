import type { Element } from '#shared/model/content.ts';
import { centreOf } from '#shared/model/geometry.ts';
import { gridSize } from '#shared/model/snapping.ts';
import type { SceneContext } from '#shared/scene/env.ts';
import type { Editor } from '../editor.ts';
import { boxOf, handleSide, handlesOf } from '../element-geometry.ts';
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
    this.#paintBrush(ctx, colors);
    if (rulers) paintRulers(ctx, this.#editor, colors);
  }

  /** Dims what sticks out of the canvas: it will not be exported. */
  #paintSurround(ctx: SceneContext, colors: OverlayColors): void {
    const canvas = this.#canvasOnScreen();
    const { width, height } = this.#editor.camera.screen.get();
    ctx.save();
    ctx.beginPath();
    ctx.rect(0, 0, width, height);
    ctx.rect(canvas.x, canvas.y, canvas.width, canvas.height);
    ctx.globalAlpha = 0.72;
    ctx.fillStyle = colors.surround;
    ctx.fill('evenodd');
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
    const id = this.#editor.hovered.get();
    const element = id && !this.#editor.isSelected(id) ? this.#editor.shown(id) : undefined;
    if (element) this.#outline(ctx, element, colors.accent, 1, 0.7);
  }

  #paintSelection(ctx: SceneContext, colors: OverlayColors): void {
    const editor = this.#editor;
    const typed = editor.editingText.get();
    for (const id of editor.selection.get()) {
      const element = editor.shown(id);
      if (!element) continue;
      const color = id === typed ? colors.typing : element.isLocked ? colors.locked : colors.accent;
      this.#outline(ctx, element, color, 1.5, 1, element.isLocked);
    }
    const alone = editor.resizableElement();
    const shown = alone && editor.shown(alone.id);
    if (shown) this.#paintHandles(ctx, shown, colors);
  }

  #paintHandles(ctx: SceneContext, element: Element, colors: OverlayColors): void {
    const { camera } = this.#editor;
    for (const { at } of handlesOf(element, camera.view.get().zoom)) {
      const { x, y } = camera.toScreen(at);
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate((element.rotation * Math.PI) / 180);
      ctx.beginPath();
      ctx.roundRect(-handleSide / 2, -handleSide / 2, handleSide, handleSide, 2);
      ctx.fillStyle = colors.handle;
      ctx.fill();
      ctx.strokeStyle = colors.accent;
      ctx.lineWidth = 1.5;
      ctx.stroke();
      ctx.restore();
    }
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
