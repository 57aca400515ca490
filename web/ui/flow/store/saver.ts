import { ApiError, messageOf } from '#web/app/api-error.ts';

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string }
  | { kind: 'conflict' };

interface SaverOptions<T> {
  /** What is to be saved now. */
  read: () => T;
  /** Answers what is saved then: the value, or what it has become with what somebody else had saved. */
  save: (value: T) => Promise<T>;
  onState: (state: SaveState) => void;
  /** After the last change, ms. */
  afterMs?: number;
  /** False: it is saved by `flush` alone. */
  isAutomatic?: () => boolean;
  setTimeout?: (work: () => void, ms: number) => unknown;
  clearTimeout?: (timer: unknown) => void;
}

/** After the last change unless said otherwise, and after a try that failed, ms. */
const usualMs = 800;
const retryAfterMs = 8_000;

/**
 * Saves a value some time after it has last changed, one call at a time. A conflict (409) stops it until `settled`
 * says what counts now; where the network fails it is tried again.
 */
export class Saver<T> {
  readonly #options: SaverOptions<T>;
  #saved: T;
  #state: SaveState = { kind: 'saved' };
  #timer: unknown;
  #running: Promise<void> | null = null;

  constructor(options: SaverOptions<T>) {
    this.#options = options;
    this.#saved = options.read();
  }

  get isClean(): boolean {
    return this.#options.read() === this.#saved && this.#running === null;
  }

  /** To be called after each change. */
  changed(): void {
    if (this.#state.kind === 'conflict') return;
    if (this.isClean) {
      this.#stop();
      this.#turn({ kind: 'saved' });
      return;
    }
    if (!this.#running) this.#turn({ kind: 'waiting' });
    this.#soon();
  }

  /** Saves now what is not saved yet. @throws what the call threw */
  async flush(): Promise<void> {
    this.#stop();
    while (this.#running) await this.#running.catch(() => undefined);
    this.#stop();
    if (this.#state.kind === 'conflict') throw new Error('Somebody else has changed it meanwhile.');
    if (this.#options.read() !== this.#saved) await this.#save();
  }

  /** What there is now is what is saved. */
  settled(): void {
    this.#stop();
    this.#saved = this.#options.read();
    this.#turn({ kind: 'saved' });
  }

  /** Somebody else has changed what is saved here. */
  conflict(): void {
    this.#stop();
    this.#turn({ kind: 'conflict' });
  }

  /** Nothing is saved any more. */
  stop(): void {
    this.#stop();
  }

  #turn(state: SaveState): void {
    this.#state = state;
    this.#options.onState(state);
  }

  #stop(): void {
    (this.#options.clearTimeout ?? ((timer) => clearTimeout(timer as number)))(this.#timer);
    this.#timer = undefined;
  }

  #soon(): void {
    this.#stop();
    if (this.#options.isAutomatic?.() ?? true) this.#later(this.#options.afterMs ?? usualMs);
  }

  #later(ms: number): void {
    this.#stop();
    const wait = this.#options.setTimeout ?? ((work, after) => setTimeout(work, after));
    this.#timer = wait(() => {
      this.#timer = undefined;
      if (this.#running) this.#soon();
      else this.#save().catch(() => undefined);
    }, ms);
  }

  #save(): Promise<void> {
    const value = this.#options.read();
    this.#turn({ kind: 'saving' });
    this.#running = this.#options.save(value).then(
      (saved) => {
        this.#running = null;
        this.#saved = saved;
        if (this.isClean) this.#turn({ kind: 'saved' });
        else this.#soon();
      },
      (error: unknown) => {
        this.#running = null;
        const status = error instanceof ApiError ? error.status : 0;
        if (status === 409) {
          this.conflict();
          throw error;
        }
        this.#turn({ kind: 'failed', message: messageOf(error) });
        // What the server refused it would refuse again; the next change is another matter.
        if (status < 400 || status >= 500) this.#later(retryAfterMs);
        throw error;
      },
    );
    return this.#running;
  }
}
