import type { Play } from '#shared/model/signage/entities.ts';
import { store, stored } from '#web/ui/browser-storage.ts';

/** How often what was shown is told; ms. */
const sendMs = 60_000;
/** As many as one message takes. */
const batchSize = 200;
/** A content that stays is told of in parts, so that a power cut costs little; ms. */
const partMs = 5 * 60_000;
/** Kept while there is no network; the oldest go first. A play is about 150 bytes, a browser keeps 5 MB. */
const mostKept = 20_000;

type Open = Omit<Play, 'to' | 'from'> & { from: number };
interface Batch {
  batchId: string;
  plays: Play[];
}

const iso = (at: number) => new Date(at).toISOString();

/**
 * Proof of play: what was shown from when to when. It is kept by the browser until the server has it; a batch keeps
 * its id until it is answered, so one that arrives twice counts once.
 */
export class Proof {
  readonly #key: string;
  readonly #now: () => number;
  #open: Open | undefined;
  #waiting: Play[];
  #sending: Batch | undefined;

  constructor(key: string, now: () => number) {
    this.#key = key;
    this.#now = now;
    this.#waiting = (stored(this.#name('waiting')) as Play[] | undefined) ?? [];
    this.#sending = stored(this.#name('sending')) as Batch | undefined;
    setInterval(() => void this.send(), sendMs);
    addEventListener('pagehide', () => this.showing(undefined));
  }

  #name = (part: string) => `dealbell-plays-${part}-${this.#key}`;

  /** Notes what is shown from now on; the same again is one play. */
  showing(next: Omit<Open, 'from'> | undefined): void {
    const open = this.#open;
    const now = this.#now();
    const same = open && next && open.refId === next.refId && open.cause === next.cause;
    if (same && now - open.from < partMs) return;
    if (open && now > open.from) {
      const { from, ...play } = open;
      this.#waiting.push({ ...play, from: iso(from), to: iso(now) });
      if (this.#waiting.length > mostKept) this.#waiting.splice(0, this.#waiting.length - mostKept);
      store(this.#name('waiting'), this.#waiting);
    }
    this.#open = next && { ...next, from: now };
  }

  /** Sends what waits, batch by batch, until the network fails or nothing is left. */
  async send(): Promise<void> {
    for (;;) {
      if (!this.#sending) {
        if (this.#waiting.length === 0) return;
        this.#sending = { batchId: crypto.randomUUID(), plays: this.#waiting.splice(0, batchSize) };
        store(this.#name('sending'), this.#sending);
        store(this.#name('waiting'), this.#waiting);
      }
      try {
        const answer = await fetch(`/api/signage/player/${encodeURIComponent(this.#key)}/plays`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(this.#sending),
          signal: AbortSignal.timeout(15_000),
        });
        // What is refused would be refused again: it is given up rather than holding up all after it.
        const final = answer.ok || (answer.status >= 400 && answer.status < 429);
        if (!final) return;
      } catch {
        return;
      }
      this.#sending = undefined;
      store(this.#name('sending'), null);
    }
  }
}
