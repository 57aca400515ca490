/** One run of the sweeper over many tenants. Instants are in ms by `now`. */
export interface Round {
  /** Numbers of all tenants, ascending. */
  tenants: readonly number[];
  /** The last tenant whose turn the run before this one began; 0 for the first run. */
  after: number;
  /** Works for one tenant, and never throws. */
  turn: (tenant: number) => Promise<unknown>;
  /** Tenants that are worked for at the same time. */
  atOnce: number;
  /** No turn begins after this instant. */
  deadline: number;
  /** Notes the last tenant whose turn has begun: the next run goes on behind it, also when this one is killed. */
  note: (after: number) => Promise<unknown>;
  now?: () => number;
}

/** Turns between two notes. */
const turnsANote = 200;

/**
 * Gives each tenant one turn, from where the run before has stopped, until all have had theirs or the time is over. So
 * however short the time, no tenant has a second turn before all others have had their first. A turn that takes long
 * keeps one of the places; the position is noted without it.
 * @returns how many turns were begun
 */
export async function sweepRound({
  tenants,
  after,
  turn,
  atOnce,
  deadline,
  note,
  now = Date.now,
}: Round): Promise<number> {
  const first = tenants.findIndex((tenant) => tenant > after);
  const order = first > 0 ? [...tenants.slice(first), ...tenants.slice(0, first)] : tenants;
  let begun = 0;
  const place = async () => {
    while (begun < order.length && now() < deadline) {
      const tenant = order[begun++]!;
      if (begun % turnsANote === 0) await note(tenant);
      await turn(tenant);
    }
  };
  const places = Promise.all(Array.from({ length: atOnce }, place));
  // Before the stragglers are waited for: one that outlasts the function would otherwise be met first each minute.
  await Promise.race([places, afterwards(deadline - now())]);
  if (begun > 0) await note(order[begun - 1]!);
  await places;
  return begun;
}

/** Ends after some ms, and keeps nothing alive meanwhile. */
const afterwards = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms)).unref();
  });
