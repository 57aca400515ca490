import { clock } from './clock.ts';
import type { DueWork, NextLook } from './due.ts';

/*
 * Work that takes a while is an item that a worker holds by a lease, which it renews while it lives:
 *
 *   open ──take──▶ held until `leaseUntil` ──renew, renew …──▶ ended
 *     ▲                 │ the worker dies
 *     └─────────────────┘ quiet: the sweeper has it worked again
 *
 * Each noun keeps the shape of its own item. What is alike is here: when it is nobody's any more, and how a worker says
 * that it lives.
 */

export interface Job<T> {
  find: (id: string) => Promise<T | undefined>;
  /** Whether there is anything left to do. */
  isOpen: (job: T) => boolean;
  /** When nobody is at it any more, or its time has come, ms since 1970: its lease has run out, or nothing was heard. */
  quietAt: (job: T) => number;
  /** Has it worked again. It bears being called twice; what it answers, in place of `againMs`, is the next look. */
  revive: (job: T, id: string) => Promise<NextLook> | Promise<void>;
  /** It is looked at again after so long when it was revived; ms. No calculation, which a bundle could not leave out. */
  againMs: number;
  earlier: DueWork['earlier'];
}

/**
 * The sweeper's part for a job: it is revived when it is quiet, and left alone before and when it has ended. Where
 * others use the file too, the call is marked as pure, so that only the sweeper's bundle holds what it would send.
 */
export function jobWork<T>({ find, isOpen, quietAt, revive, againMs, earlier }: Job<T>): DueWork {
  return {
    async look(id) {
      const job = await find(id);
      if (!job || !isOpen(job)) return undefined;
      const quiet = quietAt(job);
      if (quiet > clock.now()) return quiet;
      return (await revive(job, id)) ?? clock.now() + againMs;
    },
    earlier,
  };
}

export interface Heartbeat {
  /** Ends it; a beat that is on its way has come through then, so that nothing renews a lease which is given up after. */
  stop(): Promise<void>;
}

/**
 * Beats while a worker works: renews its lease, hides its message, tells of progress. A beat that fails or hangs is made
 * up for by the next, and a lease that was not renewed in time runs out.
 * @param everyMs well below the lease
 */
export function startHeartbeat(everyMs: number, beat: () => Promise<unknown>): Heartbeat {
  const beating = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = beat()
      .catch(() => undefined)
      .then(() => void beating.delete(one));
    beating.add(one);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(beating);
    },
  };
}
