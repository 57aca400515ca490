import { clock } from '#functions/kernel/clock.ts';
import type { DueWork, NextLook } from '#functions/kernel/due.ts';
import { accepted, writeOne } from '#functions/kernel/table.ts';
import { Undecided } from '../ask-provider.ts';
import { accountThatMade, asking } from './account.ts';
import { bookPayout, bookPayoutReturn } from './books.ts';
import { askedState } from './payout-state.ts';
import { findPayout, findPayoutAccount, payoutChange, type StoredPayout } from './payout-store.ts';
import { paymentService } from './providers/index.ts';
import { PaymentRefused, type PlatformAccount } from './providers/types.ts';

/*
 * A payout, as the seller's tenant, in steps that are decided once each:
 *
 *   1 it is taken from what the shop has, or declined        by its entry's id
 *   2 the provider sends it                                  by its id, which is the key at the provider
 *   3 it is paid; or refused, and given back                 by the returning entry's id
 *
 * Whoever is killed leaves a step that the next look does again. A lost answer is asked for with the same key while the
 * provider knows it. After that it is never sent again: the list of transfers says whether it was.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A provider has answered or is given up by then. */
const claimMs = 30_000;
/** Before the key is forgotten: clocks differ, and a request takes its time. */
const sendAgainMs = paymentService.keysKnownMs - 4 * hourMs;
/** After the key is forgotten nothing that was sent with it is on its way any more. */
const lookUpMs = paymentService.keysKnownMs + hourMs;

const change = (payout: StoredPayout, some: Partial<StoredPayout>): Promise<boolean> =>
  accepted(writeOne(payoutChange(payout, some)));

const later = ({ tries }: StoredPayout): number =>
  clock.now() + Math.min(hourMs, minuteMs * 2 ** Math.min(tries, 10));

/** Why, as the vendor reads it; the provider's own words may name accounts of the platform. */
function reasonOf({ code }: PaymentRefused): string {
  if (code === 'balance_insufficient')
    return 'The platform’s account does not hold as much at the moment. It is tried again the next day.';
  if (code.includes('account') || code.includes('capabilit'))
    return 'The payment provider sends nothing to your account. See under Settings what it needs.';
  return `The payment provider refused the transfer (${code.slice(0, 60)}). It is tried again the next day.`;
}

/** What was refused has not been sent: the list of transfers has the last word. @throws Undecided */
async function giveBack(payout: StoredPayout, account: PlatformAccount, reason: string): Promise<void> {
  const transferId = await asking(() => paymentService.findTransfer(account, payout.payoutId));
  if (transferId) await change(payout, { step: 'paid', transferId });
  else await change(payout, { step: 'returning', reason });
}

async function refused(payout: StoredPayout, account: PlatformAccount, why: PaymentRefused): Promise<void> {
  await giveBack(payout, account, reasonOf(why));
  const stored = await findPayoutAccount(payout.providerId);
  if (stored) await askedState(stored, account);
}

/** Sends it, or learns that it was sent. Answers when to come again; undefined where it is decided. */
async function send(payout: StoredPayout): Promise<NextLook> {
  const now = clock.now();
  if (payout.claimedUntil > now) return payout.claimedUntil;
  const account = await accountThatMade(payout);
  if (!account) return now + hourMs;
  const age = payout.sentAt === null ? 0 : now - payout.sentAt;
  const isKeyKnown = age < sendAgainMs;
  if (!isKeyKnown && age < lookUpMs) return payout.sentAt! + lookUpMs;
  const claim = { claimedUntil: now + claimMs, sentAt: payout.sentAt ?? now, tries: payout.tries + 1 };
  if (!(await change(payout, claim))) return now;
  const claimed = { ...payout, ...claim, version: payout.version + 1 };
  try {
    if (isKeyKnown) {
      const transferId = await asking(() => paymentService.transfer(account, claimed));
      await change(claimed, { step: 'paid', transferId });
    } else {
      await giveBack(claimed, account, 'The payment provider did not answer for a day.');
    }
    return undefined;
  } catch (error) {
    if (error instanceof PaymentRefused) {
      try {
        await refused(claimed, account, error);
        return undefined;
      } catch (second) {
        if (!(second instanceof Undecided || second instanceof PaymentRefused)) throw second;
      }
    } else if (!(error instanceof Undecided)) throw error;
    return later(claimed);
  }
}

async function look(name: string): Promise<NextLook> {
  for (;;) {
    const payout = await findPayout(name);
    switch (payout?.step) {
      case 'booking': {
        const { kind } = await bookPayout(payout);
        await change(payout, { step: kind === 'declined' ? 'declined' : 'sending' });
        break;
      }
      case 'sending': {
        const next = await send(payout);
        if (next !== undefined) return next;
        break;
      }
      case 'returning':
        await bookPayoutReturn(payout);
        await change(payout, { step: 'failed' });
        break;
      default:
        return undefined;
    }
  }
}

/** Goes on with a payout that is on its way. */
export const marketPayoutWork: DueWork = { look, earlier: async () => [] };
