import type { DatabaseSync } from 'node:sqlite';
import { json, readJson } from './http.ts';
import type { Route } from './index.ts';

/**
 * The sandbox's time: this machine's, or moved away from it, so that what carriers do in a year can be tried in a
 * minute. It runs on from where it was put, also after a restart.
 */
export class SandboxClock {
  readonly #database: DatabaseSync;
  #ahead = 0;
  readonly #moved: (() => void)[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(
      'CREATE TABLE IF NOT EXISTS clock (one INTEGER PRIMARY KEY CHECK (one = 1), ahead INTEGER)',
    );
    const row = database.prepare('SELECT ahead FROM clock').get() as { ahead: number } | undefined;
    this.#ahead = row?.ahead ?? 0;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  /** Puts the clock to an instant; null is this machine's own time again. */
  set(instant: number | null): void {
    this.#ahead = instant === null ? 0 : instant - Date.now();
    this.#database.prepare('INSERT OR REPLACE INTO clock VALUES (1, ?)').run(this.#ahead);
    for (const moved of this.#moved) moved();
  }

  onMoved(heard: () => void): void {
    this.#moved.push(heard);
  }
}

/** POST /sandbox/clock {now: ISO 8601 or null}; GET tells what it is. */
export function clockRoutes(clock: SandboxClock): Route {
  return async (request, { pathname }) => {
    if (pathname !== '/sandbox/clock') return undefined;
    if (request.method === 'POST') {
      const { now } = ((await readJson(request)) ?? {}) as { now?: unknown };
      const instant = now === null ? null : typeof now === 'string' ? Date.parse(now) : Number.NaN;
      if (Number.isNaN(instant))
        return json(400, { error: 'now is an instant in ISO 8601, or null.', code: 'invalid_input' });
      clock.set(instant);
    }
    return json(200, { now: clock.iso() });
  };
}
