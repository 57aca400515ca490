import type { AppError } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { commit } from '#functions/kernel/table.ts';
import { countToday } from '../store.ts';
import type { Raw } from './authenticate.ts';
import { insertDelivery } from './delivery-store.ts';
import { countRefusal } from './guard-store.ts';
import { firstState } from './receive.ts';

/** Refused requests that are kept one by one in an hour; the others are counted, so nobody fills the table. */
const keptAnHour = 20;
/** Of what a refused request held so much is kept, in characters. */
const keptText = 2_000;

/** Keeps a refused request where its webhook's owner sees it. Trouble in keeping it is not the sender's. */
export async function noteRefusal(
  webhookId: string,
  address: string,
  raw: Raw,
  error: AppError,
): Promise<void> {
  try {
    const count = await countRefusal(webhookId);
    await countToday(webhookId, { rejected: 1 });
    if (count > keptAnHour) return;
    const last = count === keptAnHour ? ' Further ones within this hour are not listed.' : '';
    await commit(
      insertDelivery({
        ...firstState(webhookId, newId('dlv'), 0, raw.body.length),
        status: 'rejected',
        address,
        error: `${error.status}: ${error.message}${last}`,
        payload: raw.body.toString('utf8').toWellFormed().slice(0, keptText),
      }),
    );
  } catch (failed) {
    log.error('A refused request could not be noted.', { webhookId, error: failed as Error });
  }
}
