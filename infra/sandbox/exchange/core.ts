import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { DialTurns } from '#shared/model/dialplan/walk.ts';
import type { Callbacks } from '../callbacks.ts';
import type { SandboxClock } from '../clock.ts';
import type { Scripts } from '../scripts.ts';
import type { WorkQueue } from '../work.ts';
import { type CallResult, type Leg, liveLegs, otherParty, type SandboxCall } from './call.ts';
import type { ExchangeStore } from './store.ts';

export interface Parts {
  store: ExchangeStore;
  scripts: Scripts;
  work: WorkQueue;
  callbacks: Callbacks;
  clock: SandboxClock;
  /** Whether somebody has a phone's page open. */
  attended(): boolean;
  /** A number, or an agent's phone, shows something new. */
  changed(phone: string): void;
}

/** One step of a call that goes by itself. */
export interface Step {
  callId: string;
  step:
    | 'ring'
    | 'answer'
    | 'machine'
    | 'unanswered'
    | 'timeout'
    | 'end'
    | 'keys'
    | 'legTimeout'
    | 'outsideTelephone'
    | 'outsideTarget'
    | 'played'
    | 'announced'
    | 'unconnected'
    | 'greeted'
    | 'queueTimeout'
    | 'queueRetry'
    | 'callbackOffer'
    | 'planWait';
  result?: CallResult;
  /** Of an end that was known beforehand, however the clock was moved meanwhile. */
  talkSeconds?: number;
  digits?: string;
  leg?: number;
  /** Of a wait in a queue, or of an announcement: which. */
  since?: string;
  /** Of a wait in a dial plan: which. */
  wait?: number;
}

/** What becomes of a caller in a dial plan when somebody's part in it is over. Each is true where they go on in it. */
export interface PlanHooks {
  /** Whom we called has answered, and nobody else is to take the call: the plan that it names does. */
  taken(call: SandboxCall): void;
  /** A phone that a node rings was not taken up. */
  legOver(call: SandboxCall, why: string): boolean;
  /** The agent whom a node has found has left. */
  talkOver(call: SandboxCall): boolean;
  queueOver(call: SandboxCall, way: 'timeout' | 'full'): boolean;
}

/** What is done when the product has answered an event. */
const after = {
  'recording-ready': 'recording',
  'voicemail-ready': 'recording',
  'plan-asks': 'plan',
} as const;

type News = Partial<ExchangeEvent> & Pick<ExchangeEvent, 'event'>;

/** What is asked of a call in a state for which it makes no sense. */
export class WrongState extends Error {}

/** What every part of the exchange stands on: calls as they are kept, what is told of them, and what is due. */
export class Core {
  readonly parts: Parts;
  /** Told when a phone is free again, so that queues look for callers. */
  readonly onFree: (() => void)[] = [];
  /** Told when a phone leaves a call on which it talked. */
  readonly onTalkOver: ((leg: Leg) => void)[] = [];
  /** Who is rung first by the dials of plans that ring in turn; from the first again after a restart, as a bridge does. */
  readonly dialTurns = new DialTurns();
  plans: PlanHooks = {
    taken: () => undefined,
    legOver: () => false,
    talkOver: () => false,
    queueOver: () => false,
  };

  constructor(parts: Parts) {
    this.parts = parts;
  }

  now(): string {
    return this.parts.clock.iso();
  }

  secondsSince(at: string): number {
    return Math.max(0, Math.round((this.parts.clock.now() - Date.parse(at)) / 1000));
  }

  msSince(at: string): number {
    return Math.max(0, this.parts.clock.now() - Date.parse(at));
  }

  /** Keeps a call and tells what became of it. */
  tell(call: SandboxCall, ...news: News[]): void {
    const { store, callbacks } = this.parts;
    const { callId, callbackUrl: url, secret } = call;
    const payloads = news.map((one) => ({ callId, seq: ++call.seq, at: this.now(), ...one }));
    store.save(call);
    for (const payload of payloads)
      callbacks.send({
        url,
        lane: callId,
        signing: { how: 'exchange', secret, payload },
        ...(payload.event in after
          ? { after: { kind: after[payload.event as keyof typeof after], body: payload } }
          : {}),
      });
    this.parts.changed(otherParty(call));
    for (const { phone } of call.legs) this.parts.changed(phone);
  }

  later(callId: string, step: Omit<Step, 'callId'>, delay = 0): void {
    const lane = `call ${callId} ${step.step}${step.leg ?? step.wait ?? ''}`;
    this.parts.work.add({ lane, kind: 'call', body: { callId, ...step }, delay });
  }

  /** Tells an account of what belongs to no call. */
  tellAccount(account: string, lane: string, news: News): void {
    const callback = this.parts.store.account(account);
    if (!callback) return;
    const { callbackUrl: url, secret } = callback;
    const payload = { at: this.now(), ...news };
    this.parts.callbacks.send({ url, lane, signing: { how: 'exchange', secret, payload } });
  }

  /** Which call that goes on has a phone in it. */
  callWith(phone: string): { call: SandboxCall; leg: Leg } | undefined {
    for (const call of this.parts.store.live()) {
      const leg = liveLegs(call).find((one) => one.phone === phone);
      if (leg) return { call, leg };
    }
    return undefined;
  }

  /** Whether a phone can be rung: one outside always, by its number. */
  isRegistered(phone: string): boolean {
    const stored = this.parts.store.phone(phone);
    return stored?.settings.kind === 'outside' || (stored?.until ?? 0) > Date.now();
  }
}
