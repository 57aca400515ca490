import { createHash } from 'node:crypto';
import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { conflict, notFound } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { normalizeState } from '#shared/model/compliance/places.ts';
import type { SoldLead } from '#shared/model/market.ts';
import type { PostFields } from '#shared/model/market-bids.ts';
import { unfitFor } from './handover.ts';
import { findPing, replacePing, type StoredPing } from './ping-store.ts';
import { refusalOfBid, sellPosted } from './sell-ping.ts';
import { findShop } from './shop-store.ts';
import { sellsIn } from './shops.ts';

interface Answer {
  status: 'Matched' | 'Unmatched';
  orderId: string | null;
  priceCents: number | null;
  reason: string;
  testMode: boolean;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Why a lead is not the one that was pinged, or cannot be sold at all; undefined where it can. */
export function misfit(ping: StoredPing, lead: SoldLead): string | undefined {
  const { zip, state, phoneHash, emailHash, providerName } = ping;
  const unfit = unfitFor({ sampleFields: ['state', 'postcode'], certificate: 'none', providerName }, lead);
  if (unfit) return unfit.replace('The listing promises what', 'What was pinged');
  if (normalizeState(lead.address.state) !== state) return `The lead is not of ${state}, as was pinged.`;
  if (lead.address.postcode.slice(0, 5) !== zip) return `The lead is not of ZIP code ${zip}, as was pinged.`;
  if (phoneHash && (!lead.phone || sha256(toE164(lead.phone) ?? '') !== phoneHash))
    return 'The phone number is not the one whose hash was pinged.';
  if (emailHash && (!lead.email || sha256(lead.email) !== emailHash))
    return 'The e-mail address is not the one whose hash was pinged.';
  return undefined;
}

const unmatched = ({ testMode }: StoredPing, reason: string): Answer => ({
  status: 'Unmatched',
  orderId: null,
  priceCents: null,
  reason,
  testMode,
});

const ranOut = 'The bids have run out after five minutes. Please ping again.';

/** What a ping that has ended answers; undefined while it has not. */
function ended(ping: StoredPing, bidId: string | undefined): Answer | undefined {
  const { outcome, orderId, priceCents, reason, testMode, refusals } = ping;
  if (outcome === 'sold') return { status: 'Matched', orderId, priceCents, reason: '', testMode };
  if (bidId && refusals[bidId]) return unmatched(ping, refusals[bidId]);
  if (outcome === 'refused' || outcome === 'unmatched') return unmatched(ping, reason);
  const isOver = outcome === 'open' && clock.iso() >= ping.bidsUntil;
  return outcome === 'expired' || isOver ? unmatched(ping, ranOut) : undefined;
}

/** A ping of a shop in which the actor sells. @throws 404 */
async function ownPing(pingId: string): Promise<StoredPing> {
  const ping = await findPing(pingId);
  const shop = ping && (await findShop(ping.providerId));
  if (!ping || !shop || !sellsIn(shop)) throw notFound('The ping');
  return ping;
}

/** The same answer as a post would have, which sells nothing. */
async function rehearse(ping: StoredPing, bidId: string | undefined, lead: SoldLead): Promise<StoredPing> {
  const refusals: Record<string, string> = {};
  for (const bid of ping.bids.filter((one) => !bidId || one.bidId === bidId)) {
    const refusal = await refusalOfBid(ping, bid, lead);
    if (!refusal) return { ...ping, outcome: 'sold', priceCents: bid.priceCents, reason: '' };
    refusals[bid.bidId] = refusal;
  }
  const all = { ...ping.refusals, ...refusals };
  const outcome = ping.bids.every((bid) => bid.bidId in all) ? 'refused' : 'open';
  return { ...ping, outcome, reason: Object.values(refusals)[0] ?? '', refusals: all };
}

/** Notes what is to be sold, or answers at once where nothing is. */
async function begin({ pingId, bidId, lead, mode }: PostFields): Promise<Answer | undefined> {
  const ping = await ownPing(pingId);
  if (ping.testMode !== (mode === 'test'))
    throw conflict(
      `This ping was made in ${ping.testMode ? 'test' : 'live'} mode. Please post in the same.`,
      undefined,
      'other_mode',
    );
  if (bidId && !ping.bids.some((bid) => bid.bidId === bidId)) throw notFound('The bid');
  const postedMark = sha256(JSON.stringify(lead));
  const isDecided = ['posted', 'sold', 'refused'].includes(ping.outcome);
  if (isDecided && ping.postedMark && ping.postedMark !== postedMark)
    throw conflict('Another lead was posted for this ping before.', undefined, 'posted_before');
  if (ping.outcome === 'posted') return undefined;
  const end = ended(ping, bidId);
  if (end) return end;
  const reason = misfit(ping, lead);
  if (reason) {
    // The vendor may correct it while the bids stand, and sees why until then.
    await accepted(commit(replacePing(ping, { ...ping, reason })));
    return unmatched(ping, reason);
  }
  if (ping.testMode) {
    const after = { ...(await rehearse(ping, bidId, lead)), postedMark };
    await commit(replacePing(ping, after));
    return ended(after, bidId);
  }
  const posted = { lead, bidId: bidId ?? null };
  await commit(replacePing(ping, { ...ping, outcome: 'posted', reason: '', posted, postedMark }));
  return undefined;
}

/**
 * Sells the lead of a ping, to the bid that is named or to the best that takes it. Sent again, it sells nothing more and
 * answers the same.
 * @throws 404; 409 'other_mode', 'posted_before'
 */
export async function answerPost(fields: PostFields): Promise<Answer> {
  const answer = await retryOnConflict(() => begin(fields), { pauseMs: 15, maxPauseMs: 200 });
  if (answer) return answer;
  const ping = await sellPosted(fields.pingId, tenantOf());
  return ended(ping, fields.bidId) ?? unmatched(ping, ping.reason);
}
