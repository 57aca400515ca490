import { addressee, bookContact, decide, factsOfAll, type Person } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { Decision } from '#shared/api/tcpa.ts';
import type { MessageChannel } from '#shared/model/message.ts';

/** A booking of an earlier try is as old as that try; the hours are asked again after so many ms. */
const freshMs = 60_000;

/**
 * Whether a person may be written to now; the attempt is booked under `key` and counts once. A second try with the
 * same key is not judged by the hour of the first: what was booked at nine in the evening is not sent at three.
 */
export async function permission(person: Person, channel: MessageChannel, key: string): Promise<Decision> {
  const decision = await bookContact(person, channel, key);
  const now = clock.now();
  if (!decision.allowed || Date.parse(decision.at) > now - freshMs) return decision;
  const one = addressee(person, channel);
  const [facts] = await factsOfAll([one], channel);
  // Its own booking is among the attempts, and it was allowed to be one of them.
  return decide(one, { ...facts!, attempts: [] }, now, decision.id);
}

export const isOptOut = ({ reasons }: Pick<Decision, 'reasons'>): boolean =>
  reasons.some(({ code }) => code === 'opted_out' || code === 'do_not_contact');
