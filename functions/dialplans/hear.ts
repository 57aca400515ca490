import { tenantOf } from '#functions/kernel/actor.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { findLead } from '#functions/leads/api.ts';
import { messageBoxOf } from '#functions/pbx/api.ts';
import { hearPlay, isSpeech } from '#functions/recordings/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { PlanAnswer } from '#shared/exchange/plan-answer.ts';
import type { Call } from '#shared/model/call.ts';
import { holds } from '#shared/model/dialplan/condition.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { answerTo } from './answers.ts';
import { countVisit } from './stats-store.ts';

async function leadOf({ leadId }: Call) {
  const lead = leadId ? await findLead(leadId) : undefined;
  return lead?.state === 'live' ? lead : undefined;
}

async function answerOf(
  call: Call,
  { condition, question, planId, nodeId, at, seq, collected }: ExchangeEvent,
): Promise<PlanAnswer> {
  if (question?.type === 'voicemail') return { box: (await messageBoxOf(question.boxId)) ?? null };
  const lead = await leadOf(call);
  if (question) return { way: await answerTo(call, lead, question, { planId, nodeId, at, seq, collected }) };
  if (!condition) throw badRequest('Please say what is asked.', { field: 'condition' });
  const facts = {
    at: Date.parse(at),
    callerNumber: call.from ?? '',
    callerName: '',
    calledNumber: call.to ?? '',
    lead: lead ? { status: lead.status, tags: lead.tags } : null,
    waiting: {},
  };
  return { way: String(holds(condition, facts)) };
}

/**
 * Hears what an exchange tells of a caller's way through a plan; of a question it answers the way that the caller takes, or
 * the mailbox.
 * @throws 400 where the event does not say what its name needs
 */
export async function hearPlanEvent(call: Call, told: ExchangeEvent): Promise<PlanAnswer> {
  const { event, planId, nodeId, way = '', nodeMs: ms = 0, seq, at, recordingId } = told;
  if (!planId || !nodeId) throw badRequest('Please name the plan and its node.', { field: 'planId' });
  if (event === 'plan-asks') return answerOf(call, told);
  if (!seq) throw badRequest('Please number the event.', { field: 'seq' });
  const { timeZone } = await tenantById(tenantOf());
  const day = localTime(timeZone, Date.parse(at)).date;
  await countVisit({ planId, callId: call.id, seq, nodeId, way, ms, day });
  // A text of the plan's is no recording that anybody counts.
  if (recordingId && !isSpeech(recordingId)) {
    const key = `${call.id} ${seq}`;
    await hearPlay(recordingId, { context: 'dialplan', durationMs: ms, planId, key });
  }
  return {};
}
