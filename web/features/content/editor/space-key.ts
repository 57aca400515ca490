import { quickActions } from './commands/project.ts';
import type { EditorSession } from './session.ts';

/** A key held for longer than this, in ms, was held for panning and is no tap, though nothing was dragged. */
const longestTap = 500;

/** What the key needs of the editor. */
type Keyed = Pick<EditorSession, 'screen' | 'run'> & {
  editor: Pick<EditorSession['editor'], 'panning' | 'camera' | 'cursor' | 'now'>;
};

/** The Space key: tapped it opens the quick menu, held it lets a drag move the view. */
export class SpaceKey {
  readonly #session: Keyed;
  readonly #target: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  #held: { at: number; view: unknown } | undefined;

  constructor(session: Keyed, target: Pick<Window, 'addEventListener' | 'removeEventListener'> = window) {
    this.#session = session;
    this.#target = target;
  }

  press(event: Pick<KeyboardEvent, 'preventDefault' | 'repeat'>): void {
    event.preventDefault();
    const { editor, screen } = this.#session;
    if (this.#held || event.repeat || screen.get().dialog !== undefined) return;
    this.#held = { at: editor.now(), view: editor.camera.view.get() };
    editor.panning.set(true);
    editor.cursor.set('grab');
    this.#target.addEventListener('keyup', this.#released);
    this.#target.addEventListener('blur', this.#lost);
  }

  stop(): void {
    this.#end();
  }

  readonly #released = (event: Event) => {
    if ((event as KeyboardEvent).code !== 'Space') return;
    const { editor } = this.#session;
    const held = this.#end();
    const moved = held?.view !== editor.camera.view.get();
    if (held && !moved && editor.now() - held.at <= longestTap) this.#session.run(quickActions);
  };

  /** The window is left with the key held: nobody will tell when it is let go. */
  readonly #lost = () => void this.#end();

  #end() {
    const held = this.#held;
    this.#held = undefined;
    this.#target.removeEventListener('keyup', this.#released);
    this.#target.removeEventListener('blur', this.#lost);
    if (!held) return undefined;
    this.#session.editor.panning.set(false);
    this.#session.editor.cursor.set('default');
    return held;
  }
}
