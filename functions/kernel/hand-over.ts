import { clock } from './clock.ts';

/*
 * Handing things to people that cannot be taken back, such as mails: each goes out at most once. One is claimed in the
 * table before it is handed over; what a kill leaves claimed may have arrived, and is not sent again by itself.
 */

export interface HandOver {
  state: 'waiting' | 'sending' | 'sent' | 'unsure' | 'refused';
  reason: string;
  /** When it was begun to be handed over, ms since 1970; 0 before. */
  claimedAt: number;
}

/** Whoever hands something over has done so within this, or died; ms. */
const claimMs = 120_000;

interface HandOvers {
  /** As they stand now: `note` changes them. */
  items: () => readonly HandOver[];
  /** Stores the change of one. @throws where somebody else was quicker */
  note: (at: number, change: Partial<HandOver>) => Promise<unknown>;
  /** Hands one over, and says what became of it. */
  send: (at: number) => Promise<Outcome>;
}

/** `waiting`: it certainly did not arrive, and may be tried again. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'refused' | 'unsure'; reason: string }
  | { state: 'waiting'; reason: string };

/**
 * Hands over what is waiting, one after another.
 * @returns when to look again, where another worker is at one; undefined when nothing is left
 * @throws where one certainly did not arrive: it is left waiting
 */
export async function handOverEach({ items, note, send }: HandOvers): Promise<number | undefined> {
  for (let at = 0; at < items().length; at++) {
    const { state, claimedAt } = items()[at]!;
    if (state === 'sending') {
      const free = claimedAt + claimMs;
      if (free > clock.now()) return free;
      await note(at, { state: 'unsure', reason: 'The work was cut off while it was handed over.' });
    }
    if (state !== 'waiting') continue;
    await note(at, { state: 'sending', claimedAt: clock.now() });
    const outcome = await send(at);
    await note(at, outcome.state === 'waiting' ? { ...outcome, claimedAt: 0 } : outcome);
    if (outcome.state === 'waiting') throw new Error(outcome.reason);
  }
  return undefined;
}
