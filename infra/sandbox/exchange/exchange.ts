import { randomUUID } from 'node:crypto';
import type { Command, Placing } from '#shared/exchange/commands.ts';
import { callDefaults, resultOf, type SandboxCall } from './call.ts';
import { carryOut } from './commands.ts';
import { unconnected } from './connect.ts';
import { Core, type Parts, type Step } from './core.ts';
import { endCall, leaveLeg, outsideResponds, ringLeg } from './legs.ts';
import { machineSeconds, otherAnswers, ringOther } from './other-party.ts';
import { lookAtPhone } from './phones.ts';
import { enterPlan, planAnswered, planHooks, pressInPlan, waitOver } from './plans.ts';
import {
  callbackOffered,
  joinQueue,
  noteMemberIsThrough,
  offerAll,
  pressInQueue,
  queueRetry,
  queueTimeout,
} from './queues.ts';
import { announced, putRecording } from './recording.ts';
import { outsideTarget } from './transfer.ts';
import { greeted, takeMessage } from './voicemail.ts';

/** What the handset page can do with a call, as whoever is outside the exchange. */
export const handActions = ['answer', 'decline', 'voicemail', 'hangup'] as const;
type HandAction = (typeof handActions)[number];

/** A caller hears ringing for so long where one phone alone is rung; seconds. */
const inboundRingSeconds = 30;

/** The telephone exchange's stand-in: rings phones, and tells the product what becomes of each call. */
export class Exchange {
  readonly core: Core;

  constructor(parts: Parts) {
    this.core = new Core(parts);
    const { core } = this;
    core.onFree.push(() => parts.work.add({ lane: 'queue', kind: 'queue', body: {} }));
    core.onTalkOver.push((leg) => noteMemberIsThrough(core, leg));
    parts.work.on('call', (step: Step) => {
      this.#step(step);
      return undefined;
    });
    parts.work.on('queue', () => {
      offerAll(core);
      return undefined;
    });
    core.plans = planHooks(core);
    parts.work.on('plan', (told: Parameters<typeof planAnswered>[1]) => {
      planAnswered(core, told);
      return undefined;
    });
    parts.work.on('phone', ({ phone }: { phone: string }) => lookAtPhone(core, phone));
    parts.work.on('recording', (taken: Parameters<typeof putRecording>[1], tries) =>
      putRecording(core, taken, tries),
    );
  }

  /** Takes a call; one that it has already is not made again. Undefined for another account's. */
  place(account: string, asked: Placing): SandboxCall | undefined {
    const { store } = this.core.parts;
    const known = store.find(asked.callId);
    if (known) return known.account === account ? known : undefined;
    const { agent, ...order } = asked;
    const call: SandboxCall = {
      ...structuredClone(callDefaults),
      ...order,
      account,
      callerId: asked.callerId ?? '',
      state: 'queued',
      placedAt: this.core.now(),
    };
    store.add(call);
    if (!agent) this.core.later(call.callId, { step: 'ring' });
    else if (!ringLeg(this.core, call, { phone: agent.phone, role: 'agent' }, asked.maxRingSeconds))
      endCall(this.core, call, 'failed');
    return call;
  }

  /** Somebody outside calls a number. Undefined when nobody has it. */
  callIn(from: string, to: string): SandboxCall | undefined {
    const { store } = this.core.parts;
    const number = store.number(to);
    const callback = number && store.account(number.account);
    if (!number || !callback) return undefined;
    const call: SandboxCall = {
      ...structuredClone(callDefaults),
      callId: `cal_${randomUUID().replaceAll('-', '')}`,
      account: number.account,
      direction: 'inbound',
      to,
      callerId: from,
      maxRingSeconds: inboundRingSeconds,
      amd: false,
      context: null,
      ...callback,
      box: number.route.voicemail ?? null,
      state: 'ringing',
      placedAt: this.core.now(),
      ringingAt: this.core.now(),
    };
    store.add(call);
    this.core.tell(call, { event: 'inbound', from, to });
    const target = number.route.to;
    if ('queueId' in target) joinQueue(this.core, call, target.queueId);
    else if ('planId' in target) enterPlan(this.core, call, target.planId);
    else if (
      !('phone' in target) ||
      !ringLeg(this.core, call, { phone: target.phone, role: 'agent' }, inboundRingSeconds)
    )
      if (!takeMessage(this.core, call, call.box)) endCall(this.core, call, 'no-answer');
    return call;
  }

  /** Acts on a call as the product asks; the same key again changes nothing. @throws WrongState */
  async command(call: SandboxCall, key: string, command: Command): Promise<void> {
    const { store } = this.core.parts;
    if (store.isTaken(call.callId, key)) return;
    await carryOut(this.core, call, command);
    store.take(call.callId, key);
  }

  /** What somebody outside does on the phone's page. False when the call is not in a state for it. */
  hand(callId: string, action: HandAction): boolean {
    const { core } = this;
    const call = core.parts.store.find(callId);
    if (!call || call.state === 'ended') return false;
    if (action === 'hangup') {
      if (call.state !== 'answered' && call.direction === 'outbound') return false;
      endCall(core, call, call.state === 'answered' ? resultOf(call) : 'no-answer');
    } else if (call.state !== 'ringing' || call.direction === 'inbound') return false;
    else if (action === 'answer') otherAnswers(core, call, 'human');
    else if (action === 'decline') endCall(core, call, 'busy');
    else otherAnswers(core, call, 'machine', machineSeconds);
    return true;
  }

  /** Somebody outside presses keys. */
  press(callId: string, digits: string): boolean {
    const call = this.core.parts.store.find(callId);
    if (call && (pressInQueue(this.core, call, digits) || pressInPlan(this.core, call, digits))) return true;
    if (call?.state !== 'answered') return false;
    this.core.tell(call, { event: 'digits', digits });
    return true;
  }

  #step({ callId, step, result, talkSeconds, ...more }: Step): void {
    const { core } = this;
    const call = core.parts.store.find(callId);
    if (!call || call.state === 'ended') return;
    switch (step) {
      case 'end':
        endCall(core, call, result ?? resultOf(call), talkSeconds);
        return;
      case 'ring':
        if (call.state === 'queued') ringOther(core, call);
        return;
      case 'answer':
      case 'machine':
        if (call.state === 'ringing')
          otherAnswers(core, call, step === 'answer' ? 'human' : step, talkSeconds);
        return;
      case 'unanswered':
      case 'timeout':
        this.#unanswered(call, step);
        return;
      case 'keys':
        if (more.digits) this.press(callId, more.digits);
        return;
      case 'legTimeout': {
        const leg = call.legs.find(({ id }) => id === more.leg);
        if (leg?.state === 'ringing') leaveLeg(core, call, leg.phone, 'no answer');
        return;
      }
      case 'outsideTelephone': {
        const leg = call.legs.find(({ id }) => id === more.leg);
        if (leg) outsideResponds(core, call, leg);
        return;
      }
      case 'outsideTarget':
        outsideTarget(core, call, result);
        return;
      case 'played':
        core.tell(call, { event: 'playback-ended' });
        return;
      case 'announced':
        announced(core, call, more.since);
        return;
      case 'unconnected':
        void unconnected(core, call);
        return;
      case 'greeted':
        greeted(core, call);
        return;
      case 'queueTimeout':
        queueTimeout(core, call, more.since);
        return;
      case 'planWait':
        waitOver(core, call, more.wait);
        return;
      case 'callbackOffer':
        callbackOffered(core, call, more.since);
        return;
      case 'queueRetry':
        queueRetry(core, call, more.since);
        return;
      default:
        step satisfies never;
        return;
    }
  }

  /** A phone that nobody looks at has rung for a while; one that somebody looks at rings as long as it may. */
  #unanswered(call: SandboxCall, step: 'unanswered' | 'timeout'): void {
    if (call.state !== 'ringing') return;
    const { clock, attended } = this.core.parts;
    const left = Date.parse(call.ringingAt!) + call.maxRingSeconds * 1000 - clock.now();
    if (step === 'unanswered' && attended() && left > 0)
      this.core.later(call.callId, { step: 'timeout' }, left);
    else endCall(this.core, call, 'no-answer');
  }
}
