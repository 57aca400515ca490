import { Entity, type EntityItem } from 'electrodb';
import { asSystem, platformTenant, tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { connection, keys, model, orElse } from '#functions/kernel/table.ts';

const { primary } = keys;

/**
 * The link by which a tenant gets its first admin, in the platform's partition: one for each tenant, and only its
 * hash. It stays when it has been used, so that a deployment does not make another by itself.
 */
const SetupLinks = new Entity(
  {
    model: model('setupLink'),
    attributes: {
      tenantId: { type: 'number', required: true },
      number: { type: 'number', required: true, padding: { length: 10, char: '0' } },
      hash: { type: 'string', required: true },
      // ISO 8601.
      validUntil: { type: 'string', required: true },
      usedAt: { type: 'string' },
      // That it also made the operator, whom the index of users shows some milliseconds late.
      madeOperator: { type: 'boolean' },
      createdAt: { type: 'string', required: true },
    },
    indexes: {
      byNumber: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['number'] },
      },
    },
  },
  connection,
);

/** That a link has been used, in the partition of the tenant that it was for: written with the admin, or not at all. */
const UsedLinks = new Entity(
  {
    model: model('usedSetupLink'),
    attributes: {
      tenantId: { type: 'number', required: true },
      hash: { type: 'string', required: true },
      usedAt: { type: 'string', required: true },
    },
    indexes: {
      byHash: {
        pk: { ...primary.pk, composite: ['tenantId'] },
        sk: { ...primary.sk, composite: ['hash'], casing: 'none' },
      },
    },
  },
  connection,
);

export type SetupLink = Omit<EntityItem<typeof SetupLinks>, 'tenantId'>;

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'setup', work);

/** The link of a tenant, used or not. */
export const findLink = (number: number): Promise<SetupLink | undefined> =>
  onPlatform(async () => {
    const { data } = await SetupLinks.get({ tenantId: platformTenant, number }).go({ consistent: true });
    return data ?? undefined;
  });

/** Puts a link in the place of the one before it, which no longer works. */
export const putLink = (link: SetupLink): Promise<unknown> =>
  onPlatform(() => SetupLinks.put({ tenantId: platformTenant, ...link }).go());

export const noteLinkUsed = (number: number, usedAt: string, madeOperator: boolean): Promise<unknown> =>
  onPlatform(() => SetupLinks.patch({ tenantId: platformTenant, number }).set({ usedAt, madeOperator }).go());

/** The write that uses up a link in the actor's tenant, once. */
export const usingLink = (hash: string, usedAt: string, refused: Error): object =>
  orElse(UsedLinks.create({ tenantId: tenantOf(), hash, usedAt }).params(), refused);

export const linkUsed = () => conflict('This link has been used already.', undefined, 'link_used');
