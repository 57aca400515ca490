import { addressee, decide, factsOfAll } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { type LeadRecord, personOf } from '#functions/leads/api.ts';
import { findTemplate, renderFor } from '#functions/messageTemplates/api.ts';
import type { Call } from '#shared/model/call.ts';
import { ownTextNumber } from '../numbers/numbers.ts';
import { heldBack } from './assert-may-send.ts';
import { queue } from './manual-send.ts';

/** What a dial plan has a caller texted, at one of its nodes. */
export interface TextToCaller {
  call: Pick<Call, 'id' | 'from' | 'to'>;
  /** Whose the caller's number is; undefined: nobody's of the workspace. */
  lead: LeadRecord | undefined;
  templateId: string;
  planId: string;
  nodeId: string;
}

/** The template with the lead's values; undefined where it is gone, one of mails, or a value is missing. */
async function bodyFor(templateId: string, leadId: string | undefined): Promise<string | undefined> {
  const template = await findTemplate(templateId);
  if (template?.channel !== 'sms') return undefined;
  try {
    return (await renderFor('sms', '', template.body, leadId)).body;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return undefined;
  }
}

/**
 * Texts whoever is on the line, from the number that they called where it can text: once for each call and node, however
 * often it is asked. The text goes out by itself, and is judged then as every text is.
 * @returns whether it is on its way; not so where the caller hides their number, may not be texted now, or the text
 *   cannot be written
 */
export async function textCaller({ call, lead, templateId, planId, nodeId }: TextToCaller): Promise<boolean> {
  const { from, to } = call;
  if (!from || (await heldBack())) return false;
  const whom = addressee(lead ? personOf(lead, from) : { phone: from }, 'sms');
  const [facts] = await factsOfAll([whom], 'sms');
  if (!decide(whom, facts!, clock.now()).allowed) return false;
  const body = await bodyFor(templateId, lead?.id);
  if (body === undefined) return false;
  const called = to ? await ownTextNumber(to) : undefined;
  await queue({
    channel: 'sms',
    leadId: lead?.id ?? null,
    to: from,
    body,
    templateId,
    ...(called ? { from: called } : {}),
    source: { kind: 'dialPlan', id: planId },
    key: `dial-plan ${call.id} ${nodeId}`,
  });
  return true;
}
