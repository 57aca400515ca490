import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { emergencyNumbers } from '#shared/model/emergency-calls.ts';
import { type Answer, json, readJson } from '../http.ts';
import type { Route } from '../index.ts';
import { WrongState } from './core.ts';
import type { Exchange } from './exchange.ts';
import { answerLeg, leaveLeg } from './legs.ts';
import {
  callsOnPhone,
  dialEmergency,
  phoneOfPassword,
  register,
  registeredMs,
  unregister,
} from './phones.ts';
import { soundOf } from './sound.ts';

/*
 * An agent's phone at the sandbox's exchange, for the browser's console and for tests. Everything goes with
 * `Authorization: Bearer <password of the phone>`, which is what PUT /exchange/v1/phones/{phone} was given.
 *
 *   POST   /sandbox/line/{phone}            registers it for 45 seconds; a driver without a websocket repeats it
 *   DELETE /sandbox/line/{phone}            it is gone
 *   GET    /sandbox/line/{phone}            {phone, registered, calls}: what stands on it (`callsOnPhone`)
 *   POST   /sandbox/line/{phone}/calls      {callId, action: answer | decline | hangup | digits, digits?}; 409 where
 *                                           the call is not in a state for it; {action: emergency, number}: 911 or
 *                                           933 is dialled, which the account is told; nobody is called
 *   GET    /sandbox/line/sounds/{name}.wav  ring, voice, music, beep; without a password
 *
 * Or by a websocket at /sandbox/line/events: the first message is {phone, password}. It is answered with
 * {type: 'registered', phone, calls} or {type: 'refused'} and its end; from then on {type: 'calls', calls} comes when
 * something changes. The phone is registered while the socket is open.
 */

const emergency = z.strictObject({ action: z.literal('emergency'), number: z.enum(emergencyNumbers) });

const press = z.discriminatedUnion('action', [
  z.strictObject({ callId: z.string().max(64), action: z.enum(['answer', 'decline', 'hangup']) }),
  z.strictObject({
    callId: z.string().max(64),
    action: z.literal('digits'),
    digits: z.string().regex(/^[0-9*#A-D]{1,32}$/, 'keys of a phone'),
  }),
]);

const sign = z.object({ phone: z.string().max(40), password: z.string().max(128) });

/** What a hand on an agent's phone does. @throws WrongState */
function pressOnPhone(exchange: Exchange, phone: string, asked: z.output<typeof press>): void {
  const { core } = exchange;
  const call = core.parts.store.find(asked.callId);
  const leg = call?.legs.find((one) => one.phone === phone && one.state !== 'left');
  if (!call || !leg) throw new WrongState('This phone is not in the call any more.');
  switch (asked.action) {
    case 'answer':
      answerLeg(core, call, phone);
      return;
    case 'decline':
      leaveLeg(core, call, phone, 'declined');
      return;
    case 'hangup':
      leaveLeg(core, call, phone, 'hung up');
      return;
    case 'digits':
      if (leg.state !== 'talking') throw new WrongState('Nobody talks on this call yet.');
      call.digits += asked.digits;
      core.tell(call);
      return;
    default:
      asked satisfies never;
  }
}

const conflict = (error: unknown): Answer => {
  if (error instanceof WrongState) return json(409, { error: error.message, code: 'wrong_state' });
  throw error;
};

export const pressed = (exchange: Exchange, phone: string, body: unknown): Answer => {
  const dialled = emergency.safeParse(body);
  if (dialled.success) {
    dialEmergency(exchange.core, phone, dialled.data.number);
    return json(200, { calls: callsOnPhone(exchange.core, phone) });
  }
  const read = press.safeParse(body);
  if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
  try {
    pressOnPhone(exchange, phone, read.data);
    return json(200, { calls: callsOnPhone(exchange.core, phone) });
  } catch (error) {
    return conflict(error);
  }
};

export function lineRoutes(exchange: Exchange): Route {
  return async (request, { pathname }) => {
    const [, sound] = /^\/sandbox\/line\/sounds\/(\w{1,20})\.wav$/.exec(pathname) ?? [];
    const body = sound && soundOf(sound);
    if (body) return { status: 200, headers: { 'content-type': 'audio/wav' }, body };
    const [, phone, calls] = /^\/sandbox\/line\/(t\d{1,10}-\d{2,8})(\/calls)?$/.exec(pathname) ?? [];
    if (!phone) return undefined;
    const password = /^Bearer\s(\S{1,128})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!phoneOfPassword(exchange.core, phone, password))
      return json(401, { error: 'This is not the password of this phone.', code: 'unauthorized' });
    const { core } = exchange;
    const shown = () =>
      json(200, { phone, registered: core.isRegistered(phone), calls: callsOnPhone(core, phone) });
    if (calls)
      return request.method === 'POST' ? pressed(exchange, phone, await readJson(request)) : undefined;
    if (request.method === 'POST') register(core, phone);
    if (request.method === 'DELETE') unregister(core, phone);
    return shown();
  };
}

/** Agents' phones that hear by a websocket. */
export class OpenLines {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  readonly #phones = new Map<WebSocket, string>();
  readonly #exchange: Exchange;
  readonly #renewal: NodeJS.Timeout;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    this.#renewal = setInterval(() => this.#renew(), registeredMs / 3).unref();
  }

  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin, host } = request.headers;
    if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
      socket.destroy();
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (line) => {
      line.on('error', () => undefined);
      line.once('message', (text) => this.#signIn(line, String(text)));
      line.on('close', () => this.#gone(line));
    });
  }

  #signIn(line: WebSocket, text: string): void {
    const { core } = this.#exchange;
    const read = sign.safeParse(parsed(text));
    const stored = read.success && phoneOfPassword(core, read.data.phone, read.data.password);
    if (!stored) {
      line.send(JSON.stringify({ type: 'refused' }));
      line.close();
      return;
    }
    const { phone } = stored;
    this.#phones.set(line, phone);
    register(core, phone);
    line.send(JSON.stringify({ type: 'registered', phone, calls: callsOnPhone(core, phone) }));
  }

  /** A phone whose password was changed or taken away is not registered by a socket of before. */
  #gone(line: WebSocket): void {
    const phone = this.#phones.get(line);
    this.#phones.delete(line);
    if (phone && ![...this.#phones.values()].includes(phone)) unregister(this.#exchange.core, phone);
  }

  #renew(): void {
    for (const phone of new Set(this.#phones.values()))
      if (this.#exchange.core.isRegistered(phone)) register(this.#exchange.core, phone);
  }

  /** An agent's phone shows something new. */
  changed(phone: string): void {
    for (const [line, own] of this.#phones) {
      if (own !== phone || line.readyState !== line.OPEN) continue;
      if (!this.#exchange.core.parts.store.phone(phone)) line.close();
      else line.send(JSON.stringify({ type: 'calls', calls: callsOnPhone(this.#exchange.core, phone) }));
    }
  }

  /** The sandbox ends: phones stay registered over its restart for as long as they were. */
  close(): void {
    clearInterval(this.#renewal);
    this.#phones.clear();
    for (const line of this.#server.clients) line.terminate();
    this.#server.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
