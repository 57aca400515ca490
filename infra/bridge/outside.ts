import { type Call, type Leg, legsOf } from './call.ts';
import type { Calls } from './calls.ts';

/*
 * Telephones outside the exchange, as mobiles, that agents have signed in with. Their mailboxes take calls up as well, so
 * whoever does has to press 1 before they are in the call.
 */

/** Whoever has taken up is asked twice within this; ms. */
const acceptMs = 15_000;
/** Asterisk's own words: press 1 to accept this call, or 2 to decline it. */
const question = 'sound:followme/options';

/** Whether somebody has yet to press 1 at a telephone outside. */
export const hasToAccept = ({ toAccept }: Leg): boolean => toAccept !== undefined;

/** A telephone outside was taken up: whoever has done so is asked. */
export async function askToAccept(calls: Calls, call: Call, leg: Leg): Promise<void> {
  // After a restart of the bridge they are asked again, and have no more time.
  leg.toAccept = { askedAt: leg.toAccept?.askedAt ?? Date.now() };
  calls.save(call);
  // Twice, for who has yet to put the telephone to their ear.
  await calls.parts.ari.attempt('POST', `channels/${leg.channel}/play`, {
    media: `${question},sound:silence/2,${question}`,
  });
}

/** A key at a telephone outside that was asked. @returns whether the call is accepted by it */
export async function keyOutside(calls: Calls, call: Call, leg: Leg, digit: string): Promise<boolean> {
  if (digit === '2') await calls.hangUp(leg);
  if (digit !== '1') return false;
  delete leg.toAccept;
  calls.save(call);
  return true;
}

/** Telephones outside at which nobody has pressed anything, as mailboxes, are let go. */
export async function letGoUnaccepted(calls: Calls, call: Call): Promise<void> {
  for (const leg of legsOf(call)) {
    const { askedAt } = leg.toAccept ?? {};
    if (askedAt && Date.now() - askedAt > acceptMs) await calls.hangUp(leg);
  }
}
