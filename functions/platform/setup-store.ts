import { z } from 'zod';
import { asSystem, platformTenant } from '#functions/kernel/actor.ts';
import { entity, type Stored } from '#functions/kernel/entity.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { writeOne } from '#functions/kernel/table.ts';

/**
 * The link by which a tenant gets its first admin, in the platform's partition: one for each tenant, and only its
 * hash. It stays when it has been used, so that a deployment does not make another by itself.
 */
const SetupLinks = entity('setupLink', {
  fields: z.object({
    number: z.number(),
    hash: z.string(),
    // ISO 8601.
    validUntil: z.string(),
    usedAt: z.string().optional(),
    // That it also made the operator, whom the index of users shows some milliseconds late.
    madeOperator: z.boolean().optional(),
    createdAt: z.string(),
  }),
  key: { partition: [], sort: ['number'] },
  padded: { number: 10 },
});

/** That a link has been used, in the partition of the tenant that it was for: written with the admin, or not at all. */
const UsedLinks = entity('usedSetupLink', {
  fields: z.object({ hash: z.string(), usedAt: z.string() }),
  key: { partition: [], sort: ['hash'], casing: 'none' },
});

export type SetupLink = Stored<typeof SetupLinks>;

const onPlatform = <T>(work: () => Promise<T>): Promise<T> => asSystem(platformTenant, 'setup', work);

/** The link of a tenant, used or not. */
export const findLink = (number: number): Promise<SetupLink | undefined> =>
  onPlatform(() => SetupLinks.find({ number }));

/** Puts a link in the place of the one before it, which no longer works. */
export const putLink = (link: SetupLink): Promise<void> => onPlatform(() => writeOne(SetupLinks.put(link)));

export const noteLinkUsed = (number: number, usedAt: string, madeOperator: boolean): Promise<void> =>
  onPlatform(() => writeOne(SetupLinks.patch({ number }).set({ usedAt, madeOperator }).params()));

/** The write that uses up a link in the actor's tenant, once. */
export const insertUsedLink = (hash: string, usedAt: string, refused: Error): object =>
  UsedLinks.insert({ hash, usedAt }, refused);

export const linkUsed = () => conflict('This link has been used already.', undefined, 'link_used');
