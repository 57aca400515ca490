import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { deterministicId } from '#functions/kernel/ids.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { paymentLimits } from '#shared/model/market-payments.ts';
import { vendorOwner } from '../books.ts';
import { accountOf } from '../books-store.ts';
import { findShop } from '../shop-store.ts';
import { paymentAccount } from './account.ts';
import { findPayoutAccount, insertPayout, payoutsTo, type StoredPayoutAccount } from './payout-store.ts';

/* Once a day, of days in UTC, a shop with an account that is ready is paid what is available: one payout a day at most. */

const dayMs = 86_400_000;
/** Hour of the day, UTC, from which shops are paid; of one that has just become ready, at once. */
const payHour = 9;
/** US cents of one transfer: Stripe's own bound. */
const mostCents = 99_999_999;

const nextDay = (today: string): number => Date.parse(today) + dayMs + payHour * 3_600_000;

/** Begins the payout of a day, unless there is one, or an earlier one is still on its way. */
async function begin({ providerId, accountId, sandbox }: StoredPayoutAccount, today: string): Promise<void> {
  const earlier = await payoutsTo(providerId);
  if (earlier.some(({ step }) => step === 'booking' || step === 'sending' || step === 'returning')) return;
  const { available } = await accountOf(vendorOwner(providerId));
  if (available < paymentLimits.minPayoutCents) return;
  await accepted(
    commit(
      insertPayout({
        providerId,
        payoutId: deterministicId('mpo', providerId, today),
        amountCents: Math.min(available, mostCents),
        accountId: accountId!,
        sandbox,
        step: 'booking',
        reason: '',
        transferId: null,
        sentAt: null,
        claimedUntil: 0,
        tries: 0,
        createdAt: clock.iso(),
        version: 1,
      }),
    ),
  );
}

async function look(providerId: string): Promise<NextLook> {
  const account = await findPayoutAccount(providerId);
  // What is not ready is due again when it becomes so.
  if (account?.state !== 'ready' || !account.accountId) return undefined;
  const today = clock.iso().slice(0, 10);
  const [shop, now] = await Promise.all([findShop(providerId), paymentAccount()]);
  // Of a suspended shop the operator decides.
  if (shop?.status === 'active' && now?.sandbox === account.sandbox) await begin(account, today);
  return nextDay(today);
}

/** Pays a shop what is available, once a day. */
export const marketPayoutAccountWork: DueWork = { look, earlier: async () => [] };
