import type { Element } from '#shared/model/content.ts';
import { editorConstants } from '#shared/model/editor-constants.ts';
import { centreOf, type Point } from '#shared/model/geometry.ts';
import type { Editor } from '../../editor.ts';
import { type Frame, frameOf, turnedAbout } from '../../frame.ts';
import { Moving, startingFrom } from '../../store/moving.ts';
import { type GoTo, type PointerInfo, ToolState } from '../state.ts';

const degreesFrom = (centre: Point, point: Point) =>
  (Math.atan2(point.y - centre.y, point.x - centre.x) * 180) / Math.PI;

/** The selection is turned about its middle by the round handle; with Shift in steps of 15°. */
export class Rotating extends ToolState {
  readonly name = 'rotating';
  readonly #origin: PointerInfo;
  readonly #start: ReadonlyMap<string, Element>;
  readonly #frame: Frame;

  constructor(editor: Editor, goTo: GoTo, origin: PointerInfo, elements: readonly Element[]) {
    super(editor, goTo);
    this.#origin = origin;
    this.#start = startingFrom(elements);
    this.#frame = frameOf(elements)!;
  }

  override enter(): void {
    this.editor.cursor.set('grabbing');
    this.editor.moving.set(new Moving(this.#start));
  }

  override pointerMove(info: PointerInfo): void {
    const { box, rotation } = this.#frame;
    const centre = centreOf(box);
    const turned = degreesFrom(centre, info.canvas) - degreesFrom(centre, this.#origin.canvas);
    const { rotateStep } = editorConstants;
    // Shift goes to multiples of the step, whatever the angle was before.
    const angle = info.shift
      ? Math.round((rotation + turned) / rotateStep) * rotateStep
      : Math.round((rotation + turned) * 10) / 10;
    const by = angle - rotation;
    const alone = this.#start.size === 1;
    this.editor.moving.set(
      new Moving(this.#start, (element) => {
        const next = turnedAbout(element, centre, by);
        // Alone it turns on the spot: no rounding may creep into its place.
        return alone ? { ...element, rotation: next.rotation } : next;
      }),
    );
  }

  override pointerUp(): void {
    this.editor.commitMoving(this.#start.size === 1 ? 'Rotate' : `Rotate ${this.#start.size} elements`);
    this.goTo('idle');
  }

  override cancel(): boolean {
    this.goTo('idle');
    return true;
  }

  override exit(): void {
    this.editor.moving.set(undefined);
  }
}
