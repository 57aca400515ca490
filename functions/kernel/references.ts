import type { z } from 'zod';
import { type Reference, referencesIn, type Thing, things } from '#shared/model/reference.ts';
import { badRequest } from './errors.ts';
import { invalidInput } from './validation.ts';

/** Answers which of some ids name a thing of the actor's tenant: one batched read of the noun whose things they are. */
export type LookUp = (ids: string[]) => Promise<Iterable<string>>;

/** What the calls of a noun may name in what they store. */
export interface StoredIds {
  lookUps: Partial<Record<Thing, LookUp>>;
  /**
   * What is stored now of the thing that a call changes, with the schema of it. An id that it holds already may stay,
   * though what it names has gone since: otherwise nothing else of the thing could be changed. Read only when an id
   * names nothing. @throws 404 where the thing itself is not there, which is told first
   */
  kept?: (input: Record<string, unknown>) => Promise<{ schema: z.ZodType; value: unknown } | undefined>;
}

/** Different ids of one kind that one call may name: 20 batches of the table. */
const mostIds = 2_000;

const missingOf = async (
  named: readonly Reference[],
  lookUps: StoredIds['lookUps'],
): Promise<readonly Reference[]> => {
  const byThing = Map.groupBy(named, ({ thing }) => thing);
  const there = new Map<Thing, Set<string>>();
  await Promise.all(
    [...byThing].map(async ([thing, references]) => {
      const ids = [...new Set(references.map(({ id }) => id))];
      if (ids.length > mostIds) throw badRequest(`A call may name at most ${mostIds} different things.`);
      const lookUp = lookUps[thing];
      if (!lookUp) throw new Error(`The function of this call has no look-up for ${thing}.`);
      there.set(thing, new Set(await lookUp(ids)));
    }),
  );
  return named.filter(({ thing, id }) => !there.get(thing)?.has(id));
};

/**
 * Refuses an input that would store the id of a thing which the tenant does not have, be it gone, another tenant's or
 * made up; the answer is the same for all three. Fields are those that the contract marks by `refersTo`. An input that
 * names nothing costs nothing; otherwise each kind of thing is one batched read, all at once.
 * @throws 400 'unknown_reference' with the fields in `details.issues`
 */
export async function assertThere(
  schema: z.ZodType,
  input: unknown,
  { lookUps, kept }: StoredIds,
): Promise<void> {
  const named = referencesIn(schema, input);
  if (named.length === 0) return;
  const missing = await missingOf(named, lookUps);
  for (const { clear } of missing) clear?.();
  const refused = missing.filter(({ clear }) => !clear);
  if (refused.length === 0) return;
  const before = await kept?.(input as Record<string, unknown>);
  const stays = new Set(
    before ? referencesIn(before.schema, before.value).map(({ thing, id }) => `${thing} ${id}`) : [],
  );
  const issues = refused
    .filter(({ thing, id }) => !stays.has(`${thing} ${id}`))
    .map(({ thing, path }) => ({ path, message: `There is no such ${things[thing]}.` }));
  if (issues.length > 0) throw invalidInput(issues, 'unknown_reference');
}
