import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readBody } from '#infra/sandbox/http.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { startCloud } from '#tests/support/cloud.ts';
import { eventually } from '#tests/support/eventually.ts';
import { round } from '../figures.ts';

const calls = 20;
/** In Florida; nobody is called more than once. */
const numberOf = (n: number) => `+130555501${10 + n}`;
/** Noon in New York: the law lets everybody be called. */
const noon = Date.parse('2026-06-10T16:00:00.000Z');

type Spent = { requests: number; writes: number; invocations: number };

/** Items that a request to the table writes; one of a transaction costs twice as much. */
function writesOf({
  input,
  constructor: { name },
}: {
  input: Record<string, unknown>;
  constructor: { name: string };
}) {
  if (name === 'TransactWriteCommand')
    return (input.TransactItems as object[]).filter((item) => !('ConditionCheck' in item)).length;
  if (name === 'BatchWriteCommand') return Object.values(input.RequestItems as object).flat().length;
  return /^(Put|Update|Delete)Command$/.test(name) ? 1 : 0;
}

/**
 * What the functions ask of the table for a call from its click to its disposition: those that answer the agent and
 * those that take the exchange's events. What then follows from the outbox's events is not counted.
 */
export async function measureFunctions() {
  process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';
  const cloud = await startCloud();
  Object.assign(process.env, cloud.env);
  const { asSystem } = await import('#functions/kernel/actor.ts');
  const { setClock } = await import('#functions/kernel/clock.ts');
  const { phoneNameOf, putPhone } = await import('#functions/telephony/api.ts');
  const { api } = await import('#shared/api/index.ts');
  const { anybody, as, freshTenant } = await import('#tests/support/tenant.ts');

  const sandbox = await TestSandbox.open();
  const spent: Record<'agent' | 'events', Spent> = {
    agent: { requests: 0, writes: 0, invocations: 0 },
    events: { requests: 0, writes: 0, invocations: 0 },
  };
  let who: keyof typeof spent | undefined;
  const { send } = DynamoDBDocumentClient.prototype;
  DynamoDBDocumentClient.prototype.send = function (this: unknown, ...args: unknown[]) {
    if (who) {
      spent[who].requests++;
      spent[who].writes += writesOf(args[0] as never);
    }
    return (send as (...args: unknown[]) => unknown).apply(this, args);
  } as never;
  /** One after the other, so that each request to the table is known to be whose it is; the bench's own is nobody's. */
  let last: Promise<unknown> = Promise.resolve();
  function counting<T>(of: keyof typeof spent | undefined, work: () => Promise<T>): Promise<T> {
    const next = last.then(async () => {
      who = of;
      if (of) spent[of].invocations++;
      try {
        return await work();
      } finally {
        who = undefined;
      }
    });
    last = next.catch(() => {});
    return next;
  }

  const product = createServer(async (request, response) => {
    const body = await readBody(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
    const path = request.url!.slice('/api'.length);
    const answer = await counting('events', () =>
      anybody().send('telephony', { method: request.method!, path, headers, body }),
    );
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((done) => product.listen(0, '127.0.0.1', done));
  process.env.SANDBOX_URL = sandbox.origin;
  process.env.PUBLIC_URL = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  try {
    const ahead = noon - Date.now();
    setClock(() => Date.now() + ahead);
    await sandbox.ask('POST', '/sandbox/clock', { now: new Date(noon).toISOString() });
    await sandbox.script({ match: '+130555501*', call: { result: 'answered', afterMs: 0 } });
    const tenant = await freshTenant();
    const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
    await admin.call(api.pbx.createExtension, { number: '101', name: '101', userId: tenant.agent.userId });
    const settings = { name: '101', password: 'password-of-a-phone', callerId: null, expiresAt: null };
    const phone = await asSystem(tenant.id, 'bench', async () => {
      await putPhone(phoneNameOf('101'), settings);
      return phoneNameOf('101');
    });
    const authorization = { authorization: 'Bearer password-of-a-phone' };
    await sandbox.ask('POST', `/sandbox/line/${phone}`, undefined, authorization);
    await admin.call(api.pbx.initializeDispositions, {});

    const status = (id: string) =>
      counting(undefined, async () => (await admin.call(api.calls.get, { id })).body.status);
    for (let n = 0; n < calls; n++) {
      const { body } = await counting('agent', () => agent.call(api.pbx.originateCall, { to: numberOf(n) }));
      await sandbox.ask(
        'POST',
        `/sandbox/line/${phone}/calls`,
        { callId: body.id, action: 'answer' },
        authorization,
      );
      await eventually(async () => {
        if ((await status(body.id)) !== 'in-progress')
          throw new Error(`The call is ${await status(body.id)}.`);
      });
      await counting('agent', () => agent.call(api.pbx.hangUpCall, { id: body.id }));
      await eventually(async () => {
        if ((await status(body.id)) !== 'completed') throw new Error('The call goes on.');
      });
      await counting('agent', () =>
        agent.call(api.pbx.disposeCall, { id: body.id, disposition: 'interested', notes: 'Wants a quote' }),
      );
    }
  } finally {
    await last;
    DynamoDBDocumentClient.prototype.send = send;
    product.closeAllConnections();
    product.close();
    await sandbox.close();
  }
  const perCall = ({ requests, writes, invocations }: Spent) => ({
    invocations: round(invocations / calls),
    requests: round(requests / calls),
    writes: round(writes / calls),
  });
  const figures = { agent: perCall(spent.agent), events: perCall(spent.events) };
  for (const [name, { invocations, requests, writes }] of Object.entries(figures))
    console.log(
      `functions for ${name}: ${invocations} invocations, ${requests} requests to the table, ${writes} items written a call`,
    );
  return figures;
}
