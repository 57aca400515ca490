import { z } from 'zod';
import { asSystem } from '#functions/kernel/actor.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { changedSinceOpened } from '#functions/kernel/errors.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { accepted, commit, writeOne } from '#functions/kernel/table.ts';

/*
 * Exchanges lie with their owner: a tenant's own in its partition, those for every tenant in the platform's. So an
 * exchange of another tenant cannot even be asked for.
 */

const Exchanges = entity('telephoneExchange', {
  fields: z.object({
    exchangeId: z.string(),
    name: z.string(),
    phoneUrl: z.string(),
    /** Of its one queue; made when a token is made first. */
    queueUrl: z.string().nullable(),
    /** The token that can be used, and by whom it was: the same bridge may ask again when the answer was lost. */
    tokenHash: z.string().nullable(),
    tokenUntil: z.string().nullable(),
    /** The key of its bridge. Of one that was revoked there is none. */
    keyHash: z.string().nullable(),
    keyUntil: z.string().nullable(),
    enrolledAt: z.string().nullable(),
    revokedAt: z.string().nullable(),
    seenAt: z.string().nullable(),
    /** Since when its Asterisk is there, or away. */
    asteriskSince: z.string().nullable(),
    asteriskConnected: z.boolean().nullable(),
    asteriskVersion: z.string().nullable(),
    bridgeVersion: z.string().nullable(),
    /** Which run of its bridge was heard last. */
    run: z.string().nullable(),
    /** Which journal its bridge has. */
    journal: z.string().nullable(),
    liveCalls: z.number().nullable(),
    phones: z.number().nullable(),
    createdAt: z.string(),
    version: z.number(),
  }),
  key: { partition: [], sort: ['exchangeId'], casing: 'none' },
});
export type ExchangeRecord = Stored<typeof Exchanges>;

/** Which tenants are, or were, on an exchange; with its owner. */
const Placed = entity('exchangeTenant', {
  fields: z.object({ exchangeId: z.string(), placedTenant: z.number() }),
  key: { partition: ['exchangeId'], sort: ['placedTenant'] },
  padded: { placedTenant: 10 },
});

/** An exchange and whose it is. */
export interface ExchangeName {
  owner: number;
  exchangeId: string;
}
export type OwnedExchange = ExchangeRecord & { owner: number };

const withOwner = <T>(owner: number, work: () => Promise<T>): Promise<T> => asSystem(owner, 'exchange', work);

export const findExchange = ({ owner, exchangeId }: ExchangeName): Promise<OwnedExchange | undefined> =>
  withOwner(owner, async () => {
    const found = await Exchanges.find({ exchangeId });
    return found && { ...found, owner };
  });

export const exchangesOf = (owner: number): Promise<OwnedExchange[]> =>
  withOwner(owner, async () => (await Exchanges.all('key')).map((one) => ({ ...one, owner })));

const changedSince = changedSinceOpened('exchange');

export const insertExchange = ({ owner, ...exchange }: OwnedExchange): Promise<void> =>
  withOwner(owner, () => writeOne(Exchanges.insert(exchange)));

/** The write of what people set, by its owner; refused with 409 where it has changed since `version`. */
export const exchangeChange = (
  { exchangeId, version }: Pick<ExchangeRecord, 'exchangeId' | 'version'>,
  set: Partial<ExchangeRecord>,
): object =>
  Exchanges.patch({ exchangeId })
    .set({ ...set, version: version + 1 })
    .params(ifVersion(version, changedSince));

export const deleteExchange = ({ owner, exchangeId, version }: OwnedExchange): Promise<void> =>
  withOwner(owner, () => commit(Exchanges.remove({ exchangeId }, ifVersion(version, changedSince))));

/** What a bridge tells of itself. False where its key has meanwhile ended. */
export const noteBridge = (
  { owner, exchangeId }: ExchangeName,
  keyHash: string,
  set: Partial<ExchangeRecord>,
): Promise<boolean> =>
  withOwner(owner, () =>
    accepted(
      writeOne(
        Exchanges.patch({ exchangeId })
          .set(set)
          .params({ where: (at, { eq }) => eq(at.keyHash, keyHash) }),
      ),
    ),
  );

/**
 * Gives the exchange to the bridge that has spent its token: nobody's key counts any more but this one. False where the
 * token has ended, or another bridge was quicker.
 */
export const giveToBridge = (
  { owner, exchangeId }: ExchangeName,
  tokenHash: string,
  set: Partial<ExchangeRecord>,
): Promise<boolean> =>
  withOwner(owner, () =>
    accepted(
      writeOne(
        Exchanges.patch({ exchangeId })
          .set({ ...set, tokenHash: null, tokenUntil: null })
          .params({ where: (at, { eq }) => eq(at.tokenHash, tokenHash) }),
      ),
    ),
  );

export const notePlaced = ({ owner, exchangeId }: ExchangeName, placedTenant: number): Promise<void> =>
  withOwner(owner, () => writeOne(Placed.put({ exchangeId, placedTenant })));

export const tenantsOn = ({ owner, exchangeId }: ExchangeName): Promise<number[]> =>
  withOwner(owner, async () =>
    (await Placed.all('key', { exchangeId })).map(({ placedTenant }) => placedTenant),
  );

export const isPlacedOn = ({ owner, exchangeId }: ExchangeName, placedTenant: number): Promise<boolean> =>
  withOwner(owner, async () => (await Placed.find({ exchangeId, placedTenant })) !== undefined);

/* Where a tenant's calls go, with the tenant. */

const Placements = entity('exchangePlacement', {
  fields: z.object({
    exchangeId: z.string(),
    owner: z.number(),
    since: z.string(),
    /** Where it was before, the latest first: calls that began there are still asked for there. */
    before: z.array(z.object({ exchangeId: z.string(), owner: z.number(), until: z.string() })),
    version: z.number(),
  }),
  key: { partition: [], sort: [] },
});
export type Placement = Stored<typeof Placements>;

export const findPlacement = (): Promise<Placement | undefined> =>
  readOnce('exchange placement', () => Placements.find({}));

export const placementWrite = (version: number, after: Omit<Placement, 'version'>): object =>
  Placements.put({ ...after, version: version + 1 }, ifVersion(version, changedSinceOpened('workspace')));

/* What bridges answer, with the tenant that has asked. */

const Answers = entity('exchangeAnswer', {
  fields: z.object({
    requestId: z.string(),
    status: z.number(),
    body: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: [], sort: ['requestId'], casing: 'none' },
});

export const findAnswer = (requestId: string) => Answers.find({ requestId });

/** Keeps an answer; the first one to a request is the answer. */
export const keepAnswer = (answer: Stored<typeof Answers>): Promise<boolean> =>
  accepted(writeOne(Answers.insert(answer)));
