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
      after: { type: 'number', required: true },
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

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'sweeper', work);

/** The tenant behind which the next run goes on; 0 at first. */
export const readPosition = (): Promise<number> =>
  onPlatform(async () => {
    const { data } = await Positions.get({ tenantId: platformTenant }).go({ consistent: true });
    return data?.after ?? 0;
  });

export const notePosition = (after: number): Promise<unknown> =>
  onPlatform(() => Positions.put({ tenantId: platformTenant, after }).go());
