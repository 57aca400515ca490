import * as z from 'zod';
import type { Callbacks } from './callbacks.ts';
import type { SandboxClock } from './clock.ts';
import type { Ring, RingResult, Rings } from './exchange-store.ts';
import { type Answer, json, readJson } from './http.ts';
import type { Route } from './index.ts';
import type { Scripts } from './scripts.ts';
import type { WorkQueue } from './work.ts';

/** A phone that nobody looks at rings this long; ms. */
const unattendedMs = 4_000;

/** How a scripted call goes where its script does not say: until it is taken, and how long it is talked. */
const scriptedAfterMs = 1_500;
const scriptedTalkSeconds = 20;
/** What is left on an answering machine; seconds. */
const machineSeconds = 8;

const placing = z.object({
  callId: z.string().min(1).max(64),
  to: z.string().regex(/^\+[1-9]\d{7,14}$/, 'to is a number in E.164'),
  callerId: z.string().nullable().default(null),
  maxRingSeconds: z.number().min(1).max(300),
  amd: z.boolean().default(false),
  context: z.string().nullable().default(null),
  callbackUrl: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(16),
});

/** What the handset page can do with a call. */
export const handActions = ['answer', 'decline', 'voicemail', 'hangup'] as const;
export type HandAction = (typeof handActions)[number];

interface Parts {
  rings: Rings;
  scripts: Scripts;
  work: WorkQueue;
  callbacks: Callbacks;
  clock: SandboxClock;
  /** Whether somebody has a phone's page open. */
  attended(): boolean;
  changed(phone: string): void;
}

/** One step of a call that goes by itself. */
interface Step {
  callId: string;
  step: 'ring' | 'answer' | 'machine' | 'unanswered' | 'timeout' | 'end';
  result?: RingResult;
  /** Of an end that was known beforehand, however the clock was moved meanwhile. */
  talkSeconds?: number;
}

/** The telephone exchange's stand-in: rings phones, and tells the product what becomes of each call. */
export class Exchange {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.work.on('call', (step: Step) => {
      this.#step(step);
      return undefined;
    });
  }

  /** Takes a call; one that it has already is not made again. */
  place(account: string, asked: z.output<typeof placing>): Ring {
    const { rings, clock } = this.#parts;
    const known = rings.find(asked.callId);
    if (known) return known;
    const ring: Ring = {
      ...asked,
      account,
      callerId: asked.callerId ?? '',
      state: 'queued',
      by: null,
      result: null,
      placedAt: clock.iso(),
      ringingAt: null,
      answeredAt: null,
      endedAt: null,
      talkSeconds: 0,
    };
    rings.add(ring);
    this.#later(ring, { step: 'ring' });
    return ring;
  }

  /** What somebody does on the phone's page. False when the call is not in a state for it. */
  hand(callId: string, action: HandAction): boolean {
    const ring = this.#parts.rings.find(callId);
    if (!ring) return false;
    if (action === 'hangup') return ring.state === 'answered' && this.#end(ring, resultOf(ring));
    if (ring.state !== 'ringing') return false;
    if (action === 'answer') return this.#answer(ring, 'human');
    if (action === 'decline') return this.#end(ring, 'busy');
    return this.#answer(ring, 'machine', machineSeconds);
  }

  #later({ callId }: Ring, step: Omit<Step, 'callId'>, delay = 0): void {
    this.#parts.work.add({
      lane: `call ${callId} ${step.step}`,
      kind: 'call',
      body: { callId, ...step },
      delay,
    });
  }

  #step({ callId, step, result, talkSeconds }: Step): void {
    const ring = this.#parts.rings.find(callId);
    if (!ring || ring.state === 'ended') return;
    if (step === 'end') this.#end(ring, result ?? resultOf(ring), talkSeconds);
    else if (ring.state === 'queued') this.#ring(ring);
    else if (ring.state === 'ringing') this.#takeUp(ring, step, talkSeconds);
  }

  /** What becomes of a ringing phone. */
  #takeUp(ring: Ring, step: Step['step'], talkSeconds: number | undefined): void {
    const { clock, attended } = this.#parts;
    const left = Date.parse(ring.ringingAt!) + ring.maxRingSeconds * 1000 - clock.now();
    if (step === 'answer') this.#answer(ring, 'human', talkSeconds);
    else if (step === 'machine') this.#answer(ring, 'machine', talkSeconds);
    else if (step === 'unanswered' && attended() && left > 0) this.#later(ring, { step: 'timeout' }, left);
    else this.#end(ring, 'no-answer');
  }

  #ring(ring: Ring): void {
    const { clock } = this.#parts;
    this.#save({ ...ring, state: 'ringing', ringingAt: clock.iso() }, { event: 'ringing' });
    const script = scriptOf(this.#parts, ring);
    if (!script) {
      this.#later(ring, { step: 'unanswered' }, Math.min(unattendedMs, ring.maxRingSeconds * 1000));
      return;
    }
    const { result, talkSeconds } = script;
    const whole = ring.maxRingSeconds * 1000;
    const after = Math.min(script.afterMs ?? (result === 'no-answer' ? whole : scriptedAfterMs), whole);
    if (result === 'answered')
      this.#later(ring, { step: 'answer', talkSeconds: talkSeconds ?? scriptedTalkSeconds }, after);
    else if (result === 'voicemail')
      this.#later(ring, { step: 'machine', talkSeconds: talkSeconds ?? machineSeconds }, after);
    else this.#later(ring, { step: 'end', result }, after);
  }

  /** `talkSeconds` ends it by itself then; without, somebody hangs up on the phone's page. */
  #answer(ring: Ring, by: 'human' | 'machine', talkSeconds?: number): boolean {
    const { clock } = this.#parts;
    // Who does not listen for machines takes one for a person.
    const heard = by === 'machine' && !ring.amd ? 'human' : by;
    const after: Ring = { ...ring, state: 'answered', by: heard, answeredAt: clock.iso() };
    this.#save(after, { event: 'answered', by: heard });
    if (talkSeconds !== undefined) this.#later(after, { step: 'end', talkSeconds }, talkSeconds * 1000);
    return true;
  }

  #end(ring: Ring, result: RingResult, known?: number): boolean {
    const { clock } = this.#parts;
    const talked = ring.answeredAt ? Math.round((clock.now() - Date.parse(ring.answeredAt)) / 1000) : 0;
    const talkSeconds = known ?? talked;
    const after: Ring = { ...ring, state: 'ended', result, endedAt: clock.iso(), talkSeconds };
    this.#save(after, { event: 'ended', result, talkSeconds });
    return true;
  }

  #save(ring: Ring, told: Record<string, unknown>): void {
    const { rings, callbacks, clock, changed } = this.#parts;
    rings.save(ring);
    const { callId, callbackUrl: url, secret } = ring;
    const payload = { callId, at: clock.iso(), ...told };
    callbacks.send({ url, lane: callId, signing: { how: 'exchange', secret, payload } });
    changed(ring.to);
  }
}

const scriptOf = ({ scripts }: Parts, { to }: Ring) => scripts.for('call', to);

const resultOf = ({ by }: Ring): RingResult => (by === 'machine' ? 'voicemail' : 'answered');

const shown = ({ secret: _secret, callbackUrl: _url, ...ring }: Ring) => ring;

/** POST /exchange/v1/calls, GET /exchange/v1/calls/{callId}, with a bearer token `sandbox-<tenant>`. */
export function exchangeRoutes(exchange: Exchange, rings: Rings, scripts: Scripts): Route {
  return async (request, { pathname }): Promise<Answer | undefined> => {
    const [, callId] = /^\/exchange\/v1\/calls(?:\/([\w-]+))?$/.exec(pathname) ?? [];
    if (!pathname.startsWith('/exchange/v1/')) return undefined;
    const outage = scripts.outage('exchange');
    const down = outage && json(outage.status, { error: 'The exchange is out of order.', code: 'down' });
    if (down && !outage.lost) return down;
    const [, account] = /^Bearer\s+(sandbox-\w+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!account) return json(401, { error: 'The exchange does not know you.', code: 'unauthorized' });
    if (callId) {
      const ring = rings.find(callId);
      return ring?.account === account
        ? json(200, shown(ring))
        : json(404, { error: 'The exchange has no such call.', code: 'not_found' });
    }
    if (request.method !== 'POST' || !pathname.endsWith('/calls')) return undefined;
    const read = placing.safeParse(await readJson(request));
    if (!read.success) return json(400, { error: z.prettifyError(read.error), code: 'invalid_input' });
    const ring = exchange.place(account, read.data);
    return down ?? json(202, shown(ring));
  };
}
