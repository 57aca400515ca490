import type { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { addressesIn } from '#functions/leads/api.ts';
import { countToday } from '../store.ts';
import type { Raw } from './authenticate.ts';
import { inlineBytes, insertDelivery, keepTerms } from './delivery-store.ts';
import { firstState } from './first-state.ts';
import { countRefusal } from './guard-store.ts';

/**
 * Whose request was refused: somebody who could not prove to be the sender, or came too often; anybody, where the
 * webhook asks for no proof; or the sender.
 */
export type Refused = 'stranger' | 'anybody' | 'sender';

/**
 * Refused requests that are kept one by one in an hour; the others are counted, so that nobody fills the table. Each
 * has a count of its own: a stranger's noise hides nothing of the sender's.
 */
const keptAnHour: Readonly<Record<Refused, number>> = { stranger: 20, anybody: 20, sender: 1_000 };
/** Of what a refused request held so much is kept; bytes. Of the sender's as much as of what is taken. */
const keptBytes: Readonly<Record<Refused, number>> = {
  stranger: 2_000,
  anybody: inlineBytes,
  sender: inlineBytes,
};

/** The beginning of a text, whole characters only. */
function textWithin(body: Buffer, bytes: number): string {
  const text = body.subarray(0, bytes).toString('utf8');
  // What is no UTF-8 grows as it is read.
  return Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(text)
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\ufffd$/, '');
}

/** Of one request so many are found again by them. */
const mostTerms = 50;
/** Keeps a refused request where its webhook's owner sees it. Trouble in keeping it is not the sender's. */
export async function noteRefusal(
  webhookId: string,
  address: string,
  raw: Raw,
  error: AppError,
  by: Refused,
): Promise<void> {
  try {
    const count = await countRefusal(webhookId, by);
    await countToday(webhookId, { rejected: 1 });
    const most = keptAnHour[by];
    if (count > most) return;
    const last = count === most ? ' Further ones within this hour are not listed.' : '';
    const deliveryId = newId('dlv');
    const payload = textWithin(raw.body, keptBytes[by]);
    await commit(
      insertDelivery({
        ...firstState(webhookId, deliveryId, 0, raw.body.length),
        status: 'rejected',
        lookAt: '',
        address,
        error: `${error.status}: ${error.message}${last}`,
        payload,
      }),
    );
    if (by !== 'stranger') await keepTerms(webhookId, deliveryId, addressesIn(payload, mostTerms));
  } catch (failed) {
    log.error('A refused request could not be noted.', { webhookId, error: failed as Error });
  }
}
