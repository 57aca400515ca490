import { hearOfCall, recordInbound } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { receive } from '#functions/messages/inbound/inbound.ts';
import type { SmsAccount } from '#functions/messages/providers/types.ts';
import { api } from '#shared/api/index.ts';
import { accepts, asQueued, type Company, type Doing, sources } from './generated-days.ts';
import {
  endEntries,
  enterJourney,
  importLeads,
  postToWebhook,
  runSteps,
  startCampaign,
  workDeliveries,
} from './generated-workers.ts';
import { as } from './tenant.ts';

/* What companies of generated days do: what people click, and what workers do about it. */

const { calls, email, leads, sms } = api;

const states = ['FL', 'NY', ''];
const iso = (ms: number) => new Date(ms).toISOString();

async function addLead(one: Company): Promise<void> {
  const phone = one.newPhone();
  const answer = await one.admin.call(leads.create, {
    lastName: 'Ito',
    phones: [phone],
    emails: [`p${phone.slice(1)}@example.com`],
    source: one.one(sources),
    brand: one.one(['Northwind', 'Southwind']),
    address: { state: one.one(states) },
    dealAmount: Math.round(one.draw() * 100_000) / 100,
    ownerId: one.one([...one.agents.map(({ userId }) => userId), null]),
    status: one.draw() < 0.1 ? 'won' : 'new',
  });
  accepts(answer);
  one.people.push({ id: answer.body.id, phone });
}

async function changeLead(one: Company): Promise<void> {
  if (one.people.length === 0) return;
  const { id } = one.one(one.people);
  const lot = one.draw();
  const change =
    lot < 0.2
      ? { ownerId: one.one(one.agents).userId }
      : lot < 0.3
        ? { dealAmount: Math.round(one.draw() * 100_000) / 100 }
        : { status: one.one(['won', 'won', 'lost', 'contacted', 'qualified']) };
  accepts(await one.admin.call(leads.update, { id, ...change }));
}

async function deleteLead(one: Company): Promise<void> {
  const [gone] = one.people.splice(Math.floor(one.draw() * one.people.length), 1);
  if (!gone) return;
  accepts(await one.admin.call(leads.remove, { id: gone.id }));
  one.gone.push(gone);
}

/** Has somebody back who was deleted, perhaps with an import that was undone. */
async function restoreLead(one: Company): Promise<void> {
  const back = one.gone.pop();
  if (!back) return;
  accepts(await one.admin.call(leads.restore, { id: back.id }));
  one.people.push(back);
}

/** A call of the last day and a half, which is told of only now. */
async function logCall(one: Company): Promise<void> {
  const startedAt = iso(clock.now() - Math.floor((0.1 + one.draw() * 30) * 3_600_000));
  const end = (minutes: number) => iso(Date.parse(startedAt) + minutes * 60_000);
  const [first, other] = one.draw() < 0.5 ? one.agents : one.agents.toReversed();
  const isAnswered = one.draw() < 0.6;
  const isHandedOver = one.draw() < 0.2;
  const { status, body } = await one.admin.call(calls.create, {
    phone: one.people.length > 0 && one.draw() < 0.7 ? one.one(one.people).phone : '+13055559999',
    direction: one.one(['inbound', 'outbound']),
    ownNumber: one.one(['+13055550100', '+13055550101', undefined]),
    status: isAnswered || isHandedOver ? 'completed' : one.one(['no-answer', 'busy', 'failed', 'voicemail']),
    source: one.one(['manual', 'list', 'journey', 'webhook']),
    startedAt,
    disposition: one.one(['', 'Interested', 'Call back']),
    legs: [
      {
        agentId: first!.userId,
        startedAt,
        answeredAt: isAnswered ? startedAt : null,
        endedAt: end(1 + Math.floor(one.draw() * 4)),
      },
      ...(isHandedOver
        ? [{ agentId: other!.userId, startedAt: end(5), answeredAt: end(5), endedAt: end(6) }]
        : []),
    ],
  });
  accepts({ status, body });
  one.calls.push(body.id);
}

async function dispose(one: Company): Promise<void> {
  if (one.calls.length === 0) return;
  const disposition = one.one(['', 'Interested', 'Not interested']);
  accepts(await one.admin.call(calls.update, { id: one.one(one.calls), disposition }));
}

/** Somebody calls, perhaps a stranger, and hangs up before anybody takes it; or a machine takes it. */
async function missCall(one: Company): Promise<void> {
  const callId = newId('cal');
  const from = one.people.length > 0 && one.draw() < 0.5 ? one.one(one.people).phone : one.newPhone();
  const result = one.one(['no-answer', 'voicemail'] as const);
  const to = one.one(['+13055550100', '+13055550102']);
  const at = iso(clock.now() - Math.floor(one.draw() * 3_600_000));
  await asQueued(one, () => one.system(() => recordInbound({ callId, from, to, at })));
  const ended = { event: 'ended', seq: 3, at: clock.iso(), result, talkSeconds: 0, agentId: null } as const;
  await asQueued(one, () => one.system(() => hearOfCall(callId, { ...ended, callId })));
}

async function writeText(one: Company): Promise<void> {
  if (one.people.length === 0) return;
  const { id, phone } = one.one(one.people);
  const whom = one.draw() < 0.8 ? { leadId: id } : { to: phone };
  const message = one.one(['Hello', 'It’s me', 'Hello again '.repeat(20)]);
  const who = one.draw() < 0.5 ? one.admin : as(one.one(one.agents));
  const { status } = await who.call(sms.send, { ...whom, message });
  // Who has said STOP, somebody else's lead, and who was texted too often today are refused.
  if (status >= 300) one.refused++;
}

async function hearText(one: Company): Promise<void> {
  const from = one.people.length > 0 && one.draw() < 0.9 ? one.one(one.people).phone : one.newPhone();
  const body = one.one(['Yes', 'Yes please', 'Who is this?', 'STOP', 'START']);
  const text = { providerId: newId('SM'), from, to: '+13055550100', body, mediaUrls: [], answered: null };
  const account = { provider: 'twilio', sandbox: true } as SmsAccount;
  await asQueued(one, () => one.system(() => receive(text, account)));
}

async function writeMail(one: Company): Promise<void> {
  if (one.people.length === 0) return;
  const leadId = one.one(one.people).id;
  const { status } = await one.admin.call(email.send, { leadId, subject: 'News', body: '<p>Hello</p>' });
  if (status >= 300) one.refused++;
}

/** Hours of UTC at which people of the United States may be texted. */
const textHours = [16, 24] as const;

/** All that companies do. */
export const doings = (heard: Doing['run']): Doing[] => [
  { aDay: 2.5, run: addLead },
  { aDay: 2, run: changeLead },
  { aDay: 0.3, run: deleteLead },
  { aDay: 0.2, run: restoreLead },
  { aDay: 5, run: logCall },
  { aDay: 0.5, run: dispose },
  { aDay: 0.7, run: missCall },
  { aDay: 2.5, hours: textHours, run: writeText },
  { aDay: 1.5, hours: textHours, run: hearText },
  { aDay: 0.3, hours: textHours, run: writeMail },
  { aDay: 0.2, hours: textHours, run: startCampaign },
  { aDay: 2, hours: textHours, run: heard },
  { aDay: 1, run: enterJourney },
  { aDay: 0.4, run: endEntries },
  { aDay: 1.5, run: runSteps },
  { aDay: 1, run: postToWebhook },
  { aDay: 1.2, run: workDeliveries },
  { aDay: 0.25, run: importLeads },
];
