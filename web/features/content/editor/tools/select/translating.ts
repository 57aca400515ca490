import type { Element } from '#shared/model/content.ts';
import type { Box } from '#shared/model/geometry.ts';
import { buildGuides, type Guide, type Snap, snapBox, snapTolerance } from '#shared/model/snapping.ts';
import type { Editor } from '../../editor.ts';
import { boxAround, outerBoxOf } from '../../element-geometry.ts';
import { Moving, startingFrom } from '../../store/moving.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';
import { equalSpacing, type Spacing } from './spacing.ts';

/** Elements off the screen give no guides, and more than this many near ones would only blur what is meant. */
const guideElementLimit = 400;

/** The selection follows the pointer, snapping; the document changes only when it is let go. */
export class Translating extends ToolState {
  readonly name = 'translating';
  readonly #origin: PointerInfo;
  readonly #start: ReadonlyMap<string, Element>;
  readonly #startBox: Box;
  #guides: Guide[] = [];
  #others: Box[] = [];

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo, moved: readonly Element[]) {
    super(editor, goTo);
    this.#origin = origin;
    this.#start = startingFrom(moved);
    this.#startBox = boxAround(moved)!;
  }

  override enter(): void {
    const { editor } = this;
    this.#others = editor
      .elementsInSight()
      .filter(({ id, isVisible }) => isVisible && !this.#start.has(id))
      .slice(-guideElementLimit)
      .map(outerBoxOf);
    this.#guides = buildGuides(editor.document.fields.get().canvasSize, this.#others);
    editor.cursor.set('grabbing');
    editor.hovered.set(undefined);
    editor.moving.set(Moving.shifted(this.#start, { x: 0, y: 0 }));
  }

  override pointerMove(info: PointerInfo): void {
    const { editor } = this;
    let dx = info.canvas.x - this.#origin.canvas.x;
    let dy = info.canvas.y - this.#origin.canvas.y;
    if (info.shift) {
      if (Math.abs(dx) > Math.abs(dy)) dy = 0;
      else dx = 0;
    }
    const wanted = { ...this.#startBox, x: this.#startBox.x + dx, y: this.#startBox.y + dy };
    const { snapToGrid, smartSnap } = editor.settings.get();
    const snap = snapBox(wanted, this.#guides, {
      zoom: editor.camera.view.get().zoom,
      grid: snapToGrid,
      smart: smartSnap,
    });
    const { spacings, ...at } = this.#evenly(wanted, snap);
    const sx = Math.round(at.x - this.#startBox.x);
    const sy = Math.round(at.y - this.#startBox.y);
    editor.guides.set(snap.guides);
    editor.spacings.set(spacings);
    editor.moving.set(Moving.shifted(this.#start, { x: sx, y: sy }));
  }

  /** On an axis without a guide, equal distances to the neighbours come before the grid. */
  #evenly(wanted: Box, snap: Snap): { x: number; y: number; spacings: Spacing[] } {
    const { camera, settings } = this.editor;
    const result = { x: snap.x, y: snap.y, spacings: [] as Spacing[] };
    if (!settings.get().smartSnap) return result;
    const tolerance = snapTolerance / camera.view.get().zoom;
    for (const axis of ['x', 'y'] as const) {
      if (snap.guides.some((guide) => guide.axis === axis)) continue;
      const even = equalSpacing(
        axis,
        { ...wanted, x: result.x, y: result.y, [axis]: wanted[axis] },
        this.#others,
        tolerance,
      );
      if (!even) continue;
      result[axis] = even.at;
      result.spacings.push(...even.spacings);
    }
    return result;
  }

  override pointerUp(): void {
    this.editor.commitMoving(this.#start.size === 1 ? 'Move' : `Move ${this.#start.size} elements`);
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.goTo('idle');
    return true;
  }

  override exit(): void {
    this.editor.moving.set(undefined);
    this.editor.guides.set([]);
    this.editor.spacings.set([]);
  }
}
