import type { ProjectChanges } from '#shared/api/content-presence.ts';
import type { Element } from '#shared/model/content.ts';
import { type Person, presenceLimits } from '#shared/model/presence.ts';
import type { Editor } from '../editor/editor.ts';
import type { Overruled } from '../editor/saving/arrivals.ts';
import type { SaveQueue } from '../editor/saving/queue.ts';
import { Signal } from '../editor/signal.ts';

/** ms between two signs of life; a third of how long one holds. */
export const beatEvery = 4_000;
/** ms between two while hints tell of what the others do; half of how long one holds. */
const slowBeatEvery = 7_000;
/** ms after a change of the selection, when somebody is there to see it. */
const selectionDelay = 400;

export interface Here {
  tab: string;
  selection: string[];
  leaving?: boolean;
}

export interface Heard {
  updatedAt: string;
  updatedBy: string;
  people: Person[];
}

/** How presence reaches the server. Each call throws when it was not answered. */
export interface PresenceTransport {
  beHere(here: Here): Promise<Heard>;
  changesSince(since: string): Promise<ProjectChanges>;
}

/** What somebody else's save did here. */
export interface Received {
  /** Whoever saved last. */
  name: string;
  /** Ids. */
  changed: string[];
  overruled: Overruled[];
  /** An unsaved edit of the project's own fields gave way. */
  fieldsOverruled: boolean;
}

export interface PresenceOptions {
  editor: Editor;
  queue: SaveQueue;
  transport: PresenceTransport;
  /** Names this tab among the others. */
  tab: string;
  /** When the project was saved last, as it was opened. */
  updatedAt: string;
  userId: string;
  /** Hears that somebody saved, came, went or selected something else, or that this may have been missed. */
  listen(hear: () => void): () => void;
  /** Whether that is heard at present. */
  hears(): boolean;
  isHidden(): boolean;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/**
 * Who else has the project open, and what they saved. A tab that nobody sees is silent. What cannot be taken up at
 * the moment, as something is being dragged, typed or saved, is taken up with the next beat.
 */
export class Presence {
  readonly people = new Signal<readonly Person[]>([]);
  /** Saves of others to which unsaved edits gave way, until each is answered. */
  readonly notices = new Signal<readonly Received[]>([]);
  readonly #options: PresenceOptions;
  /** The moment up to which everything saved is known here. */
  #seen: string;
  #timer: unknown;
  #beating: Promise<void> | undefined;
  #again = false;
  #stopped = true;
  #stopSelection = () => {};
  #stopListening = () => {};

  constructor(options: PresenceOptions) {
    this.#options = options;
    this.#seen = options.updatedAt;
  }

  /** Names this tab among the others. */
  get tab(): string {
    return this.#options.tab;
  }

  start(): void {
    this.#stopped = false;
    this.#stopSelection = this.#options.editor.selection.subscribe(() => {
      if (this.people.get().length > 0) this.#after(selectionDelay);
    });
    this.#stopListening = this.#options.listen(() => {
      if (!this.#options.isHidden()) void this.beat();
    });
    void this.beat();
  }

  /** Tells the others that this tab is gone. */
  stop(): void {
    this.#stopped = true;
    this.#stopSelection();
    this.#stopListening();
    this.#options.clearTimeout(this.#timer);
    const { transport, tab } = this.#options;
    void transport.beHere({ tab, selection: [], leaving: true }).catch(() => undefined);
  }

  /** The tab was hidden or is seen again. */
  visibilityChanged(): void {
    if (this.#stopped) return;
    if (this.#options.isHidden()) this.#options.clearTimeout(this.#timer);
    else void this.beat();
  }

  /** One sign of life. Without an answer everybody stays as they were known for the time being. */
  async beat(): Promise<void> {
    if (this.#beating) {
      this.#again = true;
      return this.#beating;
    }
    this.#options.clearTimeout(this.#timer);
    this.#beating = this.#beat().catch(() => undefined);
    await this.#beating;
    this.#beating = undefined;
    const soon = this.#again;
    this.#again = false;
    this.#after(soon ? 0 : this.#options.hears() ? slowBeatEvery : beatEvery);
  }

  #after(ms: number): void {
    const { setTimeout, clearTimeout, isHidden } = this.#options;
    clearTimeout(this.#timer);
    if (this.#stopped || isHidden()) return;
    this.#timer = setTimeout(() => void this.beat(), ms);
  }

  async #beat(): Promise<void> {
    const { editor, transport, tab } = this.#options;
    const selection = editor.selection.get().slice(0, presenceLimits.selection);
    const heard = await transport.beHere({ tab, selection });
    if (this.#stopped) return;
    if (!samePeople(heard.people, this.people.get())) this.people.set(heard.people);
    if (heard.updatedAt !== this.#seen) await this.#receive(heard);
  }

  get #isBusy(): boolean {
    const { editor } = this.#options;
    return editor.moving.get() !== undefined || editor.editingText.get() !== undefined;
  }

  async #receive(heard: Heard): Promise<void> {
    const { editor, queue, transport, userId } = this.#options;
    if (this.#isBusy) return;
    // What is made and saved here while the answer is on its way was not removed by anybody.
    const known = queue.known;
    const changes = await transport.changesSince(this.#seen);
    await queue.settled();
    if (this.#stopped || this.#isBusy) return;
    const present = new Set(changes.ids);
    const theirs = new Map<string, Element | undefined>(
      changes.elements.map((element) => [element.id, element]),
    );
    for (const id of known) if (!present.has(id)) theirs.set(id, undefined);
    const received = queue.receive(theirs);
    const before = editor.document.fields.get();
    const fieldsOverruled = queue.receiveFields({ fields: changes.fields, version: changes.version });
    this.#seen = changes.updatedAt;
    const fieldsChanged = editor.document.fields.get() !== before;
    if (received.changed.length === 0 && received.overruled.length === 0 && !fieldsChanged) return;
    const by = heard.people.find((one) => one.userId === changes.updatedBy);
    const name = by?.name ?? (changes.updatedBy === userId ? 'You, in another tab,' : 'Somebody');
    if (received.overruled.length > 0 || fieldsOverruled) {
      this.notices.set([...this.notices.get(), { name, ...received, fieldsOverruled }]);
      return;
    }
    // Nothing of this person's gave way: a word for those who cannot see it happen is enough.
    const { length } = received.changed;
    const what = length === 0 ? 'the project' : length === 1 ? '1 element' : `${length} elements`;
    editor.announcement.set(`${name} changed ${what}`);
  }
}

function samePeople(a: readonly Person[], b: readonly Person[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
