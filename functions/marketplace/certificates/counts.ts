import { asSystem } from '#functions/kernel/actor.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { certificateOutcomes } from '#shared/model/certificate.ts';
import { findSoldOrder, replaceSoldOrder, unsettledWrite } from '../order-store.ts';
import { type StoredCertificate, tallyOf } from './store.ts';

const patience = { pauseMs: 15, maxPauseMs: 300 };

/**
 * Brings what an order says of its certificates to what they came to, as the seller's tenant: numbers, and nothing of whom.
 * It counts anew instead of adding one, so that it may be done twice; the order is read before they are counted, so that an
 * older count never takes the place of a newer one.
 */
export const recountCertificates = (orderId: string): Promise<void> =>
  retryOnConflict(async () => {
    const sale = await findSoldOrder(orderId);
    if (!sale) return;
    const counts = await asSystem(sale.buyerTenantId, 'marketplace', () => tallyOf(orderId));
    const isSame = certificateOutcomes.every((outcome) => sale.certificates[outcome] === counts[outcome]);
    if (!isSame) await commit(replaceSoldOrder(sale, { ...sale, certificates: counts }));
  }, patience);

/** Has the order of a certificate counted anew by the next minute's sweep, once for all that are checked by then. */
export const tellOrder = ({ orderId, sellerTenantId }: StoredCertificate): Promise<void> =>
  asSystem(sellerTenantId, 'marketplace', () =>
    retryOnConflict(async () => {
      const sale = await findSoldOrder(orderId);
      if (sale) await writeOne(unsettledWrite(sale));
    }, patience),
  );
