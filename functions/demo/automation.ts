import { createHash } from 'node:crypto';
import { nextAllowedTime } from '#functions/compliance/api.ts';
import { allJourneys, createJourney, publishJourney } from '#functions/journeys/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { allWebhooks, createWebhook, inboundUrl } from '#functions/webhooks/api.ts';
import { journeyFields } from '#shared/model/journey/journey.ts';
import { webhookFields } from '#shared/model/webhook.ts';

/* What a newcomer tries first: a webhook that brings a lead, and a journey that texts it and stops when it replies. */

const journeyName = 'Website enquiry';
const webhookName = 'Website form';

const steps = [
  {
    id: 'stp_text',
    type: 'sms',
    name: 'Say hello',
    config: {
      body: 'Hi {{ lead.firstName | default: "there" }}, this is {{ tenant.name }}. Thank you for your enquiry! When may we call you? Reply STOP to opt out.',
    },
    position: { x: 0, y: 0 },
    next: { next: 'stp_wait' },
  },
  {
    id: 'stp_wait',
    type: 'wait',
    name: 'Two days',
    config: { mode: 'duration', amount: 2, unit: 'days' },
    position: { x: 0, y: 140 },
    next: { next: 'stp_mail' },
  },
  {
    id: 'stp_mail',
    type: 'email',
    name: 'Mail',
    config: {
      subject: 'Your enquiry at {{ tenant.name }}',
      body: '<p>Hello {{ lead.firstName | default: "there" }},</p><p>we have tried to reach you. Just answer this mail with a time that suits you.</p><p>{{ tenant.name }}</p>',
    },
    position: { x: 0, y: 280 },
    next: { next: 'stp_status' },
  },
  {
    id: 'stp_status',
    type: 'status',
    name: 'Contacted',
    config: { status: 'contacted' },
    position: { x: 0, y: 420 },
  },
];

async function journeyId(): Promise<string> {
  const known = (await allJourneys()).find(({ draft }) => draft.name === journeyName);
  const journey =
    known ??
    (await createJourney(
      journeyFields.parse({
        name: journeyName,
        description: 'A text at once, a mail two days later; a reply ends it.',
        reentry: { rule: 'oneAtATime' },
        steps,
        entry: 'stp_text',
      }),
    ));
  if (!journey.liveVersion) await publishJourney(journey.journeyId);
  return journey.journeyId;
}

/** From the password, so that it need not be kept: this tenant is for trying things on this machine. */
const tokenOf = (password: string): string =>
  createHash('sha256').update(`website form ${password}`).digest('base64url').slice(0, 24);

async function webhookUrl(password: string): Promise<string> {
  const known = (await allWebhooks()).find(({ fields }) => fields.name === webhookName);
  if (known) return inboundUrl(known.webhookId);
  const fields = webhookFields.parse({
    name: webhookName,
    description: 'Enquiries of the website become leads and are texted at once.',
    brand: 'Brightside',
    source: 'Website',
    autoEnrollJourneyId: await journeyId(),
  });
  const { id } = await createWebhook({ ...fields, securityToken: tokenOf(password) });
  return inboundUrl(id);
}

/** Numbers of places from east to west, none of which the strictest states hold. */
const phones = [
  '+17875550142',
  '+12125550142',
  '+13125550142',
  '+16025550142',
  '+14155550142',
  '+18085550142',
  '+16715550142',
];

/**
 * A number where somebody may be texted at this hour, so that what is tried is seen at once. From 11 to 12 UTC there is
 * none: it is past nine in the evening on Guam and not yet eight in Puerto Rico. Then the next one, and when.
 */
async function reachable(): Promise<{ phone: string; textedFrom: string | null }> {
  const found = await Promise.all(
    phones.map(async (phone) => ({ phone, at: (await nextAllowedTime({ phone }, 'sms')).nextAllowedAt })),
  );
  const [soonest] = found.sort((a, b) => (a.at ?? '~').localeCompare(b.at ?? '~'));
  const { phone, at } = soonest!;
  return { phone, textedFrom: at && Date.parse(at) > clock.now() ? at : null };
}

/** How to try the webhook. */
export interface Automation {
  url: string;
  token: string;
  phone: string;
  /** When the phone may be texted, ISO 8601; null for now. */
  textedFrom: string | null;
}

/** Makes the journey and the webhook where they are missing, and says how to try them. */
export const automation = async (password: string): Promise<Automation> => ({
  url: await webhookUrl(password),
  token: tokenOf(password),
  ...(await reachable()),
});
