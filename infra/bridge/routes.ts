import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import * as contract from '#shared/exchange/commands.ts';
import { dialPlanId, planPlacing } from '#shared/exchange/plans.ts';
import { planAbilityNames } from '#shared/model/dialplan/abilities.ts';
import type { Bridge } from './bridge.ts';
import { type Call, isLive } from './call.ts';
import { notSupported, run } from './commands.ts';
import { putMusic } from './music.ts';
import { originate } from './originate.ts';
import { queueOf, waitingIn } from './queue-list.ts';
import { Refusal } from './refusal.ts';
import { dropRecording, keepRecording } from './sounds.ts';
import { tenantOfToken } from './tokens.ts';

const mostBytes = 200_000;

function checked<T>(value: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new Refusal('invalid_input', z.prettifyError(read.error));
  return read.data;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > mostBytes) throw new Refusal('invalid_input', 'The request is too large.');
    parts.push(part);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new Refusal('invalid_input', 'The request is no JSON.');
  }
}

const stateOf = ({ callId, state, result, talkSeconds, stateAt }: Call) => ({
  callId,
  state,
  result,
  talkSeconds,
  at: new Date(stateAt).toISOString(),
});

interface Asked {
  tenant: number;
  method: string;
  /** What follows the name of the collection. */
  name: string;
  rest: string;
  body: unknown;
}

type Answered = [status: number, body: unknown];
type Handler = (bridge: Bridge, asked: Asked) => Promise<Answered>;

const done: [number, unknown] = [200, {}];
const none = () => new Refusal('not_found', 'There is nothing of that name.');

const routes: Record<string, Handler> = {
  async calls({ calls }, { body, tenant, method, name, rest }) {
    if (method === 'POST' && name === '')
      return [202, stateOf(await originate(calls, tenant, checked(body, contract.placing)))];
    if (method === 'GET' && name === '')
      return [200, { calls: [...calls.live.values()].filter((call) => call.tenant === tenant).map(stateOf) }];
    const call = /^[\w-]{1,64}$/.test(name) ? calls.find(`t${tenant}-${name}`) : undefined;
    if (!call) throw none();
    if (method === 'GET' && rest === '') return [200, stateOf(call)];
    if (method !== 'POST' || rest !== 'commands') throw none();
    const { key, command } = checked(body, contract.keyedCommand);
    await run(calls, call.id, key, command);
    return [202, stateOf(calls.find(call.id)!)];
  },

  async phones({ phones }, { body, tenant, method, name }) {
    if (method === 'GET' && name === '') return [200, { phones: phones.states(tenant) }];
    if (!contract.phoneName.safeParse(name).success || !name.startsWith(`t${tenant}-`)) throw none();
    if (method === 'PUT') return [200, await phones.put(tenant, name, checked(body, contract.phone))];
    if (method !== 'DELETE' || !(await phones.remove(tenant, name))) throw none();
    return done;
  },

  async queues({ calls, journal }, { body, tenant, method, name }) {
    if (!/^que_[\w-]{1,60}$/.test(name)) throw none();
    if (method === 'PUT') {
      const queue = checked(body, contract.queue);
      if (queue.members.some(({ phone }) => !phone.startsWith(`t${tenant}-`)))
        throw new Refusal('not_found', 'There is no such phone.');
      journal.put('queue', tenant, name, queue);
      return done;
    }
    if (method === 'DELETE' && journal.remove('queue', tenant, name)) return done;
    if (method !== 'GET' || !queueOf(calls, tenant, name)) throw none();
    const waiting = waitingIn(calls, tenant, name).map(({ callId, queue }, index) => ({
      callId,
      position: index + 1,
      since: new Date(queue!.joinedAt).toISOString(),
    }));
    return [200, { waiting }];
  },

  async numbers({ journal, plans }, { body, tenant, method, name }) {
    const number = decodeURIComponent(name);
    if (!contract.e164Number.safeParse(number).success) throw none();
    const owner = journal.all('number').find((one) => one.name === number)?.tenant;
    if (method === 'GET')
      return [200, { owner: owner === undefined ? 'nobody' : owner === tenant ? 'you' : 'another' }];
    if (method === 'PUT') {
      const route = checked(body, contract.numberRoute);
      if ('phone' in route.to && !route.to.phone.startsWith(`t${tenant}-`)) throw none();
      if ('planId' in route.to && !plans.find(tenant, route.to.planId)) throw none();
      if (owner !== undefined && owner !== tenant)
        throw new Refusal('wrong_state', 'The number is in use by another account.');
      journal.put('number', tenant, number, route);
      return done;
    }
    if (method !== 'DELETE' || !journal.remove('number', tenant, number)) throw none();
    return done;
  },

  async plans({ plans }, { body, tenant, method, name }) {
    if (!dialPlanId.safeParse(name).success) throw none();
    if (method === 'PUT') {
      await plans.put(tenant, name, checked(body, planPlacing));
      return done;
    }
    if (method === 'DELETE' && (await plans.remove(tenant, name))) return done;
    const serving = plans.find(tenant, name);
    if (method !== 'GET' || !serving) throw none();
    return [200, { sha256: serving.sha256 }];
  },

  async sounds({ settings }, { body, tenant, method, name }) {
    if (!contract.soundName.safeParse(name).success) throw none();
    if (method === 'PUT') {
      const { audioUrl } = checked(body, contract.sound);
      return [200, { path: await keepRecording(settings.folder, tenant, name, audioUrl) }];
    }
    if (method !== 'DELETE' || !dropRecording(settings.folder, tenant, name)) throw none();
    return done;
  },

  async account(bridge, { body, tenant, method }) {
    const { journal } = bridge;
    if (method !== 'PUT') throw none();
    const account = checked(body, contract.account);
    const before = journal.all<contract.Account>('account').find((one) => one.tenant === tenant);
    await putMusic(bridge, tenant, before?.value, account);
    journal.put('account', tenant, 'account', account);
    return done;
  },

  async health({ ari, calls }, { method, tenant }) {
    if (method !== 'GET') throw none();
    if (!ari.connected) throw new Refusal('down', 'Asterisk is not connected.');
    const { system } = (await ari.request('GET', 'asterisk/info', { only: 'system' })) as {
      system: { version: string };
    };
    const capabilities = contract.commandTypes.filter((type) => !notSupported.includes(type));
    const liveCalls = [...calls.live.values()].filter(
      (call) => call.tenant === tenant && isLive(call),
    ).length;
    return [
      200,
      { kind: 'asterisk', version: system.version, capabilities, liveCalls, plans: planAbilityNames },
    ];
  },
};

const refused = ({ status, message, code }: Refusal): Answered => [status, { error: message, code }];

/** Does what is asked in a tenant's name at a path below `/exchange/v1`; what it will not do is its answer too. */
export async function perform(
  bridge: Bridge,
  { path, ...asked }: Omit<Asked, 'name' | 'rest'> & { path: string },
): Promise<Answered> {
  try {
    const [, collection = '', name = '', rest = '', ...more] = path.split('/');
    const handler = Object.hasOwn(routes, collection) ? routes[collection] : undefined;
    if (!handler || more.length > 0) throw none();
    return await handler(bridge, { ...asked, name, rest });
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    bridge.log(`${asked.method} ${path}: ${(error as Error).stack ?? error}`);
    return [500, { error: 'The exchange failed to do this.', code: 'failed' }];
  }
}

const root = '/exchange/v1/';

async function answered(bridge: Bridge, request: IncomingMessage): Promise<Answered> {
  const path = (request.url ?? '').split('?')[0]!;
  if (!path.startsWith(root)) throw none();
  const { secret } = bridge.settings;
  const tenant = secret ? tenantOfToken(secret, request.headers.authorization) : undefined;
  if (tenant === undefined) throw new Refusal('unauthorized', 'The exchange does not know you.');
  const method = request.method ?? 'GET';
  const body = ['POST', 'PUT'].includes(method) ? await bodyOf(request) : undefined;
  return perform(bridge, { tenant, method, path: path.slice(root.length - 1), body });
}

/** Answers a request of `/exchange/v1` that came by HTTP. */
export async function answer(
  bridge: Bridge,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [status, body] = await answered(bridge, request).catch((error): Answered => {
    if (error instanceof Refusal) return refused(error);
    bridge.log(`${request.method} ${request.url}: ${(error as Error).stack ?? error}`);
    return [500, { error: 'The exchange failed to do this.', code: 'failed' }];
  });
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
