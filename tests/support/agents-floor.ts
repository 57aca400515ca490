import { beforeEach, expect } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { phoneNameOf, putPhone } from '#functions/telephony/api.ts';
import type { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from './eventually.ts';
import { followClock, withSandboxExchange } from './sandbox-exchange.ts';
import { as, freshTenant, type TestUser } from './tenant.ts';
import { timeTravel } from './time.ts';

const { pbx } = api;
/** Who answers every call at once, unless a test says otherwise. */
export const florida = '+13055550123';
const password = 'password-of-a-phone';

/** The sandbox's exchange for the tests of a file, and floors of agents who are signed in to their phones there. */
export function withFloor() {
  const exchange = withSandboxExchange();
  let sandbox: TestSandbox;
  beforeEach(async () => {
    sandbox = exchange();
    await sandbox.ask('DELETE', '/sandbox/script');
    await sandbox.script({ match: florida, call: { result: 'answered', afterMs: 0 } });
  });

  /** A tenant at an instant, else noon in New York, with agents who are signed in to their phones. */
  async function floor(at = '2026-06-10T16:00:00.000Z') {
    const tenant = await freshTenant();
    timeTravel(at);
    await followClock(sandbox);
    const admin = as(tenant.admin);
    const colleague = await tenant.user('agent', { username: 'colleague' });
    const phones: Record<string, string> = {};
    const authorization = { authorization: `Bearer ${password}` };
    async function signIn(user: TestUser, number: string) {
      await admin.call(pbx.createExtension, { number, name: number, userId: user.userId });
      const phone = await asSystem(tenant.id, 'test', async () => {
        const settings = { name: number, password, callerId: null, expiresAt: null };
        await putPhone(phoneNameOf(number), settings);
        return phoneNameOf(number);
      });
      phones[number] = phone;
      await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, authorization);
    }
    await signIn(tenant.agent, '101');
    await signIn(colleague, '102');
    await signIn(tenant.admin, '100');
    const agent = as(tenant.agent);
    const press = (number: string, callId: string, action: string) =>
      sandbox.ask('POST', `/sandbox/line/${phones[number]}/calls`, { callId, action }, authorization);
    const get = async (id: string) => (await admin.call(api.calls.get, { id })).body;
    return {
      tenant,
      admin,
      agent,
      colleague: as(colleague),
      colleagueId: colleague.userId,
      press,
      get,
      inTenant: <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work),
      hangUpPhone: (number: string) =>
        sandbox.ask('DELETE', `/sandbox/line/${phones[number]}`, undefined, authorization),
      /** A call on which the agent talks with Florida. */
      talking: async () => {
        const { body } = await agent.call(pbx.originateCall, { to: florida });
        await press('101', body.id, 'answer');
        await eventually(async () => expect((await get(body.id)).status).toBe('in-progress'));
        return body.id;
      },
    };
  }

  /** Somebody outside calls a number. */
  const callIn = (from: string, to: string) =>
    sandbox.ask<{ callId: string; error?: string }>('POST', '/sandbox/phone/call', { from, to });
  return { exchange, floor, callIn };
}
