import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished, vi } from 'vitest';
import {
  agentCallBegan,
  agentCallEnded,
  agentSignedIn,
  endWrapUp,
  queuesOfExchange,
} from '#functions/agentStatus/api.ts';
import { abandonmentOf } from '#functions/callingLists/abandonment/count.ts';
import {
  callingListWork,
  callingReadinessWork,
  callingTurnWork,
  hearPlaced,
} from '#functions/callingLists/api.ts';
import { dialFor } from '#functions/callingLists/dialler/dial.ts';
import { sayReady } from '#functions/callingLists/dialler/readiness.ts';
import { takenEntry } from '#functions/callingLists/draw.ts';
import { lookAtLine } from '#functions/callingLists/lines/line.ts';
import { paceList } from '#functions/callingLists/lines/pace.ts';
import { noteResult } from '#functions/callingLists/results.ts';
import { entriesOf } from '#functions/callingLists/store.ts';
import { findCall, hearOfCall } from '#functions/calls/api.ts';
import { asSystem, onBehalfOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { setClock } from '#functions/kernel/clock.ts';
import { client } from '#functions/kernel/table.ts';
import { createLead } from '#functions/leads/api.ts';
import { createExtension } from '#functions/pbx/api.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import type { Placing } from '#shared/exchange/commands.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { leadFields } from '#shared/model/lead.ts';
import type { DayAsked, DayFigures } from './day-figures.ts';
import { sweepDue } from './due.ts';
import { isAllowedAt, outcomeOf, zones } from './simulated-people.ts';
import { as, freshTenant, type TestUser } from './tenant.ts';

/*
 * A day of a calling floor on a virtual clock: the dialler and all below it are the product's own, the exchange and the
 * people are played by a script. What becomes of the nth call to a number follows from both alone, so that two days of
 * the same leads have the same totals, whatever was killed in between.
 */

/** News takes so long from the exchange to the dialler; a message whose worker was killed comes again after so long; ms. */
const newsMs = 700;
const againMs = 15_000;
const sweepMs = 60_000;
/** Items of a tenant that the sweeper looks at at the same time (functions/sweeper). */
const lookedAtAtOnce = 8;
/** Whether all leads are done is counted once in so many minutes, when nobody is in a call. */
const countedEveryMinutes = 10;
/** An agent's phone takes up by itself so soon; ms. */
const takeUpMs = 800;
/** An event takes so long to the product, one that it did not take in comes again so soon; and the message lasts; ms. */
const eventMs = 300;
const retoldMs = 400;
const messageMs = 8_000;

/** What telephony does with an event (functions/telephony/events.ts), without its signature. */
async function hearCall(callId: string, told: ExchangeEvent, agentId: string | null): Promise<void> {
  const call = await hearOfCall(callId, { ...told, agentId });
  await hearPlaced(call, told);
}

interface Work {
  at: number;
  run: () => Promise<void>;
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
    gauge: 0,
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
  await inTenant(() => bucket('media').put('message.wav', wavOf(toneOf(440, 1)), 'audio/wav'));
  const sound = `/media/${tenant.id}/message.wav`;
  const message = { name: 'Northwind', number: '+13055550199', sound };
  const server = createServer((request, response) => void answerAs(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('EXCHANGE_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('PUBLIC_URL', 'http://127.0.0.1');
  const { body: list } = await as(tenant.admin).call(api.callingLists.create, {
    name: 'The day',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    mode: asked.mode,
    linesPerAgent: asked.linesPerAgent,
    amd: false,
    message,
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

  /** Has what is done killed behind its nth transaction. */
  async function killed(work: () => Promise<unknown>, behind: number): Promise<void> {
    const real = client.send.bind(client) as (command: { input: object }) => Promise<unknown>;
    let written = 0;
    const spy = vi.spyOn(client, 'send').mockImplementation((async (command: { input: object }) => {
      if ('TransactItems' in command.input && written++ >= behind) throw new Error('killed');
      return real(command);
    }) as never);
    figures.kills++;
    await inTenant(work).catch(() => undefined);
    spy.mockRestore();
  }

  /** News: told, told twice, or its worker is killed and it comes again after so long, or (where it may be lost) never. */
  function tell(
    work: () => Promise<unknown>,
    { afterMs = newsMs, retellMs = againMs, mayBeLost = true } = {},
  ) {
    const run = async () => void (await inTenant(work));
    later(afterMs, async () => {
      const n = deliveries++;
      if (killedAt.has(n)) {
        const kind = figures.kills % 5;
        await killed(work, kind);
        if (kind < 4 || !mayBeLost) later(retellMs, run);
        return;
      }
      await run();
      if (n % 20 === 7) await run();
    });
  }
  const tellAgent = (agentId: string) => tell(() => dialFor(agentId));
  const tellLine = (leadId: string) =>
    tell(async () => {
      await lookAtLine(list.id, leadId);
      await paceList(list.id);
    });

  const attempts = new Map<string, number>();
  const known = new Set<string>();
  const liveNumbers = new Set<string>();
  const livePhones = new Set<string>();

  /** Calls that ring the lead first, and wait for a phone once they are answered. */
  const waiting = new Map<string, { ring: (phone: string) => boolean; keys: Set<string> }>();

  function play(placing: Placing): void {
    const { callId, to, agent, maxRingSeconds, connect } = placing;
    const attempt = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, attempt);
    figures.totals.calls++;
    if (liveNumbers.has(to)) figures.doubles++;
    liveNumbers.add(to);
    if (!isAllowedAt(to, now)) figures.outsideTheLaw++;

    const { result, afterMs, talkMs, wrapMs } = outcomeOf(to, attempt, maxRingSeconds * 1000);
    let seq = 0;
    let isConnected = false;
    const told = (event: ExchangeEvent['event'], more: Partial<ExchangeEvent> = {}) => {
      const news = {
        event,
        callId: callId as never,
        seq: ++seq,
        at: new Date(now).toISOString(),
        talkSeconds: 0,
      };
      const agentId = more.phone ? team.get(more.phone)!.user.userId : null;
      return () => hearCall(callId, { ...news, ...more }, agentId);
    };
    const hear = (event: ExchangeEvent['event'], more: Partial<ExchangeEvent> = {}) =>
      inTenant(told(event, more));
    /** Whose agent hears that the call is over, or, of a line, who opens the next. */
    const ended = async (how: Partial<ExchangeEvent>, phone?: string) => {
      const call = (await inTenant(() => findCall(callId)))!;
      await hear('ended', how);
      liveNumbers.delete(to);
      if (phone) livePhones.delete(phone);
      if (connect) tellLine(call.leadId!);
      if (phone) tellAgent(team.get(phone)!.user.userId);
    };
    const takesPhone = (phone: string) => {
      if (livePhones.has(phone)) figures.doubles++;
      livePhones.add(phone);
    };

    /** The two talk, and the agent closes the call. */
    async function talk(phone: string): Promise<void> {
      const member = team.get(phone)!;
      const { userId } = member.user;
      figures.totals.answered++;
      member.idleMs += now - member.freeSince;
      member.freeSince = now;
      await inTenant(() => agentCallBegan(userId, callId, new Date(now).toISOString()));
      later(talkMs, async () => {
        await inTenant(() => agentCallEnded(userId, callId, new Date(now).toISOString()));
        await ended({ result: 'answered', talkSeconds: Math.round(talkMs / 1000) }, phone);
        later(wrapMs, async () => {
          const entry = (await inTenant(() => takenEntry(userId)))!;
          await asAgent(member.user, () => noteResult(list.id, entry.leadId, 'finished', undefined));
          await inTenant(() => endWrapUp(userId));
          member.busyMs += now - member.freeSince;
          member.freeSince = now;
          tellAgent(userId);
        });
      });
    }

    async function answered(): Promise<void> {
      if (!connect) {
        await hear('answered', { by: 'human' });
        await talk(agent!.phone);
        return;
      }
      const answeredAt = now;
      let isRinging = false;
      waiting.set(callId, {
        keys: new Set(),
        ring(phone) {
          if (isRinging || livePhones.has(phone)) return false;
          isRinging = true;
          takesPhone(phone);
          later(takeUpMs, async () => {
            isConnected = waiting.delete(callId) && now <= answeredAt + connect.withinMs;
            if (!isConnected) return;
            await hear('agent-answered', { phone });
            await talk(phone);
          });
          later(connect.withinMs - (now - answeredAt) + 1, async () => {
            if (!isConnected) livePhones.delete(phone);
          });
          return true;
        },
      });
      tell(told('answered', { by: 'human' }), { afterMs: eventMs, retellMs: retoldMs, mayBeLost: false });
      later(connect.withinMs, async () => {
        if (isConnected) return;
        waiting.delete(callId);
        figures.abandoned++;
        // They answer the next time as they did now: nobody has talked with them.
        figures.totals.calls--;
        attempts.set(to, attempt - 1);
        await hear('abandoned');
        later(messageMs, () => ended({ result: 'answered' }));
      });
    }

    if (agent) takesPhone(agent.phone);
    later(agent ? takeUpMs : 0, async () => {
      if (agent) await hear('agent-answered', { phone: agent.phone });
      await hear('ringing');
    });
    later(takeUpMs + afterMs, async () => {
      if (result === 'answered') return answered();
      if (result === 'busy') figures.totals.busy++;
      else figures.totals.noAnswer++;
      await ended({ result }, agent?.phone);
    });
  }

  async function answerAs(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const answer = (status: number, value: object) =>
      void response.writeHead(status).end(JSON.stringify(value));
    const since = new Date(now).toISOString();
    const { method, url = '' } = request;
    if (url === '/exchange/v1/health')
      return answer(200, { kind: 'sandbox', version: '1', capabilities: ['connect'], liveCalls: 0 });
    if (url === '/exchange/v1/phones')
      return answer(200, { phones: [...team.keys()].map((phone) => ({ phone, registered: true, since })) });
    if (method === 'POST' && url === '/exchange/v1/calls') {
      const placing = JSON.parse(body) as Placing;
      if (!known.has(placing.callId)) play(placing);
      known.add(placing.callId);
      return answer(200, {});
    }
    const [, commanded] = /^\/exchange\/v1\/calls\/(cal_[\w-]+)\/commands$/.exec(url) ?? [];
    if (commanded) {
      const { key, command } = JSON.parse(body) as { key: string; command: { phone: string } };
      const call = waiting.get(commanded);
      if (call?.keys.has(key)) return answer(200, {});
      if (!call?.ring(command.phone))
        return answer(409, { error: 'Nobody waits for an agent on this call.', code: 'wrong_state' });
      call.keys.add(key);
      return answer(200, {});
    }
    return answer(method === 'PUT' ? 200 : 404, {});
  }

  try {
    for (const { user } of team.values()) {
      await asAgent(user, () => sayReady(list.id));
      tellAgent(user.userId);
    }
    const kinds = {
      callingList: callingListWork,
      callingReadiness: callingReadinessWork,
      callingTurn: callingTurnWork,
    };
    let isOver = false;
    const countDone = async () => {
      const entries = await inTenant(() => entriesOf(list.id));
      figures.totals.leadsDone = entries.filter(({ state }) => state === 'done').length;
    };
    let minutes = 0;
    const sweep = async () => {
      await inTenant(() => sweepDue(kinds, lookedAtAtOnce));
      // All entries are read for it: of 5,000 leads that takes longer than the minute's work.
      if (++minutes % countedEveryMinutes === 0 && livePhones.size === 0 && liveNumbers.size === 0) {
        await countDone();
        isOver = figures.totals.leadsDone === asked.leads;
      }
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
    await countDone();
  } finally {
    server.closeAllConnections();
    server.close();
    vi.unstubAllEnvs();
  }
  const { share } = await inTenant(() => abandonmentOf(list.id));
  figures.gauge = Math.round(share * 10_000) / 100;
  const shares = [...team.values()]
    .filter(({ busyMs }) => busyMs > 0)
    .map(({ idleMs, busyMs }) => (3_600 * idleMs) / (idleMs + busyMs));
  figures.idle = {
    mean: Math.round(shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)),
    worst: Math.round(Math.max(0, ...shares)),
  };
  return figures;
}
