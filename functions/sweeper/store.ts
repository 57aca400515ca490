import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';

/** How far the items of earlier versions have been given their time: earlier.ts. */
export interface EarlierProgress {
  /** Rounds over all tenants that have ended. */
  rounds: number;
  /** The last tenant of this round that was looked through; 0 before the first. */
  after: number;
  /** Whether something failed in this round. */
  failed: boolean;
  /** When the next round may begin, ms since 1970. */
  notBefore: number;
  done: boolean;
}

const notBegun: EarlierProgress = { rounds: 0, after: 0, failed: false, notBefore: 0, done: false };

/** Where the sweeper has stopped, in the platform's partition: one item. */
const Positions = entity('sweeperPosition', {
  fields: z.object({
    /** The last tenant whose turn has begun. */
    after: z.number().default(0),
    /** Where the reading of each shard goes on; '' where it begins. */
    places: z.array(z.string()).default([]),
    /** How far items of earlier versions have been looked through. */
    earlier: z.custom<EarlierProgress>().default(notBegun),
    /** When a minute's run ended last, ISO 8601; null before the first. */
    sweptAt: z.string().nullable().default(null),
  }),
  key: { partition: [], sort: [] },
});
export type Position = Stored<typeof Positions>;

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'sweeper', work);

/** Where the next run goes on; from the beginning at first. */
export const readPosition = (): Promise<Position> =>
  onPlatform(
    async () => (await Positions.find({})) ?? { after: 0, places: [], earlier: notBegun, sweptAt: null },
  );

/** When a minute's run ended last, ISO 8601; null before the first. */
export const sweptAt = async (): Promise<string | null> => (await readPosition()).sweptAt;

export const notePosition = (position: Partial<Position>): Promise<void> =>
  onPlatform(() => writeOne(Positions.upsert({}).set(position).params()));
