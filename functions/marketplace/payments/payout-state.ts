import { tenantOf } from '#functions/kernel/actor.ts';
import { Undecided } from '../ask-provider.ts';
import { asking } from './account.ts';
import { changePayoutAccount, type StoredPayoutAccount } from './payout-store.ts';
import { paymentService } from './providers/index.ts';
import { type ConnectedAccount, PaymentRefused, type PlatformAccount } from './providers/types.ts';

/** Takes over what the provider says of a shop's account, as the seller's tenant; of another account than the shop's nothing. */
export async function applyAccount(account: ConnectedAccount): Promise<StoredPayoutAccount | undefined> {
  if (account.tenantId !== tenantOf()) return undefined;
  const { id, state, missing, providerId } = account;
  return changePayoutAccount(providerId, (now) =>
    now.accountId !== id || (now.state === state && now.missing === missing) ? undefined : { state, missing },
  );
}

/** Asks how an account stands, and keeps it. What it was before, where the provider does not say. */
export async function askedState(
  stored: StoredPayoutAccount,
  account: PlatformAccount,
): Promise<StoredPayoutAccount> {
  const { accountId } = stored;
  if (!accountId) return stored;
  try {
    const said = await asking(() => paymentService.connectedAccount(account, accountId));
    return (await applyAccount(said)) ?? stored;
  } catch (error) {
    if (error instanceof Undecided || error instanceof PaymentRefused) return stored;
    throw error;
  }
}
