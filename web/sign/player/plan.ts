import type { DisplayPlan } from '#shared/model/signage/what-is-on.ts';
import { store, stored } from '#web/ui/browser-storage.ts';

/** How often a newer plan is asked for when no hint has come; also the player's sign of life. ms */
const pollMs = 10_000;
/** A hint that came while it was asked is followed after this; ms. */
const hintRestMs = 500;
/** A clock that is off by more than this is corrected by the server's; ms. */
const skewMs = 120_000;

/** Where the player hears that it should ask again. */
export interface PushAddress {
  url: string;
  host: string;
  channel: string;
}

interface Answer {
  tag: string;
  now: string;
  plan: DisplayPlan | null;
  push: PushAddress;
}

interface Kept {
  tag: string;
  plan: DisplayPlan;
  /** How far the server's clock is ahead of this machine's, in ms; 0 when they agree well enough. */
  ahead: number;
}

/** The display's plan: the last one got is kept, so the player goes on by it without a network. */
export class PlanSource {
  readonly #key: string;
  readonly #preview: boolean;
  #kept: Kept | undefined;
  /** Where hints come from, as last told. */
  push: PushAddress | undefined;
  /** The emergency or takeover that is on the glass, which the server is told. */
  #showing: string | undefined;
  #isHinted = false;
  #endWait: () => void = () => undefined;
  /** Set when the last question was not answered. */
  lost = false;
  /** Set when the address names no display. */
  unknown = false;

  constructor(key: string, preview: boolean) {
    this.#key = key;
    this.#preview = preview;
    this.#kept = stored(this.#storageKey) as Kept | undefined;
  }

  get #storageKey(): string {
    return `dealbell-plan-${this.#key}`;
  }

  get plan(): DisplayPlan | undefined {
    return this.#kept?.plan;
  }

  /** The time by which the plan is followed; ms. */
  now(): number {
    return Date.now() + (this.#kept?.ahead ?? 0);
  }

  /** Something may be new: it is asked for at once. */
  hint(): void {
    this.#isHinted = true;
    this.#endWait();
  }

  /** Notes what is on the glass. An emergency or takeover is told at once, and when it is over. */
  show(id: string | undefined): void {
    if (id === this.#showing) return;
    this.#showing = id;
    this.hint();
  }

  /** Asks for the plan again and again; `changed` hears of each new one. */
  async follow(changed: () => void): Promise<never> {
    for (;;) {
      this.#isHinted = false;
      await this.#ask(changed);
      // What was hinted while the answer was on its way may not be in it.
      await new Promise<void>((resolve) => {
        this.#endWait = resolve;
        setTimeout(resolve, this.#isHinted ? hintRestMs : pollMs);
      });
    }
  }

  async #ask(changed: () => void): Promise<void> {
    const query = new URLSearchParams();
    if (this.#kept) query.set('have', this.#kept.tag);
    if (this.#showing) query.set('showing', this.#showing);
    if (this.#preview) query.set('preview', 'true');
    try {
      const answer = await fetch(`/api/signage/player/${encodeURIComponent(this.#key)}?${query}`, {
        signal: AbortSignal.timeout(15_000),
      });
      this.unknown = answer.status === 404;
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const { tag, now, plan, push } = (await answer.json()) as Answer;
      this.lost = false;
      this.push = push;
      const difference = Date.parse(now) - Date.now();
      const ahead = Math.abs(difference) > skewMs ? difference : 0;
      const next = plan ?? this.#kept?.plan;
      if (!next) return;
      const isNew = plan !== null || ahead !== this.#kept?.ahead;
      this.#kept = { tag, plan: next, ahead };
      if (!isNew) return;
      store(this.#storageKey, this.#kept);
      changed();
    } catch {
      this.lost = true;
      changed();
    }
  }
}
