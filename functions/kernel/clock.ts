import { setTimeout } from 'node:timers/promises';

/**
 * The one clock. Everything that asks for the time asks here, so a test can run journeys, calling windows and
 * token lives years ahead in milliseconds.
 */
let source: () => number = Date.now;
let waits: (ms: number) => Promise<void> = setTimeout;

export const clock = {
  /** Now, in milliseconds since 1970. */
  now: (): number => source(),
  date: (): Date => new Date(source()),
  /** Now, as ISO 8601 in UTC: the form every entity stores. */
  iso: (): string => new Date(source()).toISOString(),
  /** Now, in whole seconds since 1970: DynamoDB's TTL and JWT's unit. */
  seconds: (): number => Math.floor(source() / 1000),
  /** Waits until so many milliseconds have passed on it. */
  wait: (ms: number): Promise<void> => waits(ms),
};

/**
 * Replaces the clock's source; answers a function that puts the old one back. For tests.
 * @param wait puts that clock forward instead of waiting; else waits take this machine's time
 */
export function setClock(now: () => number, wait: (ms: number) => Promise<void> = setTimeout): () => void {
  const before = { source, waits };
  source = now;
  waits = wait;
  return () => {
    ({ source, waits } = before);
  };
}
