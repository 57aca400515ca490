import type { Phone, Target } from '#shared/exchange/commands.ts';
import { type Call, otherParty } from './call.ts';
import type { Journal } from './journal.ts';

interface OutsideTelephone {
  number: string;
  /** What calls to it show: a carrier lets nobody show the number of a third. */
  callerId: string | null;
}

/** Which telephone outside an agent's phone is; undefined for one that is registered here. */
export function findOutsideTelephone(journal: Journal, phone: string): OutsideTelephone | undefined {
  const { outsideNumber, callerId } = journal.find<Phone>('phone', phone) ?? {};
  return outsideNumber ? { number: outsideNumber, callerId: callerId ?? null } : undefined;
}

/** What is dialled for a target, and what it shows: an agent's phone the other party; others a number of the workspace. */
export function dialParameters(
  call: Call,
  to: Exclude<Target, { queueId: string }>,
  carrier: string,
  outside: OutsideTelephone | undefined,
): { endpoint: string; shown: string | undefined; isOurs: boolean } {
  const ownNumber = call.direction === 'inbound' ? call.to : call.callerId;
  if (outside)
    return {
      endpoint: `PJSIP/${outside.number}@${carrier}`,
      shown: outside.callerId ?? ownNumber ?? undefined,
      isOurs: false,
    };
  if ('phone' in to)
    return { endpoint: `PJSIP/${to.phone}`, shown: otherParty(call) ?? undefined, isOurs: true };
  return {
    endpoint: `PJSIP/${to.number}@${carrier}`,
    shown: to.callerId ?? call.callerId ?? undefined,
    isOurs: false,
  };
}
