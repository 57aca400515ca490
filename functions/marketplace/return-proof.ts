import { endedCall, lastCallsWith } from '#functions/calls/api.ts';
import { callStatusLabels } from '#shared/model/call.ts';
import { type DisputeReason, disputeReasons } from '#shared/model/market.ts';
import { needsCalls, type ReturnProof } from '#shared/model/market-returns.ts';
import type { Handover } from './order-store.ts';

/** So many of a lead's last calls are looked at. */
const mostCalls = 50;

const noCalls: ReturnProof = {
  calls: 0,
  answered: 0,
  lastAt: null,
  lastResult: '',
  lastDisposition: '',
};

/** What the call log says of a lead since an instant (ISO 8601), as the buyer's tenant. */
export async function proofOf(leadId: string, since: string): Promise<ReturnProof> {
  const calls = (await lastCallsWith(leadId, mostCalls)).filter(
    ({ startedAt, endedAt }) => startedAt >= since && endedAt !== null,
  );
  const [last] = calls;
  if (!last) return noCalls;
  return {
    calls: calls.length,
    answered: calls.filter((call) => endedCall(call).answered).length,
    lastAt: last.startedAt,
    lastResult: callStatusLabels[last.status],
    lastDisposition: last.disposition,
  };
}

/** Why leads cannot go back for a reason; undefined when they can. */
export function unproven(
  reason: DisputeReason,
  leads: readonly { handover: Handover; proof: ReturnProof }[],
): string | undefined {
  const named = ({ handover: { hint } }: { handover: Handover }) => hint || 'one of these leads';
  const uncalled = needsCalls(reason) && leads.find(({ proof }) => proof.calls === 0);
  if (uncalled)
    return `Call ${named(uncalled)} before you return it as “${disputeReasons[reason]}”: your call log is the proof.`;
  const unknown =
    reason === 'duplicate' && leads.find(({ handover: { arrivedAs, known } }) => arrivedAs && !known);
  if (unknown) return `You did not have ${named(unknown)} among your leads when it arrived.`;
  return undefined;
}
