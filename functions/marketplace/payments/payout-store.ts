import { z } from 'zod';
import { asSystem } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { dueAt } from '#functions/kernel/due.ts';
import { entity, ifVersion, type Stored } from '#functions/kernel/entity.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { payoutAccountStates } from '#shared/model/market-payments.ts';
import type { StoredShop } from '../shop-store.ts';

/* Where a shop is paid out to, and what was, in the seller's tenant. The money itself stands in the books. */

const Accounts = entity('marketPayoutAccount', {
  fields: z.object({
    providerId: z.string(),
    /** The provider's; null until it has opened one. */
    accountId: z.string().nullable(),
    state: z.enum(payoutAccountStates),
    /** Details that the provider still asks for. */
    missing: z.number(),
    /** Whether the stand-in of the local cloud keeps it. */
    sandbox: z.boolean(),
    version: z.number(),
  }),
  key: { partition: ['providerId'], sort: [], casing: 'none' },
  due: true,
});
export type StoredPayoutAccount = Stored<typeof Accounts>;

export const findPayoutAccount = (providerId: string): Promise<StoredPayoutAccount | undefined> =>
  Accounts.find({ providerId });

/** The write of an account in the place of the one that was read, or of none. Nothing is due of it. */
export const putPayoutAccount = (
  before: StoredPayoutAccount | undefined,
  after: StoredPayoutAccount,
): object => Accounts.put({ ...after, version: (before?.version ?? 0) + 1 }, ifVersion(before?.version ?? 0));

/** Changes an account by what it is now. One that becomes ready is looked at by the next sweep, and each day from then on. */
export const changePayoutAccount = (
  providerId: string,
  change: (now: StoredPayoutAccount) => Partial<StoredPayoutAccount> | undefined,
): Promise<StoredPayoutAccount | undefined> =>
  retryOnConflict(async () => {
    const now = await findPayoutAccount(providerId);
    const some = now && change(now);
    if (!now || !some) return now;
    const version = now.version + 1;
    const becomesReady = some.state === 'ready' && now.state !== 'ready';
    const due = becomesReady ? dueAt('marketPayoutAccount', providerId, clock.now()) : {};
    await writeOne(
      Accounts.patch({ providerId })
        .set({ ...some, ...due, version })
        .params(ifVersion(now.version)),
    );
    return { ...now, ...some, version };
  });

/**
 * - booking: it is to be taken from what the shop has
 * - sending: it was taken, and is to be sent
 * - paid: the provider has sent it
 * - returning: the provider has refused it, and the shop is to have it back
 * - failed: the shop has it back
 * - declined: the shop had not as much any more; nothing was taken
 */
export const payoutSteps = ['booking', 'sending', 'paid', 'returning', 'failed', 'declined'] as const;

const Payouts = entity('marketPayout', {
  fields: z.object({
    providerId: z.string(),
    payoutId: z.string(),
    amountCents: z.number(),
    /** Whom it is sent to. */
    accountId: z.string(),
    sandbox: z.boolean(),
    step: z.enum(payoutSteps),
    /** Why it failed, as the vendor reads it. */
    reason: z.string(),
    transferId: z.string().nullable(),
    /** When it was sent the first time; ms since 1970, null before. */
    sentAt: z.number().nullable(),
    /** Until when whoever sends it alone may; ms since 1970. */
    claimedUntil: z.number(),
    tries: z.number(),
    createdAt: z.string(),
    version: z.number(),
  }),
  key: { partition: ['providerId'], sort: ['payoutId'], casing: 'none' },
  due: true,
});
export type StoredPayout = Stored<typeof Payouts>;

/** How the sweeper names one. */
const dueName = ({ providerId, payoutId }: Pick<StoredPayout, 'providerId' | 'payoutId'>): string =>
  `${providerId}/${payoutId}`;

export function findPayout(name: string): Promise<StoredPayout | undefined> {
  const [providerId = '', payoutId = ''] = name.split('/');
  return Payouts.find({ providerId, payoutId });
}

/** The write of a new one, refused where it is there. It is looked at by the next sweep. */
export const insertPayout = (payout: StoredPayout): object =>
  Payouts.insert({ ...payout, ...dueAt('marketPayout', dueName(payout), clock.now()) });

/** The write of a change; refused where it has changed since it was read. It stays due: the sweeper ends that. */
export const payoutChange = (
  { providerId, payoutId, version }: StoredPayout,
  change: Partial<StoredPayout>,
): object =>
  Payouts.patch({ providerId, payoutId })
    .set({ ...change, version: version + 1 })
    .params(ifVersion(version));

/** Those of a shop of the actor's tenant, in any order. */
export const payoutsTo = (providerId: string): Promise<StoredPayout[]> => Payouts.all('key', { providerId });

/** Those of a shop of any tenant: for the operator, and for the vendor whose shop it is. */
export const payoutsOfShop = ({ providerId, sellerTenantId }: StoredShop): Promise<StoredPayout[]> =>
  asSystem(sellerTenantId, 'marketplace', () => payoutsTo(providerId));
