import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { phoneName } from '#shared/exchange/commands.ts';
import type { SandboxClock } from '../clock.ts';
import { otherParty, shownCall } from '../exchange/call.ts';
import { type Exchange, handActions } from '../exchange/exchange.ts';
import { pressed } from '../exchange/line.ts';
import { musicFor } from '../exchange/music.ts';
import { callsOnPhone, register } from '../exchange/phones.ts';
import { heardBy } from '../exchange/plans.ts';
import { type Answer, json, page, readJson } from '../http.ts';
import type { Route } from '../index.ts';
import type { Network } from '../network.ts';
import type { Numbers } from '../numbers.ts';
import { OpenPages } from '../open-pages.ts';
import type { Scripts } from '../scripts.ts';
import type { Texts } from '../texts.ts';

/* The virtual handset: a page that is somebody's phone. */

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

const phoneNumber = z.string().regex(/^\+[1-9]\d{7,14}$/, 'a number in E.164');
const written = z.strictObject({
  from: phoneNumber,
  to: phoneNumber,
  text: z.string().trim().min(1).max(1_600),
});
const done = z.strictObject({ callId: z.string().max(64), action: z.enum(handActions) });
const keys = z.strictObject({ callId: z.string().max(64), digits: z.string().regex(/^[0-9*#]{1,32}$/) });
const calling = z.strictObject({ from: phoneNumber, to: phoneNumber });
const agentPhone = z.object({ phone: phoneName });

/** Handsets that are open now; each is told which phones show something new. */
export class OpenPhones extends OpenPages {
  readonly #changed = new Set<string>();
  #soon: NodeJS.Timeout | undefined;

  /** Tells every page that a phone shows something new; what happens at once is told at once. */
  changed(phone: string): void {
    if (!this.any) return;
    this.#changed.add(phone);
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.tell(JSON.stringify([...this.#changed]));
      this.#changed.clear();
    }, 30).unref();
  }

  override close(): void {
    clearTimeout(this.#soon);
    super.close();
  }
}

interface Parts {
  texts: Texts;
  numbers: Numbers;
  scripts: Scripts;
  network: Network;
  exchange: Exchange;
  clock: SandboxClock;
}

/** Phones that have something on them, the newest first. */
function phonesOf({ texts, exchange }: Parts) {
  const all = new Map<string, { number: string; body: string; at: string }>();
  for (const { number, at } of exchange.core.parts.store.phones())
    all.set(number, { number, body: 'Call', at });
  for (const phone of texts.phones()) {
    const known = all.get(phone.number);
    if (!known || known.at < phone.at) all.set(phone.number, phone);
  }
  return [...all.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, 60);
}

/** What stands on a phone and around it. */
function shownOn(parts: Parts, number: string) {
  const { texts, exchange, numbers, scripts, clock } = parts;
  const { core } = exchange;
  const { store } = core.parts;
  return {
    now: clock.iso(),
    number,
    phones: phonesOf(parts),
    numbers: numbers.all().map(({ number: own, carrier, account }) => ({ number: own, carrier, account })),
    messages: texts.ofPhone(number).map(({ id, carrier, direction, ours, body, segments, ...text }) => ({
      id,
      carrier,
      direction,
      ours,
      body,
      segments,
      status: text.status,
      errorCode: text.errorCode,
      taken: text.taken,
      at: text.createdAt,
    })),
    calls: store.ofPhone(number).map((call) => ({
      ...shownCall(call),
      hears: heardBy(core, call),
      music: musicFor(core, call),
    })),
    live: store.live().map((call) => ({ callId: call.callId, number: otherParty(call), state: call.state })),
    // Agents' phones, and what stands on this one if it is an agent's.
    agents: store.allPhones().map(({ phone, settings: { name } }) => ({
      phone,
      name,
      registered: core.isRegistered(phone),
      ringing: callsOnPhone(core, phone).some(({ state }) => state === 'ringing'),
    })),
    own: callsOnPhone(core, number),
    callable: store.allNumbers().map((one) => one.number),
    behaviour: {
      sms: scripts.for('sms', number) ?? null,
      call: scripts.for('call', number) ?? null,
    },
  };
}

async function act(parts: Parts, pathname: string, body: unknown): Promise<Answer | undefined> {
  if (pathname === '/sandbox/phone/messages') {
    const read = written.safeParse(body);
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    const { from, to, text } = read.data;
    const sent = parts.network.write(from, to, text);
    return sent
      ? json(201, { id: sent.id })
      : json(404, { error: 'Nobody has this number in the sandbox.', code: 'not_found' });
  }
  if (pathname === '/sandbox/phone/keys') {
    const read = keys.safeParse(body);
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    return parts.exchange.press(read.data.callId, read.data.digits)
      ? json(200, { done: true })
      : json(409, { error: 'Nobody talks on this call.', code: 'conflict' });
  }
  if (pathname === '/sandbox/phone/call') {
    const read = calling.safeParse(body);
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    const call = parts.exchange.callIn(read.data.from, read.data.to);
    return call
      ? json(201, shownCall(call))
      : json(404, { error: 'Nobody is called by this number in the sandbox.', code: 'not_found' });
  }
  // Whoever has the page open holds an agent's phone in the hand: no password is asked for, on this machine alone.
  if (pathname === '/sandbox/phone/agent' || pathname === '/sandbox/phone/agent/calls') {
    const read = agentPhone.safeParse(body);
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    const { phone, ...pressing } = body as { phone: string };
    if (pathname.endsWith('/calls')) return pressed(parts.exchange, phone, pressing);
    register(parts.exchange.core, phone);
    return json(200, { done: true });
  }
  if (pathname === '/sandbox/phone/calls') {
    const read = done.safeParse(body);
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    return parts.exchange.hand(read.data.callId, read.data.action)
      ? json(200, { done: true })
      : json(409, { error: 'The call is past that.', code: 'conflict' });
  }
  return undefined;
}

const require = createRequire(import.meta.url);
const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** /sandbox/phone and what belongs to it; as JSON at /sandbox/phone.json?number=. */
export function phoneRoutes(parts: Parts): Route {
  const asset = (type: string, body: string | Buffer): Answer => ({
    status: 200,
    headers: { 'content-type': type },
    body,
  });
  return async (request, { pathname, searchParams }) => {
    if (request.method === 'POST' && pathname.startsWith('/sandbox/phone/'))
      return act(parts, pathname, await readJson(request));
    const [, account, recording] =
      /^\/sandbox\/phone\/sounds\/([\w-]{1,40})\/(rec_[\w-]{1,60})\.wav$/.exec(pathname) ?? [];
    if (account && recording) {
      const sound = parts.exchange.core.parts.store.soundFile(account, recording);
      return sound && asset('audio/wav', sound);
    }
    switch (pathname) {
      case '/sandbox/phone':
        return page(file('page.html'));
      case '/sandbox/phone/phone.css':
      case '/sandbox/phone/handset.css':
      case '/sandbox/phone/behaviour.css':
        return asset('text/css; charset=utf-8', file(basename(pathname)));
      case '/sandbox/phone/phone.js':
        return asset('text/javascript; charset=utf-8', file('phone.js'));
      case '/sandbox/phone/inter.woff2':
        return asset('font/woff2', readFileSync(require.resolve(fontFile)));
      case '/sandbox/phone.json':
        return json(200, shownOn(parts, searchParams.get('number')?.trim() ?? ''));
      default:
        return undefined;
    }
  };
}
