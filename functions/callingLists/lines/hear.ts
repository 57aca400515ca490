import { noteWithdrawal } from '#functions/compliance/api.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { changeLead, findLead } from '#functions/leads/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';
import { hearDialled } from '../abandonment/count.ts';
import { heardOf } from '../abandonment/store.ts';
import { lookAtLine } from './line.ts';

const pressed = 'Pressed a key while they heard that nobody was free';

/** Who hears the message wants no more calls: any key says so (47 CFR 64.1200(a)(7)(i)(B)). */
async function optOut(phone: string, leadId: string): Promise<void> {
  // The number first: nobody may call it any more, whatever becomes of the lead's own record.
  await noteWithdrawal({ phone }, 'call', pressed, 'person');
  await retryOnConflict(async () => {
    const lead = await findLead(leadId);
    if (lead?.state !== 'live' || lead.consent.call.state === 'withdrawn') return;
    await changeLead(leadId, { consent: { call: { state: 'withdrawn', how: pressed } } });
  });
}

/** What decides a line. */
const deciding: readonly string[] = ['agent-answered', 'agent-left', 'abandoned', 'ended'];

/** Hears what an exchange tells of a call that a list had made. The same may come twice, late and in any order. */
export async function hearPlaced(call: Call, told: ExchangeEvent): Promise<void> {
  const { origin, leadId } = call;
  const listId = origin?.kind === 'list' && leadId ? origin.listId : undefined;
  // Two seconds are running: the agent first, the count then.
  if (listId && told.event === 'answered') await lookAtLine(listId, leadId!, told);
  await hearDialled(call, told);
  if (
    listId &&
    told.event === 'digits' &&
    (await heardOf(call.id)).some(({ event }) => event === 'abandoned')
  )
    await optOut(call.phone, leadId!);
  // Counted before its line is gone, so that it is never in neither.
  if (listId && deciding.includes(told.event)) await lookAtLine(listId, leadId!, told);
}
