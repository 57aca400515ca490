import { lastCallWith } from '#functions/calls/api.ts';
import { actor, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { readOnce } from '#functions/kernel/shared-reads.ts';
import { type LeadRecord, usable, view } from '#functions/leads/api.ts';
import { repOf } from '#functions/repPhotos/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { Call } from '#shared/model/call.ts';
import { mergeFields, sampleValues } from '#shared/model/merge-fields.ts';
import { type MessageChannel, templateLimits } from '#shared/model/message-template.ts';
import { localTime } from '#shared/model/zone-time.ts';
import type { SceneData } from '#shared/scene/env.ts';
import { render } from './liquid.ts';
import { type Segments, segmentsOf } from './segments.ts';

const samples = sampleValues();

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
  return { ...held({ ...lead, name: lead.fullName, ...address }), custom: held(customFields) };
}

const dealValues = ({ dealAmount }: LeadRecord) => held({ amount: dealAmount });

const repValues = async (userId: string | null | undefined): Promise<Record<string, unknown>> =>
  userId ? readOnce(`rep ${userId}`, () => readRep(userId)) : {};

async function readRep(userId: string): Promise<Record<string, unknown>> {
  const user = await findUser(userId);
  if (!user) return {};
  const { firstName, lastName, email, extension } = user;
  const fullName = `${firstName} ${lastName}`.trim();
  return repOf(held({ firstName, lastName, fullName, name: fullName, email, extension }));
}

/** A mail is read elsewhere, so the photo's address in it is whole. */
const withWholeAddress = (rep: Record<string, unknown>): Record<string, unknown> =>
  typeof rep.photo === 'string' && rep.photo.startsWith('/')
    ? { ...rep, photo: `${publicUrl()}${rep.photo}` }
    : rep;

const callValues = (call: Call | undefined): Record<string, unknown> =>
  call
    ? held({
        at: call.startedAt,
        number: call.phone,
        duration: call.talkSeconds,
        status: call.status,
        disposition: call.disposition,
      })
    : {};

/**
 * The values that a sign tells of an event with: under the same names as in messages, and what came with the event as
 * `external`. The rep is the lead's owner; where it has none, whom the event names.
 */
export async function signValues(
  lead: LeadRecord | undefined,
  event: { rep?: Record<string, unknown>; external?: object } = {},
): Promise<SceneData> {
  const owner = await repValues(lead?.ownerId);
  return {
    lead: lead ? leadValues(lead) : {},
    deal: lead ? dealValues(lead) : {},
    call: lead ? callValues(await lastCallWith(lead.id)) : {},
    rep: Object.keys(owner).length > 0 ? owner : await repOf(held(event.rep ?? {})),
    external: event.external ?? {},
  } as SceneData;
}

/** The values that a message to a lead is written with: the rep is the lead's owner, or who sends it. */
export async function valuesFor(lead: LeadRecord | undefined, given: Values = {}): Promise<object> {
  const { name, timeZone } = await tenantById(tenantOf());
  const who = actor();
  const sender = who.kind === 'user' ? who.userId : undefined;
  const now = clock.iso();
  const values: Values = lead
    ? {
        lead: leadValues(lead),
        deal: dealValues(lead),
        call: {},
        rep: withWholeAddress(await repValues(lead.ownerId ?? sender)),
      }
    : {
        ...samples,
        lead: { ...samples.lead, custom: {} },
      };
  const year = Number(localTime(timeZone, clock.now()).date.slice(0, 4));
  const all: Values = {
    ...values,
    tenant: { name },
    company: { name },
    system: { date: now, time: now, year },
  };
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

/**
 * A text to be said aloud, with the values put in. Where one is missing, and the text says nothing else for it, the name
 * of the field stands in brackets: whoever speaks sees what to ask. @throws 400 for a text that cannot be read
 */
export function spoken(text: string, values: object): string {
  const filled = structuredClone(values) as Values;
  for (;;)
    try {
      return render('sms', text, filled);
    } catch (error) {
      const name = missingVariable(error);
      const path = name?.split('.') ?? [];
      const last = path.pop();
      if (!last || path.length === 0) throw error;
      let at: Record<string, unknown> = filled;
      for (const part of path) {
        at[part] ??= {};
        at = at[part] as Record<string, unknown>;
      }
      // It was there, and is missing all the same: another round would go on for ever.
      if (Object.hasOwn(at, last)) throw error;
      at[last] = `[${labelOf(name!)}]`;
    }
}

const labelOf = (name: string): string =>
  mergeFields.find((field) => field.name === name)?.label ?? name.replace(/^lead\.custom\./, '');

/** The variable for whose lack a text was refused. */
function missingVariable(error: unknown): string | undefined {
  const details =
    error instanceof AppError ? (error.details as { variable?: unknown } | undefined) : undefined;
  return typeof details?.variable === 'string' ? details.variable : undefined;
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
