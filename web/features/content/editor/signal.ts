import { useSyncExternalStore } from 'react';

/**
 * A value that tells when it changes. The canvas listens to it directly, so that a gesture never goes through
 * React; components read it with `useSignal`.
 */
export class Signal<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();
  readonly #components = new Set<() => void>();
  /** What components see while a gesture runs. */
  #held: { value: T } | undefined;

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
    if (!this.#held) this.#tellComponents();
  }

  /** Components stay as they are until `release`: a gesture changes the value at each move of the pointer. */
  hold(): void {
    this.#held ??= { value: this.#value };
  }

  release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held && !Object.is(held.value, this.#value)) this.#tellComponents();
  }

  #tellComponents(): void {
    for (const listener of [...this.#components]) listener();
  }

  /** For a map kept as one object: a new object with some fields changed. */
  patch(changes: Partial<T>): void {
    this.set({ ...this.#value, ...changes });
  }

  /** @returns how to stop listening */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** As `subscribe`, but silent while the signal is held. */
  readonly subscribeComponent = (listener: () => void): (() => void) => {
    this.#components.add(listener);
    return () => this.#components.delete(listener);
  };

  readonly getForComponent = (): T => (this.#held ? this.#held.value : this.#value);
}

/** The signal's value; the component renders again when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribeComponent, signal.getForComponent);
}

/** A part of the signal's value; the component renders again only when that part changes. */
export function useSignalPart<T, P>(signal: Signal<T>, part: (value: T) => P): P {
  return useSyncExternalStore(signal.subscribeComponent, () => part(signal.getForComponent()));
}
