import type { AnimationType } from '#shared/model/animation.ts';
import type { Element } from '#shared/model/content.ts';
import { contentLimits } from '#shared/model/content-limits.ts';
import { animationDefaults, timed } from '#shared/scene/animations/timing.ts';
import type { Editor } from '../editor/editor.ts';
import { type Stagger, staggered, without } from './changes.ts';
import { exact } from './moments.ts';
import { typeNames } from './names.ts';
import { type MotionPreset, withPreset } from './presets.ts';
import type { ChosenBar, Timeline } from './timeline.ts';

type List = Element['animations'];

/** What the timeline can do to the drawing, each as one step of the history. Locked elements stay. */
export class TimelineEdits {
  readonly #editor: Editor;
  readonly #timeline: Timeline;

  constructor(editor: Editor, timeline: Timeline) {
    this.#editor = editor;
    this.#timeline = timeline;
  }

  /** Gives one element another list; edits in a row with the same key are one step. */
  set(label: string, elementId: string, animations: List, squashKey?: string): void {
    const element = this.#editor.document.get(elementId);
    if (!element || element.isLocked) return;
    this.#editor.edit(label, [elementId], (one) => ({ ...one, animations }), squashKey ? { squashKey } : {});
  }

  /**
   * Adds an animation at the moment shown. Without one, an entrance begins at once, emphasis after what has
   * entered, and an exit ends where the whole does.
   */
  add(elements: readonly Element[], type: AnimationType): void {
    const able = this.#able(elements).filter(
      ({ animations }) => animations.length < contentLimits.animationsPerElement,
    );
    if (able.length === 0) {
      const full = `An element can have at most ${contentLimits.animationsPerElement} animations.`;
      this.#editor.toast(elements.length > 0 ? full : 'Select an element first.', 'info');
      return;
    }
    const lists = new Map(
      able.map((element) => [
        element.id,
        [...element.animations, { type, delay: this.#startOf(element, type) }],
      ]),
    );
    this.#apply(`Animate: ${typeNames[type]}`, lists);
    const [first] = able;
    this.#timeline.chosen.set({ elementId: first!.id, index: first!.animations.length });
  }

  remove({ elementId, index }: ChosenBar): void {
    const element = this.#editor.document.get(elementId);
    const animation = element?.animations[index];
    if (!element || !animation) return;
    this.#timeline.chosen.set(undefined);
    this.set(`Remove ${typeNames[animation.type]}`, elementId, without(element.animations, index));
  }

  preset(elements: readonly Element[], preset: MotionPreset): void {
    const { length } = this.#timeline;
    const at = this.#timeline.time.get() ?? 0;
    const made = preset.animations({ at: exact(at), length });
    const able = this.#able(elements);
    this.#timeline.chosen.set(undefined);
    this.#apply(
      `Animate: ${preset.name}`,
      new Map(able.map((element) => [element.id, withPreset(element.animations, made)])),
    );
  }

  stagger(elements: readonly Element[], how: Stagger): void {
    this.#apply('Stagger animations', staggered(this.#able(elements), how));
  }

  clear(elements: readonly Element[]): void {
    this.#timeline.chosen.set(undefined);
    this.#apply('Remove animations', new Map(this.#able(elements).map(({ id }) => [id, []])));
  }

  #startOf(element: Element, type: AnimationType): number {
    const shown = this.#timeline.time.get();
    if (shown !== undefined) return exact(shown);
    const { kind, duration } = animationDefaults[type];
    if (kind === 'exit') return exact(Math.max(0, this.#timeline.length - duration));
    if (kind === 'entrance') return 0;
    const entrances = element.animations.map(timed).filter((one) => one.kind === 'entrance');
    return exact(Math.max(0, ...entrances.map(({ begin, duration: long }) => begin + long)));
  }

  #able(elements: readonly Element[]): Element[] {
    return elements.filter(({ isLocked }) => !isLocked);
  }

  #apply(label: string, lists: ReadonlyMap<string, List>): void {
    this.#editor.edit(label, lists.keys(), (one) => ({ ...one, animations: lists.get(one.id)! }));
  }
}
