import { type DidRecord, findDid, putReputation } from '#functions/dids/api.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { commit } from '#functions/kernel/table.ts';
import { isUnderWay, type Remedy, worstLabel } from '#shared/model/number-reputation.ts';
import { smsProviderOf } from '../providers/index.ts';
import { smsAccount } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { toAppError } from './orders.ts';
import { untold } from './reputation.ts';

/** @throws 404; 409 where it is not labelled, or was asked for already */
async function remediable(carrier: string, didId: string): Promise<DidRecord> {
  const did = await findDid(didId);
  if (did?.messaging?.provider !== carrier || !did.messaging.isActive) throw notFound('The number');
  if (isUnderWay(did.reputation?.remedy))
    throw conflict('The networks have been asked already. Sync tells how far it is.', {}, 'under_way');
  if (worstLabel(did) === 'none')
    throw conflict(
      'No spam label of this number is known, so there is nothing to ask for.',
      {},
      'not_labelled',
    );
  return did;
}

/**
 * Has the networks look at a labelled number again. It is billed, so it is asked once for each click and never again by
 * itself; the carrier refuses a number for which it was asked and that has not ended.
 * @throws 404, 409; 422 with the carrier's reason; 502
 */
export async function requestRemedy(carrier: string, didId: string, purpose: string): Promise<DidRecord> {
  const did = await remediable(carrier, didId);
  const provider = smsProviderOf(carrier);
  const account = await smsAccount(await readSettings(), carrier);
  if (!provider.remediate) throw notFound('The number');
  const target = { kind: 'did', id: didId, name: did.phoneNumber };
  await commit(auditEntry('number.remedyAsked', target, { carrier: provider.label }));
  try {
    const asked = await provider.remediate(account, did.phoneNumber, purpose);
    const remedy: Remedy = { ...asked, askedAt: clock.iso() };
    return await putReputation(didId, (known) => ({
      ...(known ?? { ...untold, readAt: clock.iso() }),
      remedy,
    }));
  } catch (error) {
    throw toAppError(error);
  }
}
