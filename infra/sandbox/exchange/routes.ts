import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { readSound } from '#infra/bridge/sounds.ts';
import {
  account as accountInput,
  commandTypes,
  keyedCommand,
  numberRoute,
  phone as phoneInput,
  phoneName,
  placing,
  queue as queueInput,
  sound as soundInput,
  soundName,
} from '#shared/exchange/commands.ts';
import { dialPlanId, planFile, planPlacing } from '#shared/exchange/plans.ts';
import { planAbilityNames } from '#shared/model/dialplan/abilities.ts';
import { type PlanSteps, recordingsOf } from '#shared/model/dialplan/steps.ts';
import { type Answer, json, readJson } from '../http.ts';
import type { Route } from '../index.ts';
import type { Scripts } from '../scripts.ts';
import { liveLegs, shownCall } from './call.ts';
import { WrongState } from './core.ts';
import type { Exchange } from './exchange.ts';
import { endCall, leaveQueueAs } from './legs.ts';
import { registerOutside, unregister } from './phones.ts';
import { offerAll, waitingIn } from './queues.ts';

/* `/exchange/v1`, as shared/exchange/commands.ts says, with a bearer token `sandbox-<tenant>`. */

const notFound = (what: string) =>
  json(404, { error: `The exchange has no such ${what}.`, code: 'not_found' });
const done = json(200, {});

interface Asked {
  exchange: Exchange;
  request: IncomingMessage;
  method: string;
  account: string;
  /** What the path names, if anything. */
  name: string;
  /** The address under which the sandbox's pages are reached. */
  publicOrigin: string;
}

/** The body by a schema, or the refusal of it. */
async function bodyOf<T>(
  request: IncomingMessage,
  schema: z.ZodType<T>,
): Promise<{ data: T } | { refusal: Answer }> {
  const read = schema.safeParse(await readJson(request));
  if (read.success) return { data: read.data };
  return { refusal: json(400, { error: z.prettifyError(read.error), code: 'invalid_input' }) };
}

async function calls({ exchange, request, method, account, name }: Asked): Promise<Answer | undefined> {
  const { store } = exchange.core.parts;
  const own = () => {
    const call = store.find(name);
    return call?.account === account ? call : undefined;
  };
  if (method === 'GET' && name === '') {
    const live = store.live().filter((call) => call.account === account);
    return json(200, { calls: live.map(shownCall) });
  }
  if (method === 'GET') {
    const call = own();
    return call ? json(200, shownCall(call)) : notFound('call');
  }
  if (method !== 'POST') return undefined;
  if (name === '') {
    const read = await bodyOf(request, placing);
    if ('refusal' in read) return read.refusal;
    const call = exchange.place(account, read.data);
    return call ? json(202, shownCall(call)) : json(409, { error: 'This id is taken.', code: 'wrong_state' });
  }
  if (!own()) return notFound('call');
  const read = await bodyOf(request, keyedCommand);
  if ('refusal' in read) return read.refusal;
  const call = own()!;
  if (store.isTaken(name, read.data.key)) return done;
  const { command } = read.data;
  if (call.state === 'ended')
    return command.type === 'hangup'
      ? done
      : json(409, { error: 'This call has ended.', code: 'wrong_state' });
  const to = command.type === 'transfer' ? command.to : command;
  if ('phone' in to && store.phone(to.phone)?.account !== account) return notFound('phone');
  if ('queueId' in to && store.queue(to.queueId)?.account !== account) return notFound('queue');
  await exchange.command(call, read.data.key, command);
  return done;
}

async function phones({ exchange, request, method, account, name, publicOrigin }: Asked) {
  const { core } = exchange;
  const { store } = core.parts;
  if (method === 'GET' && name === '') {
    const own = store.allPhones().filter((one) => one.account === account);
    return json(200, {
      phones: own.map(({ phone, since }) => ({ phone, registered: core.isRegistered(phone), since })),
    });
  }
  const isOwn = phoneName.safeParse(name).success && account === `sandbox-${/^t(\d+)-/.exec(name)?.[1]}`;
  if (!isOwn) return notFound('phone');
  const known = store.phone(name);
  if (method === 'DELETE') {
    if (!known) return notFound('phone');
    unregister(core, name);
    store.remove('phone', name);
    return done;
  }
  if (method !== 'PUT') return undefined;
  const read = await bodyOf(request, phoneInput);
  if ('refusal' in read) return read.refusal;
  const { kind, password } = read.data;
  const isSame = known?.settings.kind === kind && known?.settings.password === password;
  // Who registered as another kind of phone, or with the password before, has to do so again.
  if (!isSame) unregister(core, name);
  const { until = 0, since = core.now() } = store.phone(name) ?? {};
  store.putPhone({ account, phone: name, settings: read.data, until, since });
  if (kind === 'outside' && !isSame) registerOutside(core, name);
  const url = `${publicOrigin.replace(/^http/, 'ws')}/sandbox/line/events`;
  return json(200, { driver: 'sandbox', url, sipUri: null, iceServers: [] });
}

async function queues({ exchange, request, method, account, name }: Asked) {
  const { core } = exchange;
  const { store } = core.parts;
  const known = store.queue(name);
  if (known && known.account !== account) return notFound('queue');
  if (method === 'PUT') {
    const read = await bodyOf(request, queueInput);
    if ('refusal' in read) return read.refusal;
    if (!/^que_[\w-]{1,60}$/.test(name)) return notFound('queue');
    const memory = known?.memory ?? { last: '', members: {} };
    store.putQueue({ account, queueId: name, settings: read.data, memory });
    offerAll(core);
    return done;
  }
  if (!known) return notFound('queue');
  const waiting = waitingIn(core, name);
  if (method === 'GET')
    return json(200, {
      waiting: waiting.map(({ callId, queue }, n) => ({ callId, position: n + 1, since: queue!.since })),
    });
  if (method !== 'DELETE') return undefined;
  for (const call of waiting) {
    leaveQueueAs(core, call, 'left');
    if (liveLegs(call).length === 0) endCall(core, call, call.answeredAt ? 'answered' : 'no-answer');
  }
  store.remove('queue', name);
  return done;
}

async function numbers({ exchange, request, method, account, name }: Asked) {
  const { store } = exchange.core.parts;
  const known = store.number(name);
  if (method === 'GET')
    return json(200, { owner: known ? (known.account === account ? 'you' : 'another') : 'nobody' });
  if (method === 'DELETE') {
    if (known?.account !== account) return notFound('number');
    store.remove('number', name);
    return done;
  }
  if (method !== 'PUT') return undefined;
  if (known && known.account !== account)
    return json(409, { error: 'The number is in use by another account.', code: 'wrong_state' });
  const read = await bodyOf(request, numberRoute);
  if ('refusal' in read) return read.refusal;
  const { to } = read.data;
  // A phone may be signed in later; until then it is not reached.
  if ('planId' in to && !store.plan(account, to.planId)) return notFound('dial plan');
  if ('phone' in to && account !== `sandbox-${/^t(\d+)-/.exec(to.phone)?.[1]}`) return notFound('phone');
  if ('queueId' in to && store.queue(to.queueId)?.account !== account) return notFound('queue');
  store.putNumber({ account, number: name, route: read.data });
  return done;
}

async function plans({ exchange, request, method, account, name }: Asked) {
  const { store } = exchange.core.parts;
  if (!dialPlanId.safeParse(name).success) return notFound('dial plan');
  const known = store.plan(account, name);
  if (method === 'GET') return known ? json(200, { sha256: known.sha256 }) : notFound('dial plan');
  if (method === 'DELETE') {
    if (!known) return notFound('dial plan');
    store.removePlan(account, name);
    return done;
  }
  if (method !== 'PUT') return undefined;
  const read = await bodyOf(request, planPlacing);
  if ('refusal' in read) return read.refusal;
  const { url, sha256 } = read.data;
  if (known?.sha256 === sha256) return done;
  const plan = await fetchPlan(url, sha256);
  if ('refusal' in plan) return plan.refusal;
  const missing = recordingsOf(plan.steps).find((id) => !store.sound(account, id));
  if (missing)
    return json(409, {
      error: `The exchange does not have the recording ${missing} that the plan plays.`,
      code: 'wrong_state',
    });
  store.putPlan(account, name, { sha256, steps: plan.steps });
  return done;
}

const planFetchMs = 10_000;

/** The steps of the file that is meant; all that is in it for Asterisk is of no use here. */
async function fetchPlan(url: string, sha256: string): Promise<{ steps: PlanSteps } | { refusal: Answer }> {
  const file = await fetch(url, { signal: AbortSignal.timeout(planFetchMs) })
    .then(async (answer) => (answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined))
    .catch(() => undefined);
  if (!file) return { refusal: json(503, { error: 'The plan could not be fetched.', code: 'down' }) };
  const isMeant = createHash('sha256').update(file).digest('hex') === sha256;
  const read = isMeant ? planFile.safeParse(JSON.parse(file.toString('utf8'))) : undefined;
  if (read?.success) return { steps: read.data.steps };
  return { refusal: json(400, { error: 'This is not the plan that was meant.', code: 'invalid_input' }) };
}

async function sounds({ exchange, request, method, account, name }: Asked) {
  const { store } = exchange.core.parts;
  if (!soundName.safeParse(name).success) return notFound('recording');
  if (method === 'PUT') {
    const read = await bodyOf(request, soundInput);
    if ('refusal' in read) return read.refusal;
    try {
      store.putSound(account, name, await readSound(read.data.audioUrl));
    } catch (error) {
      return json(400, { error: (error as Error).message, code: 'invalid_input' });
    }
    return json(200, { path: `dealbell/${account.replace('sandbox-', 't')}/${name}` });
  }
  if (method !== 'DELETE') return undefined;
  if (!store.sound(account, name)) return notFound('recording');
  store.removeSound(account, name);
  return done;
}

async function account({ exchange, request, method, account: name }: Asked) {
  if (method !== 'PUT') return undefined;
  const read = await bodyOf(request, accountInput);
  if ('refusal' in read) return read.refusal;
  exchange.core.parts.store.putAccount(name, read.data);
  return done;
}

async function health({ exchange, method, account: name }: Asked) {
  if (method !== 'GET') return undefined;
  const live = exchange.core.parts.store.live().filter((call) => call.account === name);
  return json(200, {
    kind: 'sandbox',
    version: '1',
    capabilities: commandTypes,
    liveCalls: live.length,
    plans: planAbilityNames,
  });
}

const kinds = { calls, phones, queues, numbers, plans, sounds, account, health };

export function exchangeRoutes(exchange: Exchange, scripts: Scripts, publicOrigin: string): Route {
  return async (request, { pathname }): Promise<Answer | undefined> => {
    if (!pathname.startsWith('/exchange/v1/')) return undefined;
    const outage = scripts.outage('exchange');
    const down = outage && json(outage.status, { error: 'The exchange is out of order.', code: 'down' });
    if (down && !outage.lost) return down;
    const [, token] = /^Bearer\s(sandbox-\w+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) return json(401, { error: 'The exchange does not know you.', code: 'unauthorized' });
    const path =
      /^\/exchange\/v1\/(calls|phones|queues|numbers|plans|sounds|account|health)(?:\/([\w%+-]+))?(\/commands)?$/;
    const [, kind, name = '', commands] = path.exec(pathname) ?? [];
    const method = request.method ?? 'GET';
    if (!kind || (commands !== undefined) !== (kind === 'calls' && name !== '' && method === 'POST'))
      return undefined;
    try {
      const asked = {
        exchange,
        request,
        method,
        account: token,
        name: decodeURIComponent(name),
        publicOrigin,
      };
      const answer = await kinds[kind as keyof typeof kinds](asked);
      return down ?? answer;
    } catch (error) {
      if (error instanceof WrongState) return json(409, { error: error.message, code: 'wrong_state' });
      throw error;
    }
  };
}
