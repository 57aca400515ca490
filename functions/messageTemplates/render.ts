import { actor, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { type LeadRecord, usable, view } from '#functions/leads/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import { type MessageChannel, sampleMessageData, templateLimits } from '#shared/model/message-template.ts';
import { localTime } from '#shared/model/zone-time.ts';
import { render } from './liquid.ts';
import { type Segments, segmentsOf } from './segments.ts';

type Values = Record<string, Record<string, unknown>>;

export interface Rendered {
  subject: string;
  body: string;
  segments: Segments | null;
}

/** A value that is empty counts as missing, so that `default` steps in and a strict text says so. */
const held = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null));

export function leadValues(record: LeadRecord): Record<string, unknown> {
  const { address, customFields, ...lead } = view(record);
  return { ...held({ ...lead, ...address }), custom: held(customFields) };
}

async function repValues(userId: string | null | undefined): Promise<Record<string, unknown>> {
  const user = userId ? await findUser(userId) : undefined;
  if (!user) return {};
  const { firstName, lastName, email, extension } = user;
  return held({ firstName, lastName, fullName: `${firstName} ${lastName}`.trim(), email, extension });
}

/** The values that a message to a lead is written with: the rep is the lead's owner, or who sends it. */
export async function valuesFor(lead: LeadRecord | undefined, given: Values = {}): Promise<object> {
  const { name, timeZone } = await tenantById(tenantOf());
  const who = actor();
  const sender = who.kind === 'user' ? who.userId : undefined;
  const now = clock.iso();
  const values: Values = lead
    ? { lead: leadValues(lead), call: {}, rep: await repValues(lead.ownerId ?? sender) }
    : {
        lead: { ...sampleMessageData.lead, custom: {} },
        call: sampleMessageData.call,
        rep: sampleMessageData.rep,
      };
  const year = Number(localTime(timeZone, clock.now()).date.slice(0, 4));
  const all: Values = { ...values, tenant: { name }, system: { date: now, time: now, year } };
  for (const [root, more] of Object.entries(given)) all[root] = { ...all[root], ...more };
  return { ...all, zone: timeZone };
}

/**
 * Subject and text with the values put in.
 * @throws 400 that names a variable without a value, or says that the text has become too long for its channel
 */
export function rendered(channel: MessageChannel, subject: string, body: string, values: object): Rendered {
  const text = render(channel, body, values);
  if (channel === 'sms' && text.length > templateLimits.sms)
    throw badRequest(`The text has ${text.length} characters; carriers take at most ${templateLimits.sms}.`);
  return {
    // A subject is a line of plain text, also of a mail.
    subject: render('sms', subject, values).replace(/\s+/g, ' ').trim(),
    body: text,
    segments: channel === 'sms' ? segmentsOf(text) : null,
  };
}

/** A text as it would go to a lead, or to a sample one. @throws 400, 404 */
export async function renderFor(
  channel: MessageChannel,
  subject: string,
  body: string,
  leadId?: string,
  given?: Values,
): Promise<Rendered> {
  const lead = leadId ? await usable(leadId) : undefined;
  return rendered(channel, subject, body, await valuesFor(lead, given));
}
