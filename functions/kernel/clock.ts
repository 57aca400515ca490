/**
 * The one clock. Everything that asks for the time asks here, so a test can run journeys, calling windows and
 * token lives years ahead in milliseconds.
 */
let source: () => number = Date.now;

export const clock = {
  /** Now, in milliseconds since 1970. */
  now: (): number => source(),
  date: (): Date => new Date(source()),
  /** Now, as ISO 8601 in UTC: the form every entity stores. */
  iso: (): string => new Date(source()).toISOString(),
  /** Now, in whole seconds since 1970: DynamoDB's TTL and JWT's unit. */
  seconds: (): number => Math.floor(source() / 1000),
};

/** Replaces the clock's source; answers a function that puts the old one back. For tests. */
export function setClock(now: () => number): () => void {
  const before = source;
  source = now;
  return () => {
    source = before;
  };
}
