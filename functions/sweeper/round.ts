import type { DueEntry, Looked } from '#functions/kernel/due.ts';
import type { Stretch } from './read-due.ts';

/** One run of the sweeper over what is due. Instants are in ms by `now`. */
export interface Round {
  /** Reads what is due, from where the last stretch stopped. */
  read: (places: readonly string[]) => Promise<Stretch>;
  /** Looks at one entry, and never throws. */
  look: (entry: DueEntry) => Promise<Looked>;
  /** Where the run before this one stopped. */
  position: RoundPosition;
  /** Entries that are looked at at the same time, and of them those of one tenant. */
  atOnce: number;
  atOnceOfTenant: number;
  /** No turn begins after this instant. */
  deadline: number;
  /** Notes where the next run goes on, also when this one is killed. */
  note: (position: RoundPosition) => Promise<unknown>;
  now?: () => number;
}

export interface RoundPosition {
  /** The last tenant whose turn has begun; 0 for the first run. */
  after: number;
  /** Where the reading of each shard goes on. */
  places: readonly string[];
}

/** Turns between two notes. */
const turnsANote = 200;

/** Entries by tenant, tenants in turns: each gets one entry before any gets a second. */
class Turns {
  private readonly entries = new Map<number, DueEntry[]>();
  private readonly busy = new Map<number, number>();
  private ring: number[];
  private at = 0;
  private readonly most: number;

  constructor(entries: readonly DueEntry[], after: number, most: number) {
    this.most = most;
    for (const entry of entries) {
      const own = this.entries.get(entry.tenantId);
      if (own) own.push(entry);
      else this.entries.set(entry.tenantId, [entry]);
    }
    // The shards come in any order; within a tenant the longest due is first.
    for (const own of this.entries.values()) own.sort((a, b) => (a.at < b.at ? 1 : -1));
    const tenants = [...this.entries.keys()].sort((a, b) => a - b);
    const first = tenants.findIndex((tenant) => tenant > after);
    this.ring = first > 0 ? [...tenants.slice(first), ...tenants.slice(0, first)] : tenants;
  }

  /** The next in turn; undefined where none is left, or all that are left have as many at work as they may. */
  next(): DueEntry | undefined {
    for (let left = this.ring.length; left >= 0; left--) {
      if (this.at >= this.ring.length) this.startAgain();
      const tenant = this.ring[this.at++];
      if (tenant === undefined) return undefined;
      const own = this.entries.get(tenant)!;
      if (own.length === 0 || (this.busy.get(tenant) ?? 0) >= this.most) continue;
      this.busy.set(tenant, (this.busy.get(tenant) ?? 0) + 1);
      return own.pop();
    }
    return undefined;
  }

  done(tenant: number): void {
    this.busy.set(tenant, this.busy.get(tenant)! - 1);
  }

  private startAgain(): void {
    this.at = 0;
    this.ring = this.ring.filter((tenant) => this.entries.get(tenant)!.length > 0);
  }
}

export interface Swept {
  /** Entries that were looked at, also those whose look failed. */
  looked: number;
  failed: number;
  /** Whether something that is due was not reached. */
  isCut: boolean;
}

/**
 * Looks at what is due until nothing is left or the time is over. Tenants have turns, from where the run before has
 * stopped: however short the time and however much one of them has, none has a second turn before all others that have
 * something due had their first. A look that takes long keeps one of the places; the position is noted without it.
 */
export async function sweepRound(round: Round): Promise<Swept> {
  const { read, note, deadline, now = Date.now } = round;
  const swept: Swept = { looked: 0, failed: 0, isCut: false };
  let position = round.position;
  for (;;) {
    const { entries, places } = await read(position.places);
    const before = swept.looked;
    const { after, isCut } = await takeTurns({ ...round, now, position }, entries, swept);
    const isAllRead = places.every((place) => place === '');
    // What was read and not reached is read again when all else has been.
    const hasMoved = after !== position.after || !samePlaces(places, position.places);
    position = { after, places };
    if (hasMoved) await note(position);
    swept.isCut = isCut || !isAllRead;
    if (now() >= deadline || (isAllRead && swept.looked === before)) return swept;
  }
}

const samePlaces = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((place, shard) => place === (other[shard] ?? ''));

async function takeTurns(
  { look, note, position, atOnce, atOnceOfTenant, deadline, now }: Round & { now: () => number },
  entries: readonly DueEntry[],
  swept: Swept,
): Promise<{ after: number; isCut: boolean }> {
  const turns = new Turns(entries, position.after, atOnceOfTenant);
  const running = new Set<Promise<unknown>>();
  let { after } = position;
  let begun = 0;
  const begin = (entry: DueEntry) => {
    after = entry.tenantId;
    const run = look(entry).then((looked) => {
      if (looked !== 'overtaken') swept.looked++;
      if (looked === 'failed') swept.failed++;
      turns.done(entry.tenantId);
      running.delete(run);
    });
    running.add(run);
  };
  while (now() < deadline) {
    const entry = running.size < atOnce ? turns.next() : undefined;
    if (entry) {
      begin(entry);
      if (++begun % turnsANote === 0) await note({ ...position, after });
    } else if (running.size > 0) await Promise.race([...running, afterwards(deadline - now())]);
    else break;
  }
  // Before the stragglers are waited for: one that outlasts the function would otherwise be met first each minute.
  if (running.size > 0 && begun > 0) await note({ ...position, after });
  await Promise.all(running);
  return { after, isCut: begun < entries.length };
}

/** Ends after some ms, and keeps nothing alive meanwhile. */
const afterwards = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
