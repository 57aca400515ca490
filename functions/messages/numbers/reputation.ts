import { findDid, putReputation } from '#functions/dids/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { log } from '#functions/kernel/log.ts';
import { isUnderWay, type NumberReputation, type Remedy } from '#shared/model/number-reputation.ts';
import { smsProviderOf } from '../providers/index.ts';
import { ProviderDown, ProviderRefused, type SmsAccount } from '../providers/types.ts';

/* How phones label calls from numbers, as their carrier says: read with every sync of numbers, and once a day. */

/** A request whose answer says nothing of it any more stays as it was known. */
async function freshRemedy(
  account: SmsAccount,
  number: string,
  known: Remedy | null,
): Promise<Remedy | null> {
  const { remedyNow } = smsProviderOf(account.provider);
  if (!remedyNow || !isUnderWay(known)) return known;
  try {
    return { ...known, ...(await remedyNow(account, number, known.id)) };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    return known;
  }
}

/**
 * Takes in what a carrier tells of the reputation of numbers; what is known stays where it cannot be reached, or does not
 * tell with these keys.
 */
export async function readReputations(account: SmsAccount, didIds: readonly string[]): Promise<void> {
  const { reputations } = smsProviderOf(account.provider);
  if (!reputations) return;
  try {
    const told = await reputations(account);
    const readAt = clock.iso();
    for (const didId of didIds) {
      const did = await findDid(didId);
      const now = did && told.get(did.phoneNumber);
      if (!did || (!now && !isUnderWay(did.reputation?.remedy))) continue;
      const known = did.reputation;
      const remedy = await freshRemedy(account, did.phoneNumber, known?.remedy ?? null);
      const after: NumberReputation = { ...(known ?? untold), ...now, readAt, remedy };
      await putReputation(didId, () => after);
    }
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error;
    log.warn('A carrier did not tell the reputation of numbers.', { provider: account.provider, error });
  }
}

/** Of a number of which nothing was told yet. */
export const untold = {
  risk: null,
  category: null,
  maturity: null,
  connection: null,
  engagement: null,
  sentiment: null,
  refreshedAt: null,
};
