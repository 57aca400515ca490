import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { client } from '#functions/kernel/table.ts';
import { api } from '#shared/api/index.ts';
import { random } from '#tests/faults/random.ts';
import { hours, line, tagging } from './journeys.ts';
import type { Messaging } from './messaging.ts';
import { as, freshTenant } from './tenant.ts';
import { withWebhook } from './webhooks.ts';

/*
 * Companies whose days are generated: what they do is the product's own work at dated times, drawn from a seed. All of them
 * live on one clock, which only goes on, as ids do.
 */

/** Zones of the companies, one after the other: those that change their clocks, by an hour and by half of one, and not. */
const zones = [
  'America/New_York',
  'Australia/Lord_Howe',
  'America/Los_Angeles',
  'Europe/Berlin',
  'America/Chicago',
  'Asia/Kolkata',
  'America/Denver',
  'America/Phoenix',
  'America/Anchorage',
  'Pacific/Auckland',
];

/** Area codes of the people of each company, in states where texts may come at noon. */
const areas = ['212', '305', '213', '312', '303', '202', '602', '404', '617', '206'];

/** Where leads of all companies come from. */
export const sources = ['Website', 'Fair', ''];

/** @throws for a call that is refused */
export const accepts = (answer: { status: number; body: unknown }): void => {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
};

export type Company = Awaited<ReturnType<typeof company>>;

/** Somebody whom a company knows. */
export interface Person {
  id: string;
  phone: string;
}

/** The clock of all companies, ms since 1970. */
export interface Time {
  now: number;
}

/** A company with two agents, two journeys, a webhook, and texts that may go out. */
export async function company(nth: number, seed: number, time: Time) {
  const tenant = await freshTenant();
  const draw = random(seed * 1_000 + nth);
  const admin = as(tenant.admin);
  const second = await tenant.user('agent');
  const zone = zones[nth % zones.length]!;
  const { version } = (await admin.call(api.tenants.get, { id: tenant.id })).body;
  await admin.call(api.tenants.update, { id: tenant.id, timeZone: zone, version });
  await admin.call(api.sms.setConfig, { provider: 'twilio', numberPerMinute: 4500, campaignPerMinute: 4500 });
  await admin.call(api.email.saveConfig, { postalAddress: '1 Main Street, Miami, FL 33130' });
  const journeyIds = [];
  for (const [name, graph] of Object.entries({
    Welcome: line(tagging('met'), hours(30), tagging('known')),
    Later: line(tagging('later')),
  })) {
    const { body } = await admin.call(api.journeys.create, { name, reentry: { rule: 'always' }, ...graph });
    const { status } = await admin.call(api.journeys.publish, { id: body.id });
    if (status !== 200) throw new Error(`${name} does not go live.`);
    journeyIds.push(body.id);
  }
  let people = 0;
  return {
    tenant,
    zone,
    admin,
    draw,
    agents: [tenant.agent, second],
    journeyIds,
    hook: await withWebhook({}, tenant),
    people: [] as Person[],
    gone: [] as Person[],
    /** Entries of journeys whose next step is still to come. */
    entries: [] as string[],
    campaigns: [] as string[],
    unworked: [] as string[],
    calls: [] as string[],
    kills: 0,
    refused: 0,
    system: <T>(work: () => Promise<T>) => asSystem(tenant.id, 'days', work),
    /** One of some. */
    one: <T>(some: readonly T[]): T => some[Math.floor(draw() * some.length)]!,
    /** Lets time pass for everybody. */
    pass: (ms: number) => {
      time.now += ms;
    },
    newPhone: () => `+1${areas[nth % areas.length]}${2_000_000 + people++}`,
  };
}

/**
 * Does work as a queue would have it done: sometimes its worker is killed behind one of its transactions and the message
 * comes again, sometimes it comes twice.
 */
export async function asQueued(one: Company, work: () => Promise<unknown>): Promise<void> {
  const lot = one.draw();
  if (lot < 0.25) {
    const real = client.send;
    let left = Math.floor(one.draw() * 3);
    client.send = ((command: { input: object }, ...more: []) => {
      if ('TransactItems' in command.input && left-- <= 0) return Promise.reject(new Error('killed'));
      return (real as (...given: unknown[]) => unknown).call(client, command, ...more);
    }) as never;
    try {
      await work().catch(() => one.kills++);
    } finally {
      client.send = real;
    }
  }
  await work();
  if (lot > 0.8) await work();
}

/** The days that are generated: about the change of the clock in March, and about that in November. */
export function daysAboutChanges(count: number): [from: string, to: string][] {
  const half = Math.ceil(count / 2);
  return ['2027-03-14', '2027-11-07'].map((change) => {
    const first = Date.parse(`${change}T00:00:00Z`) - Math.floor(half / 2) * dayMs;
    return [isoDay(first), isoDay(first + (half - 1) * dayMs)];
  });
}

const dayMs = 86_400_000;
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What a company may do, and how often in a day on average. */
export interface Doing {
  aDay: number;
  /** Hours of UTC between which it is done; the whole day when left out. */
  hours?: readonly [number, number];
  run: (one: Company, world: Messaging) => Promise<void>;
}

/**
 * Lets companies live some stretches of days.
 * @returns how much was done
 */
export async function liveThrough(
  companies: readonly Company[],
  stretches: readonly (readonly [string, string])[],
  doings: readonly Doing[],
  world: Messaging,
  time: Time,
  /** Of what is on its way at the end of a stretch, the last. */
  settle: Doing['run'],
): Promise<number> {
  onTestFinished(setClock(() => time.now));
  let done = 0;
  const sandboxTo = () =>
    world.sandbox.ask('POST', '/sandbox/clock', { now: new Date(time.now).toISOString() });
  for (const [from, to] of stretches) {
    for (let day = Date.parse(from); day <= Date.parse(to); day += dayMs) {
      const agenda = companies.flatMap((one) => agendaOf(one, day, doings)).sort((a, b) => a.at - b.at);
      for (const { at, one, doing } of agenda) {
        time.now = Math.max(time.now, at);
        if (doing.hours) await sandboxTo();
        await doing.run(one, world);
        done++;
      }
    }
    // Days on which nobody does anything, and carriers tell of what was on its way.
    for (let quiet = 0; quiet < 4; quiet++) {
      time.now += dayMs / 2;
      await sandboxTo();
      await pause(500);
      await settle(companies[0]!, world);
    }
  }
  return done;
}

function agendaOf(one: Company, day: number, doings: readonly Doing[]) {
  return doings.flatMap((doing) => {
    const times = Math.floor(doing.aDay) + (one.draw() < doing.aDay % 1 ? 1 : 0);
    const [begin, end] = doing.hours ?? [0, 24];
    return Array.from({ length: times }, () => ({
      at: Math.floor(day + (begin + one.draw() * (end - begin)) * 3_600_000),
      one,
      doing,
    }));
  });
}
