import { type ExchangeEvent, exchangeEvent } from '#shared/exchange/events.ts';
import type { TestSandbox } from '../sandbox-testing.ts';

export const lead = '+13055550123';
export const ours = '+15615550100';
export const secret = 'the secret of the line';
export const password = 'password-of-a-phone';
let tenants = 0;

/** A tenant's account at the exchange, with phones of agents by their extensions. */
export async function accountOf(sandbox: TestSandbox, ...extensions: string[]) {
  const id = 100 + ++tenants;
  const authorization = { authorization: `Bearer sandbox-${id}` };
  const callback = { callbackUrl: `${sandbox.receiver}/events/${id}`, secret };
  const ask = <T = Record<string, unknown>>(method: string, path: string, body?: object) =>
    sandbox.ask<T>(method, `/exchange/v1${path}`, body, authorization);
  const phone = (extension: string) => `t${id}-${extension}`;
  const line = (extension: string, method = 'GET', path = '', body?: object) =>
    sandbox.ask<{ calls: { callId: string; state: string; otherParty: string }[] }>(
      method,
      `/sandbox/line/${phone(extension)}${path}`,
      body,
      { authorization: `Bearer ${password}` },
    );
  await ask('PUT', '/account', callback);
  for (const extension of extensions) {
    await ask('PUT', `/phones/${phone(extension)}`, { name: extension, password });
    await line(extension, 'POST');
  }
  const callId = `cal_of_tenant_${id}`;
  let keys = 0;
  const events = (of = callId): ExchangeEvent[] =>
    sandbox.told
      .filter(({ path }) => path === `/events/${id}`)
      .map(({ body }) => exchangeEvent.parse(JSON.parse(body)))
      .filter((event) => event.callId === of);
  return {
    id,
    callId,
    ask,
    phone,
    line,
    events,
    steps: (of = callId) => events(of).map(({ event }) => event),
    press: (extension: string, action: string, of = callId) =>
      line(extension, 'POST', '/calls', { callId: of, action }),
    command: (command: object, key = `key ${++keys}`, of = callId) =>
      ask('POST', `/calls/${of}/commands`, { key, command }),
    place: (extension: string, more: object = {}) =>
      ask('POST', '/calls', {
        callId,
        to: lead,
        callerId: ours,
        maxRingSeconds: 30,
        agent: { phone: phone(extension) },
        ...callback,
        ...more,
      }),
    queue: (more: object) => ({
      number: '800',
      strategy: 'linear',
      timeout: 5,
      maxWaitTime: 60,
      musicOnHold: 'default',
      announcePosition: false,
      members: extensions.map((one) => ({ phone: phone(one), penalty: 0, paused: false })),
      ...more,
    }),
    callIn: async (from = lead) =>
      (await sandbox.ask<{ callId: string }>('POST', '/sandbox/phone/call', { from, to: ours })).body.callId,
  };
}
export type TestAccount = Awaited<ReturnType<typeof accountOf>>;
