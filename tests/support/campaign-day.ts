import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { createLead } from '#functions/leads/api.ts';
import { findBlast, isOver } from '#functions/messages/blasts/store.ts';
import { blastTurn } from '#functions/messages/blasts/work.ts';
import { api } from '#shared/api/index.ts';
import type { CampaignCounts } from '#shared/model/campaign.ts';
import { limitsOf, type Registration } from '#shared/model/carrier-limits.ts';
import { leadFields } from '#shared/model/lead.ts';
import { random } from '#tests/faults/random.ts';
import { type Contact, contactsOf } from './campaign-people.ts';
import { type Recount, type Rules, recount } from './campaign-recount.ts';
import { killedAfter } from './killed.ts';
import type { Messaging } from './messaging.ts';
import { as, freshTenant } from './tenant.ts';

/*
 * Days of a campaign on a clock that runs on by itself and jumps over waits. The product is whole, the carriers and the
 * people are the sandbox's. What somebody does when a text arrives follows from their number, so that two runs with the
 * same contacts come to the same record, whatever was killed in between.
 */

export interface CampaignDayAsked {
  contacts: number;
  numbers: number;
  /** Processes that are killed in the middle of a turn, and failures of the provider; each so often. */
  kills: number;
  outages: number;
  /** Last digits of phones, which say whose customers they are. */
  lastDigits: string;
  text: string;
  aMinute: { campaign: number; number: number };
  registration: Registration;
  seed: number;
}

export interface CampaignDay {
  /** What became of each person, by number: their state, why, and how many texts they have. */
  record: Map<string, string>;
  counts: CampaignCounts;
  recount: Recount;
  kills: number;
  /** Turns of the campaign's work, and how long they took of this machine's time. */
  turns: number;
  seconds: number;
  /** How long it took on the campaign's own clock. */
  hours: number;
}

/** When it begins: half past seven in Chicago. */
const start = Date.parse('2026-03-10T12:30:00.000Z');
/** A worker that was killed is believed to live so long; ms. */
const leaseMs = 45_000;
/** Callbacks that are handed to the product at once. */
const handsAtOnce = 4;
const label = 'Spring';
const leadsOfAPage = 200;

/** Runs what is to be done once a share of a campaign has gone out, each once. */
const dueAt = (times: number, contacts: number) =>
  Array.from({ length: times }, (_, n) => Math.floor(((n + 0.3) / times) * contacts * 0.6));

export async function simulateCampaignDay(world: Messaging, asked: CampaignDayAsked): Promise<CampaignDay> {
  let ahead = start - Date.now();
  const now = () => Date.now() + ahead;
  const jump = async (ms: number) => {
    ahead += ms;
    await world.sandbox.ask('POST', '/sandbox/clock', { now: new Date(now()).toISOString() });
  };
  onTestFinished(setClock(now, jump));
  await jump(0);
  const chance = random(asked.seed);

  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const account = `sandbox-${tenant.id}`;
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'messages', work);
  const limits = {
    provider: 'twilio',
    numberPerMinute: asked.aMinute.number,
    campaignPerMinute: asked.aMinute.campaign,
    registration: asked.registration,
  };
  expect((await admin.call(api.sms.setConfig, limits)).status).toBe(200);
  const owned = (await admin.call(api.sms.numbers, {})).body.numbers.length;
  for (let n = owned; n < asked.numbers; n++)
    expect((await admin.call(api.sms.rentTwilioNumber, { areaCode: '561' })).status).toBe(201);
  const [ours] = (await admin.call(api.sms.numbers, {})).body.numbers;

  const contacts = contactsOf(asked.contacts, asked.lastDigits);
  const byNumber = new Map(contacts.map((contact) => [contact.number, contact]));
  const numberOf = new Map<string, string>();
  for (const script of scriptsOf(contacts)) await world.sandbox.script(script);
  for (let at = 0; at < contacts.length; at += 20)
    await inTenant(() =>
      Promise.all(
        contacts.slice(at, at + 20).map(async ({ number }) => {
          const { lead } = await createLead(leadFields.parse({ firstName: 'Lee', phones: [number] }));
          numberOf.set(lead.id, number);
        }),
      ),
    );

  const stoppedAt = new Map<string, number>();
  const answering = new Set<string>();
  /** Somebody answers, and the product has heard of it when this is over. */
  async function answer({ number }: Contact, to: string, body: string): Promise<void> {
    if (answering.has(number)) return;
    answering.add(number);
    await world.write(number, to, body);
  }
  /** What a callback tells a person of: their text has arrived, or the product has taken what they wrote. */
  async function heard(form: URLSearchParams): Promise<void> {
    const from = form.get('From') ?? '';
    const contact = byNumber.get(form.get('To') ?? '');
    if (form.get('Body')?.toUpperCase() === 'STOP' && byNumber.has(from)) stoppedAt.set(from, now());
    if (!contact || form.get('MessageStatus') !== 'delivered') return;
    if (contact.does === 'stop') await answer(contact, form.get('From')!, 'STOP');
    if (contact.does === 'reply') await answer(contact, form.get('From')!, 'Yes, call me');
  }

  let isRunning = true;
  let handed = 0;
  let open = 0;
  async function hand(told: Messaging['sandbox']['told'][number]): Promise<void> {
    for (;;) {
      const status = await world.hand(told);
      if (status < 300) break;
      // As the carrier does where nothing has taken it.
      await pause(20);
    }
    await heard(new URLSearchParams(told.body));
  }
  handed = world.sandbox.told.length;
  const hands = Array.from({ length: handsAtOnce }, async () => {
    while (isRunning) {
      const told = world.sandbox.told[handed];
      if (!told) {
        await pause(5);
        continue;
      }
      world.sandbox.told[handed++] = undefined as never;
      open++;
      await hand(told).finally(() => open--);
    }
  });
  /** Until the carriers have told everything, and it was taken. */
  async function quiet(): Promise<void> {
    for (let still = 0; still < 30; still++) {
      if (open > 0 || handed < world.sandbox.told.length) still = 0;
      await pause(20);
    }
  }

  for (const contact of contacts.filter(({ does }) => does === 'stopsBefore'))
    await answer(contact, ours!.number, 'STOP');
  await quiet();

  const { body: campaign } = await admin.call(api.campaigns.create, {
    name: 'Spring',
    message: asked.text,
    filter: { all: [] },
    shortLinks: false,
  });
  const { id } = campaign;
  expect((await admin.call(api.campaigns.start, { id })).status).toBe(200);

  const killsAt = dueAt(asked.kills, asked.contacts);
  const outagesAt = dueAt(asked.outages, asked.contacts);
  const began = performance.now();
  const beganAt = now();
  let kills = 0;
  let turns = 0;
  let hasStopped = false;
  const turn = () => inTenant(() => blastTurn(id));
  try {
    for (;;) {
      const blast = (await inTenant(() => findBlast(id)))!;
      if (isOver(blast)) break;
      const waitsUntil = Math.max(blast.leaseUntil, blast.nextAt ? Date.parse(blast.nextAt) : 0);
      if (waitsUntil > now()) await jump(waitsUntil - now() + 1);
      if (!hasStopped && blast.sent > asked.contacts / 4) {
        hasStopped = true;
        for (const contact of contacts.filter(({ does }) => does === 'stopsMeanwhile'))
          await answer(contact, ours!.number, 'STOP');
      }
      if (outagesAt[0] !== undefined && blast.sent >= outagesAt[0]) {
        outagesAt.shift();
        const outage = { down: true, status: 503, lost: chance() < 0.5, times: 1 + Math.floor(chance() * 4) };
        await world.sandbox.script({ match: 'twilio', provider: { ...outage, method: 'POST' } });
      }
      turns++;
      if (killsAt[0] !== undefined && blast.sent >= killsAt[0]) {
        killsAt.shift();
        kills++;
        const revive = killedAfter(Math.floor(chance() * 60));
        await turn().catch(() => undefined);
        revive();
        await jump(leaseMs);
        continue;
      }
      // A message on the queue may come twice.
      await (turns % 5 === 3 ? Promise.all([turn(), turn()]) : turn());
    }
    await quiet();
  } finally {
    isRunning = false;
    await Promise.all(hands);
  }
  const seconds = (performance.now() - began) / 1_000;

  const rules: Rules = {
    label,
    aMinute: { ...asked.aMinute, att: limitsOf(asked.registration).attTextsAMinute },
    tmobileADay: limitsOf(asked.registration).tmobileSegmentsADay,
  };
  const counted = recount(world.sandbox.file, account, rules, stoppedAt);
  const record = new Map<string, string>();
  for (let page = 1; record.size < contacts.length; page++) {
    const { body } = await admin.call(api.campaigns.leads, { id, page, limit: leadsOfAPage });
    if (body.leads.length === 0) break;
    for (const { leadId, status, reason } of body.leads) {
      const number = numberOf.get(leadId)!;
      const texts = counted.texts.get(number) ?? 0;
      // Whether their text was out already when they wrote is another thing in each run.
      const isChance = byNumber.get(number)!.does === 'stopsMeanwhile';
      record.set(number, isChance ? '' : `${status}, ${reason ?? ''}, ${texts}`);
    }
  }
  const { counts } = (await admin.call(api.campaigns.get, { id })).body;
  return {
    record,
    counts,
    recount: counted,
    kills,
    turns,
    seconds: Math.round(seconds),
    hours: Math.round((now() - beganAt) / 360_000) / 10,
  };
}

/** How the sandbox's phones of those behave whom no text reaches, by the end of their numbers. */
function scriptsOf(contacts: readonly Contact[]): object[] {
  const ends = new Map<string, object>();
  for (const { number, does } of contacts) {
    const end = `*${number.slice(-3)}`;
    if (does === 'undelivered')
      ends.set(end, { match: end, sms: { outcome: 'undelivered', errorCode: 30_003 } });
    if (does === 'failed') ends.set(end, { match: end, sms: { outcome: 'failed', errorCode: 30_006 } });
    if (does === 'stopped') ends.set(end, { match: end, sms: { outcome: 'optout' } });
  }
  return [...ends.values()];
}
