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
import { Handsets } from './campaign-handsets.ts';
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
/** The text begins with it, by which the carriers' record tells it from answers to STOP. */
const label = 'Spring';
const leadsOfAPage = 200;
/** Turns of the campaign's work after which a long day says how far it is. */
const progressEvery = 50;

/** After how many texts something happens that is to happen so often, spread over what is surely sent. */
const spread = (times: number, contacts: number) =>
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

  const handsets = new Handsets(world, contacts, now);
  onTestFinished(() => handsets.close());
  for (const contact of contacts.filter(({ does }) => does === 'stopsBefore'))
    await handsets.write(contact, ours!.number, 'STOP');
  await handsets.quiet();

  const { body: campaign } = await admin.call(api.campaigns.create, {
    name: label,
    message: asked.text,
    filter: { all: [] },
    shortLinks: false,
  });
  const { id } = campaign;
  expect((await admin.call(api.campaigns.start, { id })).status).toBe(200);

  const killsAt = spread(asked.kills, asked.contacts);
  const outagesAt = spread(asked.outages, asked.contacts);
  const began = performance.now();
  const beganAt = now();
  let kills = 0;
  let turns = 0;
  let hasStopped = false;
  const turn = () => inTenant(() => blastTurn(id));
  for (;;) {
    const blast = (await inTenant(() => findBlast(id)))!;
    if (isOver(blast)) break;
    const waitsUntil = Math.max(blast.leaseUntil, blast.nextAt ? Date.parse(blast.nextAt) : 0);
    if (waitsUntil > now()) await jump(waitsUntil - now() + 1);
    if (!hasStopped && blast.sent > asked.contacts / 4) {
      hasStopped = true;
      for (const contact of contacts.filter(({ does }) => does === 'stopsMeanwhile'))
        await handsets.write(contact, ours!.number, 'STOP');
    }
    if (outagesAt[0] !== undefined && blast.sent >= outagesAt[0]) {
      outagesAt.shift();
      const outage = { down: true, status: 503, lost: chance() < 0.5, times: 1 + Math.floor(chance() * 4) };
      await world.sandbox.script({ match: 'twilio', provider: { ...outage, method: 'POST' } });
    }
    turns++;
    if (turns % progressEvery === 0)
      console.info(
        `${blast.sent} of ${asked.contacts} sent, ${blast.deferred} put off, ${new Date(now()).toISOString()}`,
      );
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
  await handsets.quiet();
  await handsets.close();
  const seconds = (performance.now() - began) / 1_000;

  const rules: Rules = {
    label,
    aMinute: { ...asked.aMinute, att: limitsOf(asked.registration).attTextsAMinute },
    tmobileADay: limitsOf(asked.registration).tmobileSegmentsADay,
  };
  const counted = recount(world.sandbox.file, account, rules, handsets.stoppedAt);
  // Whether their text was out already when they wrote is another thing in each run.
  const byChance = new Set(
    contacts.flatMap(({ number, does }) => (does === 'stopsMeanwhile' ? [number] : [])),
  );
  const record = new Map<string, string>();
  for (let page = 1; record.size < contacts.length; page++) {
    const { body } = await admin.call(api.campaigns.leads, { id, page, limit: leadsOfAPage });
    if (body.leads.length === 0) break;
    for (const { leadId, status, reason } of body.leads) {
      const number = numberOf.get(leadId)!;
      const texts = counted.texts.get(number) ?? 0;
      record.set(number, byChance.has(number) ? '' : `${status}, ${reason ?? ''}, ${texts}`);
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
