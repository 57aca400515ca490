import type { findLead } from '#functions/leads/api.ts';
import { textCaller } from '#functions/messages/api.ts';
import { leadValues } from '#functions/messageTemplates/api.ts';
import { keepCallback } from '#functions/pbx/api.ts';
import { askEndpoint } from '#functions/webhookEndpoints/api.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import type { Call } from '#shared/model/call.ts';
import type { PlanQuestion } from '#shared/model/dialplan/steps.ts';

type Lead = NonNullable<Awaited<ReturnType<typeof findLead>>>;
type Where = Pick<ExchangeEvent, 'planId' | 'nodeId' | 'at' | 'seq' | 'collected'>;

/** A caller who has asked for a callback hears the plan to its end, and hangs up. */
const stillOnTheLineMs = 30_000;

/** What another system answers: which way the caller goes. */
function wayAnswered(text: string): string {
  try {
    const { way } = JSON.parse(text) as { way?: unknown };
    return way === true || way === 'true' ? 'true' : way === false || way === 'false' ? 'false' : 'failed';
  } catch {
    return 'failed';
  }
}

/**
 * By which way a caller leaves a step that the product answers. Asked twice, another system hears it by the same id, and
 * may answer as before.
 */
export async function answerTo(
  call: Call,
  lead: Lead | undefined,
  question: Exclude<PlanQuestion, { type: 'voicemail' }>,
  { planId, nodeId, at, seq, collected = {} }: Where,
): Promise<string> {
  switch (question.type) {
    case 'lookup':
      return lead ? 'found' : 'notFound';
    case 'webhook': {
      const payload = {
        plan: { id: planId, nodeId },
        call: { id: call.id, from: call.from, to: call.to, at },
        collected,
        lead: lead ? { id: lead.id, status: lead.status, tags: lead.tags, ...leadValues(lead) } : null,
      };
      const answer = await askEndpoint(question.endpointId, 'dialplan.asks', payload, {
        key: `${call.id} ${seq}`,
        timeoutMs: question.timeout * 1000,
      });
      return answer === undefined ? 'failed' : wayAnswered(answer);
    }
    case 'sms': {
      const isSent = await textCaller({
        call,
        lead,
        templateId: question.templateId,
        planId: planId!,
        nodeId: nodeId!,
      });
      return isSent ? 'sent' : 'failed';
    }
    case 'callback': {
      const asked = { queueId: question.queueId, callId: call.id, seq, at };
      const isKept = await keepCallback(asked, { afterMs: stillOnTheLineMs });
      return isKept ? 'noted' : 'failed';
    }
    default:
      return question satisfies never;
  }
}
