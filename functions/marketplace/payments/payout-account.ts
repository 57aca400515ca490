import { asSystem, currentUser, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { conflict, unavailable } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { type PayoutAccount, paymentLimits } from '#shared/model/market-payments.ts';
import { Undecided } from '../ask-provider.ts';
import type { StoredShop } from '../shop-store.ts';
import { ownShop } from '../shops.ts';
import { asking, paymentAccount } from './account.ts';
import { applyAccount, askedState } from './payout-state.ts';
import {
  changePayoutAccount,
  findPayoutAccount,
  putPayoutAccount,
  type StoredPayoutAccount,
} from './payout-store.ts';
import { paymentService } from './providers/index.ts';
import { PaymentRefused, type PlatformAccount } from './providers/types.ts';

/* A vendor connects an account that the shop is paid out to. Its holder gives the details to the provider, not to us. */

const inShop = <T>({ sellerTenantId }: StoredShop, work: () => Promise<T>): Promise<T> =>
  asSystem(sellerTenantId, 'marketplace', work);

/** Whether and where a shop of the actor's is paid out, as the provider says now; as it was, where it does not answer. @throws 404 */
export async function getPayoutAccount(providerId: string): Promise<PayoutAccount> {
  const shop = await ownShop(providerId);
  const account = await paymentAccount();
  const stored = await inShop(shop, () => findPayoutAccount(providerId));
  const isCurrent = account !== undefined && stored?.sandbox === account.sandbox;
  const now = isCurrent ? await inShop(shop, () => askedState(stored, account)) : undefined;
  return {
    state: now?.accountId ? now.state : 'none',
    missing: now?.missing ?? 0,
    available: account !== undefined,
    paymentProvider: paymentService.label,
    sandbox: account?.sandbox ?? false,
    minPayoutCents: paymentLimits.minPayoutCents,
  };
}

/** The stored account of a shop at the provider that is connected now; it may not be opened there yet. */
async function storedFor(shop: StoredShop, { sandbox }: PlatformAccount): Promise<StoredPayoutAccount> {
  const { providerId } = shop;
  const before = await findPayoutAccount(providerId);
  if (before?.sandbox === sandbox) return before;
  const fresh = { providerId, accountId: null, state: 'none', missing: 0, sandbox, version: 1 } as const;
  const target = { kind: 'shop', id: providerId, name: shop.name };
  await accepted(commit(putPayoutAccount(before, fresh), auditEntry('market.payoutAccount', target, {})));
  return (await findPayoutAccount(providerId))!;
}

/** The provider's id of a shop's account, opened where there is none. Asked twice it is the same, by the provider's key. */
async function accountIdOf(stored: StoredPayoutAccount, account: PlatformAccount): Promise<string> {
  if (stored.accountId) return stored.accountId;
  const { providerId } = stored;
  const opened = await asking(() =>
    paymentService.openAccount(account, { providerId, tenantId: tenantOf() }),
  );
  await changePayoutAccount(providerId, ({ accountId, sandbox }) =>
    accountId || sandbox !== account.sandbox ? undefined : { accountId: opened.id },
  );
  const after = await applyAccount(opened);
  return after?.accountId ?? opened.id;
}

/**
 * Opens an account for a shop where it has none, and answers where its holder gives details. For people: a key connects
 * no account. @throws 403 'person_required', 404, 409 'no_payment_provider', 502
 */
export async function connectPayoutAccount(providerId: string): Promise<{ url: string }> {
  currentUser();
  const shop = await ownShop(providerId);
  const account = await paymentAccount();
  if (!account)
    throw conflict(
      'This platform has no payment provider, so payouts are bank transfers of whoever runs it.',
      undefined,
      'no_payment_provider',
    );
  try {
    const accountId = await accountIdOf(await storedFor(shop, account), account);
    const returnUrl = `${publicUrl()}/marketplace/vendor/settings`;
    return { url: await asking(() => paymentService.accountLink(account, accountId, returnUrl)) };
  } catch (error) {
    if (error instanceof Undecided)
      throw unavailable(`The account could not be connected: ${error.message} Please try again.`);
    if (error instanceof PaymentRefused)
      throw conflict(
        'The payment provider does not connect this account. Whoever runs this platform can find out why.',
        undefined,
        'account_refused',
      );
    throw error;
  }
}
