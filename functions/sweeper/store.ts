import { Entity } from 'electrodb';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { connection, keys, model } from '#functions/kernel/table.ts';

const { primary } = keys;

/** Where the sweeper has stopped, in the platform's partition: one item. */
const Positions = new Entity(
  {
    model: model('sweeperPosition'),
    attributes: {
      tenantId: { type: 'number', required: true },
      /** The last tenant whose turn has begun. */
      after: { type: 'number' },
      /** Where the reading of each shard goes on; '' where it begins. */
      places: { type: 'list', items: { type: 'string' } },
      /** How far items of earlier versions have been looked through. */
      earlier: { type: 'any' },
    },
    indexes: {
      only: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: [] },
      },
    },
  },
  connection,
);

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

export interface Position {
  after: number;
  places: string[];
  earlier: EarlierProgress;
}

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'sweeper', work);

/** Where the next run goes on; from the beginning at first. */
export const readPosition = (): Promise<Position> =>
  onPlatform(async () => {
    const { data } = await Positions.get({ tenantId: platformTenant }).go({ consistent: true });
    return {
      after: data?.after ?? 0,
      places: data?.places ?? [],
      earlier: (data?.earlier as EarlierProgress | undefined) ?? {
        rounds: 0,
        after: 0,
        failed: false,
        notBefore: 0,
        done: false,
      },
    };
  });

export const notePosition = (position: Partial<Position>): Promise<unknown> =>
  onPlatform(() => Positions.upsert({ tenantId: platformTenant, ...position }).go());
