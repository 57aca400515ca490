import type { PushTopic } from '#shared/model/push.ts';

/** One change may be told on several channels: hints that come within this time make one refresh; ms. */
const gatherMs = 50;
/** What is shown is asked for again at most this often for one topic, however many hints come; ms. */
const restMs = 1_000;
/**
 * An index tells of a write some time after the item, of which the hint was: once no more hints come, what is shown is
 * asked for this once more; ms. DynamoDB's indexes follow within a fraction of a second, and later under load.
 */
const indexLagMs = 3_000;

export interface RefreshDependencies {
  /** Asks again for what is shown of a topic. */
  invalidate(topic: PushTopic): void;
  /** Whether anybody sees the page. */
  isVisible(): boolean;
  setTimeout(callback: () => void, ms: number): unknown;
}

/** Turns hints into refreshes: few however many come, and those of a hidden page when it is seen. */
export class Refresh {
  readonly #deps: RefreshDependencies;
  readonly #stale = new Set<PushTopic>();
  /** Topics whose hints are gathered, or which were refreshed just now. */
  readonly #busy = new Set<PushTopic>();
  /** How many hints of a topic were heard. */
  readonly #heard = new Map<PushTopic, number>();

  constructor(deps: RefreshDependencies) {
    this.#deps = deps;
  }

  hear(topic: PushTopic): void {
    const heard = (this.#heard.get(topic) ?? 0) + 1;
    this.#heard.set(topic, heard);
    this.#deps.setTimeout(() => {
      if (this.#heard.get(topic) === heard) this.catchUp(topic);
    }, indexLagMs);
    this.catchUp(topic);
  }

  /** Asks for what is shown once more: hints of it may have been missed. */
  catchUp(topic: PushTopic): void {
    this.#stale.add(topic);
    this.#plan(topic);
  }

  /** The page is seen again. */
  visible(): void {
    for (const topic of this.#stale) this.#plan(topic);
  }

  #plan(topic: PushTopic): void {
    if (this.#busy.has(topic) || !this.#deps.isVisible()) return;
    this.#busy.add(topic);
    this.#deps.setTimeout(() => this.#refresh(topic), gatherMs);
  }

  #refresh(topic: PushTopic): void {
    this.#stale.delete(topic);
    this.#deps.setTimeout(() => {
      this.#busy.delete(topic);
      if (this.#stale.has(topic)) this.#plan(topic);
    }, restMs);
    this.#deps.invalidate(topic);
  }
}
