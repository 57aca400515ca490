import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import {
  agentCallBegan,
  agentCallEnded,
  agentSignedIn,
  endWrapUp,
  queuesOfExchange,
} from '#functions/agentStatus/api.ts';
import { callingListWork, callingReadinessWork, callingTurnWork } from '#functions/callingLists/api.ts';
import { dialFor } from '#functions/callingLists/dialler/dial.ts';
import { sayReady } from '#functions/callingLists/dialler/readiness.ts';
import { noteResult } from '#functions/callingLists/results.ts';
import { entriesOf } from '#functions/callingLists/store.ts';
import { hearOfCall } from '#functions/calls/api.ts';
import { asSystem, onBehalfOf } from '#functions/kernel/actor.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { client } from '#functions/kernel/table.ts';
import { createLead } from '#functions/leads/api.ts';
import { createExtension } from '#functions/pbx/api.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { api } from '#shared/api/index.ts';
import type { Placing } from '#shared/exchange/commands.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { leadFields } from '#shared/model/lead.ts';
import { sweepDue } from './due.ts';
import { as, freshTenant, type TestUser } from './tenant.ts';

/*
 * A day of a calling floor on a virtual clock: the dialler and all below it are the product's own, the exchange and the
 * people are played by a script. What becomes of the nth call to a number follows from both alone, so that two days of
 * the same leads have the same totals, whatever was killed in between.
 */

/** Four zones by their area codes, in states that have no hours of their own. */
const zones = [
  { area: '212', zone: 'America/New_York' },
  { area: '312', zone: 'America/Chicago' },
  { area: '303', zone: 'America/Denver' },
  { area: '213', zone: 'America/Los_Angeles' },
] as const;

/** Federal hours: 47 CFR 64.1200(c)(1). */
const opens = 8;
const closes = 21;

/** News takes so long from the exchange to the dialler; a message whose worker was killed comes again after so long; ms. */
const newsMs = 700;
const againMs = 15_000;
const sweepMs = 60_000;
/** An agent's phone takes up by itself so soon; ms. */
const takeUpMs = 800;

/** A number from 0 to 1 that follows from a text. */
function chanceOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

type Outcome = { result: 'answered' | 'busy' | 'no-answer'; afterMs: number; talkMs: number; wrapMs: number };

/** What becomes of the nth call to a number: a quarter is answered, a twelfth busy. */
function outcomeOf(to: string, attempt: number, ringMs: number): Outcome {
  const roll = chanceOf(`${to} ${attempt}`);
  const more = chanceOf(`${to} ${attempt} more`);
  const wrapMs = 10_000 + chanceOf(`${to} ${attempt} wrap`) * 30_000;
  if (roll < 0.25)
    return { result: 'answered', afterMs: 4_000 + more * 14_000, talkMs: 15_000 + more * 240_000, wrapMs };
  if (roll < 0.33) return { result: 'busy', afterMs: 2_500, talkMs: 0, wrapMs };
  return { result: 'no-answer', afterMs: ringMs, talkMs: 0, wrapMs };
}

interface Work {
  at: number;
  run: () => Promise<void>;
}

export interface DayAsked {
  agents: number;
  leads: number;
  /** Workers that are killed in the middle of what they do, or whose message is lost. */
  kills: number;
  /** When the agents say that they are ready; ISO 8601. */
  from: string;
  until: string;
  maxAttempts: number;
  retryMinutes: number;
}

/** What a day came to. */
export interface DayFigures {
  totals: { calls: number; answered: number; busy: number; noAnswer: number; leadsDone: number };
  /** Calls that began at an hour at which the person's own clock does not allow them. */
  outsideTheLaw: number;
  /** Calls to a number, or by a phone, that was in a call already. */
  doubles: number;
  /** Calls that a person answered while no agent was on the line two seconds later. */
  abandoned: number;
  /** Seconds of an hour that an agent waits for somebody to talk with: the mean, and the worst of them. */
  idle: { mean: number; worst: number };
  kills: number;
}

export async function simulateDay(asked: DayAsked): Promise<DayFigures> {
  queuesOfExchange.register(async () => []);
  let now = Date.parse(asked.from);
  onTestFinished(setClock(() => now));

  const agenda: Work[] = [];
  const later = (ms: number, run: () => Promise<void>) => {
    const work = { at: now + Math.round(ms), run };
    const behind = agenda.findIndex(({ at }) => at > work.at);
    if (behind < 0) agenda.push(work);
    else agenda.splice(behind, 0, work);
  };

  const tenant = await freshTenant();
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'day', work);
  const figures: DayFigures = {
    totals: { calls: 0, answered: 0, busy: 0, noAnswer: 0, leadsDone: 0 },
    outsideTheLaw: 0,
    doubles: 0,
    abandoned: 0,
    idle: { mean: 0, worst: 0 },
    kills: 0,
  };

  for (let at = 0; at < asked.leads; at += 20)
    await inTenant(() =>
      Promise.all(
        Array.from({ length: Math.min(20, asked.leads - at) }, (_, n) => {
          const { area } = zones[(at + n) % zones.length]!;
          return createLead(
            leadFields.parse({ firstName: 'Lee', phones: [`+1${area}${2_000_000 + at + n}`] }),
          );
        }),
      ),
    );

  /** By the name of their phone. */
  const team = new Map<string, { user: TestUser; freeSince: number; idleMs: number; busyMs: number }>();
  for (let n = 0; n < asked.agents; n++) {
    const user = n === 0 ? tenant.agent : await tenant.user('agent', { username: `agent${n}` });
    const number = String(200 + n);
    await inTenant(() =>
      createExtension({ number, name: number, userId: user.userId, callerId: null, voicemail: false }),
    );
    await inTenant(() => agentSignedIn(user.userId));
    team.set(`t${tenant.id}-${number}`, { user, freeSince: now, idleMs: 0, busyMs: 0 });
  }
  const { body: list } = await as(tenant.admin).call(api.callingLists.create, {
    name: 'The day',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    mode: 'progressive',
    maxAttempts: asked.maxAttempts,
    retryMinutes: asked.retryMinutes,
  });
  const asAgent = <T>({ userId }: TestUser, work: () => Promise<T>) =>
    inTenant(() => onBehalfOf({ userId, role: 'agent', username: userId }, 'day', work));

  // Deliveries at which a worker is killed, spread over the day.
  const expected = asked.leads * asked.maxAttempts * 0.7;
  const killedAt = new Set(
    Array.from({ length: asked.kills }, (_, n) => Math.floor(((n + 0.5) / asked.kills) * expected * 0.9)),
  );
  let deliveries = 0;

  /** Has the dialler killed behind its nth transaction. */
  async function killed(agentId: string, behind: number): Promise<void> {
    const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
    let written = 0;
    const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
      if ('TransactItems' in command.input && written++ >= behind) throw new Error('killed');
      return real(command);
    }) as never);
    figures.kills++;
    await inTenant(() => dialFor(agentId)).catch(() => undefined);
    spy.mockRestore();
  }

  /** News that an agent may be free: told, told twice, or its worker is killed and it comes again, or never. */
  function tell(agentId: string): void {
    later(newsMs, async () => {
      const n = deliveries++;
      if (killedAt.has(n)) {
        const kind = figures.kills % 5;
        await killed(agentId, kind);
        if (kind < 4) later(againMs, () => dialFor_(agentId));
        return;
      }
      await dialFor_(agentId);
      if (n % 20 === 7) await dialFor_(agentId);
    });
  }
  const dialFor_ = async (agentId: string) => {
    await inTenant(() => dialFor(agentId));
  };

  const attempts = new Map<string, number>();
  const known = new Set<string>();
  const liveNumbers = new Set<string>();
  const livePhones = new Set<string>();

  function play({ callId, to, agent, maxRingSeconds }: Placing): void {
    const { phone } = agent!;
    const member = team.get(phone)!;
    const { userId } = member.user;
    const attempt = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, attempt);
    figures.totals.calls++;
    if (liveNumbers.has(to) || livePhones.has(phone)) figures.doubles++;
    liveNumbers.add(to);
    livePhones.add(phone);
    const { zone } = zones.find(({ area }) => to.startsWith(`+1${area}`))!;
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
    const hour = Number(format.format(now));
    if (hour < opens || hour >= closes) figures.outsideTheLaw++;

    const { result, afterMs, talkMs, wrapMs } = outcomeOf(to, attempt, maxRingSeconds * 1000);
    let seq = 0;
    let agentAt = Number.POSITIVE_INFINITY;
    const hear = (event: ExchangeEvent['event'], more: Partial<ExchangeEvent> = {}) =>
      inTenant(() =>
        hearOfCall(callId, {
          event,
          callId: callId as never,
          seq: ++seq,
          at: new Date(now).toISOString(),
          talkSeconds: 0,
          agentId: more.phone ? userId : null,
          ...more,
        }),
      );
    const ends = async (told: Partial<ExchangeEvent>) => {
      await hear('ended', told);
      liveNumbers.delete(to);
      livePhones.delete(phone);
    };
    later(takeUpMs, async () => {
      await hear('agent-answered', { phone });
      agentAt = now;
      await hear('ringing');
    });
    later(takeUpMs + afterMs, async () => {
      if (result !== 'answered') {
        if (result === 'busy') figures.totals.busy++;
        else figures.totals.noAnswer++;
        await ends({ result });
        return tell(userId);
      }
      await hear('answered', { by: 'human' });
      figures.totals.answered++;
      if (agentAt > now + 2_000) figures.abandoned++;
      member.idleMs += now - member.freeSince;
      member.freeSince = now;
      await inTenant(() => agentCallBegan(userId, callId, new Date(now).toISOString()));
      later(talkMs, async () => {
        await ends({ result: 'answered', talkSeconds: Math.round(talkMs / 1000) });
        await inTenant(() => agentCallEnded(userId, callId, new Date(now).toISOString()));
        tell(userId);
        later(wrapMs, async () => {
          const lead = (await inTenant(() => entriesOf(list.id))).find(
            ({ state, agentId }) => state === 'taken' && agentId === userId,
          )!;
          await asAgent(member.user, () => noteResult(list.id, lead.leadId, 'finished', undefined));
          await inTenant(() => endWrapUp(userId));
          member.busyMs += now - member.freeSince;
          member.freeSince = now;
          tell(userId);
        });
      });
    });
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const answer = (status: number, value: object) => response.writeHead(status).end(JSON.stringify(value));
    const since = new Date(now).toISOString();
    if (request.url === '/exchange/v1/phones')
      return void answer(200, {
        phones: [...team.keys()].map((phone) => ({ phone, registered: true, since })),
      });
    if (request.method === 'POST' && request.url === '/exchange/v1/calls') {
      const placing = JSON.parse(body) as Placing;
      if (!known.has(placing.callId)) play(placing);
      known.add(placing.callId);
      return void answer(200, {});
    }
    return void answer(request.method === 'PUT' ? 200 : 404, {});
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('EXCHANGE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('PUBLIC_URL', 'http://127.0.0.1');

  try {
    for (const { user } of team.values()) {
      await asAgent(user, () => sayReady(list.id));
      tell(user.userId);
    }
    const kinds = {
      callingList: callingListWork,
      callingReadiness: callingReadinessWork,
      callingTurn: callingTurnWork,
    };
    let isOver = false;
    const sweep = async () => {
      await inTenant(() => sweepDue(kinds));
      const entries = await inTenant(() => entriesOf(list.id));
      const done = entries.filter(({ state }) => state === 'done').length;
      figures.totals.leadsDone = done;
      isOver = done === asked.leads && livePhones.size === 0;
      later(sweepMs, sweep);
    };
    later(sweepMs, sweep);
    const end = Date.parse(asked.until);
    while (!isOver) {
      const next = agenda.shift()!;
      if (next.at > end) break;
      now = Math.max(now, next.at);
      await next.run();
    }
  } finally {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  }
  const shares = [...team.values()]
    .filter(({ busyMs }) => busyMs > 0)
    .map(({ idleMs, busyMs }) => (3_600 * idleMs) / (idleMs + busyMs));
  figures.idle = {
    mean: Math.round(shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)),
    worst: Math.round(Math.max(0, ...shares)),
  };
  return figures;
}
