import { createHmac } from 'node:crypto';
import type { Journal, Outgoing } from './journal.ts';

/** Waits after the first tries of an event; the last goes on until it is taken or given up. ms */
const waits = [500, 1_000, 3_000, 10_000, 30_000];

/** With the waits above, about a day. */
const mostTries = 2_900;

/** A receiver that says so often that an event is wrong, or nobody's, will not change its mind. */
const refusedTries = 6;

const answerMs = 10_000;

/** Brings events to the product: signed, in the order of their lane, until they are taken. */
export class Delivery {
  readonly #journal: Journal;
  readonly #log: (line: string) => void;
  readonly #taken: (event: Outgoing, answer: string) => void;
  readonly #running = new Set<string>();
  readonly #ending = new AbortController();

  constructor(
    journal: Journal,
    taken: (event: Outgoing, answer: string) => void,
    log: (line: string) => void,
  ) {
    this.#journal = journal;
    this.#taken = taken;
    this.#log = log;
  }

  /** Goes through what waits from an earlier life. */
  start(): void {
    for (const lane of this.#journal.lanes()) this.wake(lane);
  }

  wake(lane: string): void {
    if (this.#running.has(lane) || this.#ending.signal.aborted) return;
    this.#running.add(lane);
    void this.#deliver(lane).catch((error) => {
      this.#running.delete(lane);
      this.#log(`Events of ${lane} wait: ${(error as Error).message}`);
    });
  }

  async #deliver(lane: string): Promise<void> {
    for (;;) {
      const event = this.#ending.signal.aborted ? undefined : this.#journal.nextEvent(lane);
      if (!event) {
        this.#running.delete(lane);
        return;
      }
      const { status, answer } = await this.#post(event);
      if (this.#ending.signal.aborted) return;
      const refused = status >= 400 && status < 500 && ![401, 408, 429].includes(status);
      const over = event.tries + 1 >= (refused ? refusedTries : mostTries);
      if (status < 300 || over) {
        if (over && status >= 300) this.#log(`An event was given up after answer ${status}: ${event.body}`);
        // What follows from it is done before it is forgotten, so that a kill between does it again.
        if (status < 300) this.#taken(event, answer);
        this.#journal.removeEvent(event.id);
        continue;
      }
      this.#journal.addTry(event.id);
      const wait = waits[Math.min(event.tries, waits.length - 1)]!;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, wait);
        this.#ending.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  async #post({ url, secret, body }: Outgoing): Promise<{ status: number; answer: string }> {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'exchange-timestamp': timestamp,
          'exchange-signature': signature,
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs)]),
      });
      return { status: response.status === 0 ? 502 : response.status, answer: await response.text() };
    } catch {
      return { status: 503, answer: '' };
    }
  }

  close(): void {
    this.#ending.abort();
  }
}
