import { expect } from 'vitest';
import { agentSignedIn, queuesOfExchange } from '#functions/agentStatus/api.ts';
import { writeCount } from '#functions/callingLists/abandonment/store.ts';
import { dialFor } from '#functions/callingLists/dialler/dial.ts';
import { hearPlaced } from '#functions/callingLists/lines/hear.ts';
import { lookAtLine } from '#functions/callingLists/lines/line.ts';
import { paceList } from '#functions/callingLists/lines/pace.ts';
import { linesOf } from '#functions/callingLists/lines/store.ts';
import { entriesOf } from '#functions/callingLists/store.ts';
import { findCall } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { followClock } from './sandbox-exchange.ts';
import { as, freshTenant, type TestUser } from './tenant.ts';
import { timeTravel } from './time.ts';

const { callingLists, pbx } = api;
const noon = '2026-11-23T16:00:00.000Z';
export const inMiami = (n: number) => `+1305555${1000 + n}`;

queuesOfExchange.register(async () => []);

export interface Asked {
  leads?: number;
  agents?: number;
  /** What each lead does, by its place. */
  script?: Record<number, object>;
  [field: string]: unknown;
}

/** A tenant with a power list, its leads in Miami, and agents at their phones who are ready. */
export async function leadFirstFloor(
  sandbox: TestSandbox,
  { leads = 4, agents = 1, script = {}, ...fields }: Asked,
) {
  for (const [n, call] of Object.entries(script))
    await sandbox.script({ match: inMiami(Number(n)), call: { afterMs: 0, ...call } });
  const tenant = await freshTenant();
  const time = timeTravel(noon);
  const follow = await followClock(sandbox);
  const admin = as(tenant.admin);
  const inTenant = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const leadIds: string[] = [];
  for (let n = 0; n < leads; n++) {
    const { body } = await admin.call(api.leads.create, { firstName: 'Lee', phones: [inMiami(n)] });
    leadIds.push(body.id);
    time.forward({ seconds: 1 });
  }
  await inTenant(() => bucket('media').put('message.wav', wavOf(toneOf(440, 2)), 'audio/wav'));
  const message = { name: 'Northwind', number: '+13055550199', sound: `/media/${tenant.id}/message.wav` };
  const created = await admin.call(callingLists.create, {
    name: 'Spring',
    filter: { all: [] },
    sort: { field: 'createdAt', direction: 'asc' },
    mode: 'power',
    amd: false,
    message,
    ...fields,
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id } = created.body;
  /** The gauge has so many of these days. */
  const counted = (live: number, abandoned: number) =>
    inTenant(async () => {
      for (let n = 0; n < live; n++)
        await writeCount({ listId: id, callId: `cal_before${n}` }, undefined, {
          day: noon.slice(0, 10),
          isAbandoned: n < abandoned,
        });
    });
  const phones = new Map<string, { phone: string; authorization: string }>();
  const team: TestUser[] = [];
  for (let n = 0; n < agents; n++) {
    const user = n === 0 ? tenant.agent : await tenant.user('agent');
    await admin.call(pbx.createExtension, { number: `10${n}`, name: 'Desk', userId: user.userId });
    const { phone, password } = (await as(user).call(pbx.startPhoneSession, { device: 'browser' })).body;
    const authorization = `Bearer ${password}`;
    await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, { authorization });
    await inTenant(() => agentSignedIn(user.userId));
    phones.set(user.userId, { phone, authorization });
    team.push(user);
  }
  const calls = async () => (await admin.call(api.calls.list, { limit: 100 })).body.calls;
  const callOf = async (n: number) => (await calls()).find(({ leadId }) => leadId === leadIds[n]);
  const agentsOf = async () =>
    (await inTenant(() => entriesOf(id))).flatMap(({ state, agentId, leadId }) =>
      state === 'taken' && agentId ? [{ agentId, lead: leadIds.indexOf(leadId) }] : [],
    );
  return {
    tenant,
    admin,
    id,
    time,
    leadIds,
    inTenant,
    team,
    counted,
    calls,
    callOf,
    agentsOf,
    ready: async (user = tenant.agent) => {
      const said = await as(user).call(callingLists.ready, { id });
      expect(said.status, JSON.stringify(said.body)).toBe(200);
    },
    dial: (user = tenant.agent) => inTenant(() => dialFor(user.userId)),
    pace: () => inTenant(() => paceList(id)),
    lines: () => inTenant(() => linesOf(id)),
    progress: async () => (await admin.call(callingLists.progress, { id })).body,
    press: (callId: string, action: string, user = tenant.agent) => {
      const { phone, authorization } = phones.get(user.userId)!;
      return sandbox.ask('POST', `/sandbox/line/${phone}/calls`, { callId, action }, { authorization });
    },
    forward: async (seconds: number) => {
      time.forward({ seconds });
      await follow();
    },
    entry: async (n: number) =>
      (await inTenant(() => entriesOf(id))).find(({ leadId }) => leadId === leadIds[n])!,
    /** Tells what an exchange tells, once more. */
    tell: async (n: number, event: ExchangeEvent['event'], more: Partial<ExchangeEvent> = {}) => {
      const call = (await callOf(n))!;
      await inTenant(async () =>
        hearPlaced((await findCall(call.id))!, {
          event,
          callId: call.id as never,
          at: clock.iso(),
          talkSeconds: 0,
          ...more,
        }),
      );
    },
    settle: (n: number) => inTenant(() => lookAtLine(id, leadIds[n]!)),
  };
}
