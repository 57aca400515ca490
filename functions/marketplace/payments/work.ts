import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { paymentLimits } from '#shared/model/market-payments.ts';
import { Undecided } from '../ask-provider.ts';
import { accountThatMade, asking } from './account.ts';
import { applyDispute } from './disputes.ts';
import { paymentService } from './providers/index.ts';
import { PaymentRefused } from './providers/types.ts';
import { applyCheckout } from './settle.ts';
import { changePayment, findPayment, type StoredPayment } from './store.ts';

/*
 * Asks what became of payments, for callbacks get lost: soon at first, then later and later, until the page has run out; and of
 * those that are disputed, until that is decided.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Whoever pays is told at once whether a page could be opened, and may try again; then it is given up. */
const openingMs = 15 * minuteMs;
/** Of a page that the provider calls open though its hours are over, and of an account that is gone. */
const longestMs = paymentLimits.openHours * hourMs + 72 * hourMs;

const dayMs = 24 * hourMs;

const ageOf = ({ createdAt }: StoredPayment): number => clock.now() - Date.parse(createdAt);

/** A tenth of its age from now, at least a minute and at most an hour. */
const later = (one: StoredPayment): number =>
  clock.now() + Math.min(hourMs, Math.max(minuteMs, ageOf(one) / 10));

async function giveUp({ paymentId, status }: StoredPayment): Promise<NextLook> {
  const note = status === 'opening' ? 'The payment provider did not answer. Nothing was charged.' : '';
  const end = status === 'opening' ? 'failed' : 'expired';
  await changePayment(paymentId, (now) =>
    now.status === status ? { status: end, note, checkoutUrl: null } : undefined,
  );
  return undefined;
}

async function ask(one: StoredPayment): Promise<NextLook> {
  const account = await accountThatMade(one);
  if (!account) return ageOf(one) > longestMs ? giveUp(one) : later(one);
  try {
    const now = await applyCheckout(await asking(() => paymentService.checkout(account, one.checkoutId!)));
    const isOpen = now?.status === 'pending' || now?.status === 'declined';
    if (!isOpen) return undefined;
  } catch (error) {
    if (!(error instanceof Undecided || error instanceof PaymentRefused)) throw error;
  }
  return ageOf(one) > longestMs ? giveUp(one) : later(one);
}

/** A bank takes weeks: a tenth of the dispute's age from now, at least an hour and at most a day. */
async function askOfDispute(one: StoredPayment): Promise<NextLook> {
  const { paymentId, disputeId, disputedAt } = one;
  // Of those that an earlier version noted nothing more is known.
  if (!disputeId || !disputedAt) return undefined;
  const age = clock.now() - Date.parse(disputedAt);
  const next = clock.now() + Math.min(dayMs, Math.max(hourMs, age / 10));
  const account = await accountThatMade(one);
  if (!account) return next;
  try {
    const dispute = await asking(() => paymentService.dispute(account, disputeId));
    await applyDispute(paymentId, dispute, account);
    return dispute.isClosed ? undefined : next;
  } catch (error) {
    if (!(error instanceof Undecided || error instanceof PaymentRefused)) throw error;
    return next;
  }
}

async function look(paymentId: string): Promise<NextLook> {
  const one = await findPayment(paymentId);
  switch (one?.status) {
    case 'opening':
      return ageOf(one) > openingMs ? giveUp(one) : Date.parse(one.createdAt) + openingMs + 1;
    case 'pending':
    case 'declined':
      return ask(one);
    case 'disputed':
      return askOfDispute(one);
    default:
      return undefined;
  }
}

/** Asks after a payment by card whose end nobody has told. */
export const marketPaymentWork: DueWork = { look, earlier: async () => [] };
