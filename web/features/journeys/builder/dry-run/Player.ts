import { advanced, type PlayState, shownTime, type Timing } from './play.ts';

export interface PlayerView {
  stage: number;
  /** What the clock shows, ms since 1970. */
  time: number;
  playing: boolean;
}

/** Plays the stages of a plan by the frames of the browser. */
export class Player {
  readonly #timing: Timing;
  readonly #listeners = new Set<() => void>();
  #state: PlayState = { stage: 0, elapsed: 0 };
  #view: PlayerView;
  #frame = 0;

  constructor(timing: Timing) {
    this.#timing = timing;
    this.#view = { stage: 0, time: shownTime(timing, this.#state), playing: false };
  }

  get last(): number {
    return this.#timing.times.length - 1;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  get = (): PlayerView => this.#view;
  stage = (): number => this.#view.stage;

  play(): void {
    if (this.#view.playing || this.last < 1) return;
    if (this.#state.stage >= this.last) this.#state = { stage: 0, elapsed: 0 };
    let before = performance.now();
    const tick = (now: number) => {
      this.#state = advanced(this.#timing, this.#state, Math.max(0, now - before));
      before = now;
      const playing = this.#state.stage < this.last;
      this.#show(playing);
      if (playing) this.#frame = requestAnimationFrame(tick);
    };
    this.#show(true);
    this.#frame = requestAnimationFrame(tick);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#view.playing) this.#show(false);
  }

  /** To a stage, and stays there. */
  go(stage: number): void {
    cancelAnimationFrame(this.#frame);
    this.#state = { stage: Math.min(this.last, Math.max(0, stage)), elapsed: 0 };
    this.#show(false);
  }

  #show(playing: boolean): void {
    this.#view = { stage: this.#state.stage, time: shownTime(this.#timing, this.#state), playing };
    for (const listener of [...this.#listeners]) listener();
  }
}
