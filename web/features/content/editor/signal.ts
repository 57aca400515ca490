import { useSyncExternalStore } from 'react';

/**
 * A value that tells when it changes. The canvas listens to it directly, so that a gesture never goes through
 * React; components read it with `useSignal`.
 */
export class Signal<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(initial: T) {
    this.#value = initial;
  }

  readonly get = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
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
}

/** The signal's value; the component renders again when it changes. */
export function useSignal<T>(signal: Signal<T>): T {
  return useSyncExternalStore(signal.subscribe, signal.get);
}

/** A part of the signal's value; the component renders again only when that part changes. */
export function useSignalPart<T, P>(signal: Signal<T>, part: (value: T) => P): P {
  return useSyncExternalStore(signal.subscribe, () => part(signal.get()));
}
