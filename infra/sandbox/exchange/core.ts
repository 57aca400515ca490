import type { ExchangeEvent } from '#shared/exchange/events.ts';
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
    | 'outsideTarget'
    | 'played'
    | 'announced'
    | 'queueTimeout'
    | 'queueRetry';
  result?: CallResult;
  /** Of an end that was known beforehand, however the clock was moved meanwhile. */
  talkSeconds?: number;
  digits?: string;
  leg?: number;
  /** Of a wait in a queue, or of an announcement: which. */
  since?: string;
}

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

  constructor(parts: Parts) {
    this.parts = parts;
  }

  now(): string {
    return this.parts.clock.iso();
  }

  secondsSince(at: string): number {
    return Math.max(0, Math.round((this.parts.clock.now() - Date.parse(at)) / 1000));
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
        ...(payload.event === 'recording-ready' ? { after: { kind: 'recording', body: payload } } : {}),
      });
    this.parts.changed(otherParty(call));
    for (const { phone } of call.legs) this.parts.changed(phone);
  }

  later(callId: string, step: Omit<Step, 'callId'>, delay = 0): void {
    const lane = `call ${callId} ${step.step}${step.leg ?? ''}`;
    this.parts.work.add({ lane, kind: 'call', body: { callId, ...step }, delay });
  }

  /** Which call that goes on has a phone in it. */
  callWith(phone: string): { call: SandboxCall; leg: Leg } | undefined {
    for (const call of this.parts.store.live()) {
      const leg = liveLegs(call).find((one) => one.phone === phone);
      if (leg) return { call, leg };
    }
    return undefined;
  }

  isRegistered(phone: string): boolean {
    return (this.parts.store.phone(phone)?.until ?? 0) > Date.now();
  }
}
