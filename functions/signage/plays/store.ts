import { z } from 'zod';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import type { Play } from '#shared/model/signage/entities.ts';

/** What a player told at once: the proof itself, from–to. Its id is the player's, so the same one is written once. */
const Batches = entity('playbatch', {
  fields: z.object({
    displayId: z.string(),
    /** Of the first play, by the display's calendar. */
    day: z.string(),
    batchId: z.string(),
    plays: z.custom<Play[]>(),
    expiresAt: z.number(),
  }),
  key: { partition: ['displayId'], sort: ['day', 'batchId'], casing: 'none' },
});

/** Plays and seconds of a sign on a display on a day, counted up with each batch. */
const Totals = entity('playtotal', {
  fields: z.object({
    day: z.string(),
    displayId: z.string(),
    refId: z.string(),
    name: z.string().optional(),
    plays: z.number().default(0),
    milliseconds: z.number().default(0),
    expiresAt: z.number().optional(),
  }),
  key: { partition: [], sort: ['day', 'displayId', 'refId'], casing: 'none' },
});
export type StoredTotal = Omit<Stored<typeof Totals>, 'name' | 'expiresAt'> & { name: string };

/** Refused where the batch is there already. */
export const insertBatch = (batch: Stored<typeof Batches>) => Batches.insert(batch);

export const countUp = ({
  plays,
  milliseconds,
  name,
  expiresAt,
  ...key
}: StoredTotal & { expiresAt: number }): object =>
  Totals.upsert(key).set({ name, expiresAt }).add({ plays, milliseconds }).params();

/** From the first to the last day, both included. */
export async function totalsBetween(from: string, until: string): Promise<StoredTotal[]> {
  const { data } = await Totals.query('key')
    .between({ day: from }, { day: `${until}~` })
    .go({ pages: 'all' });
  return data.map(({ expiresAt: _expiresAt, name, ...total }) => ({ ...total, name: name ?? total.refId }));
}

/** The batches of a display whose first play was on one of the days named. */
export async function batchesOf(displayId: string, days: string[]): Promise<Play[]> {
  const found = await Promise.all(
    days.map((day) => Batches.all('key', { displayId, day }, { consistent: false })),
  );
  return found.flatMap((batches) => batches.flatMap(({ plays }) => plays));
}
