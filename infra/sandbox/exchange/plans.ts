import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { boxToUse, type PlanAnswer, readPlanAnswer } from '#shared/exchange/plan-answer.ts';
import { type CallFacts, holds } from '#shared/model/dialplan/condition.ts';
import {
  answersWithin,
  otherwiseOf,
  type PlanStep,
  questionOf,
  recordingAt,
  type StepOf,
  type StepTarget,
  waysOut,
} from '#shared/model/dialplan/steps.ts';
import { digitsOf, wayOfTyped } from '#shared/model/dialplan/types/collect.ts';
import { wayOfHours } from '#shared/model/dialplan/types/hours.ts';
import { jumped } from '#shared/model/dialplan/types/jump.ts';
import { follow, ringOrder, wayOfUnanswered } from '#shared/model/dialplan/walk.ts';
import { liveLegs, resultOf, type SandboxCall } from './call.ts';
import type { Core, PlanHooks } from './core.ts';
import { endCall, leaveLeg, ringLeg } from './legs.ts';
import { joinQueue, waitingIn } from './queues.ts';
import { recordCaller, stopMessage, takeMessage } from './voicemail.ts';

/*
 * Callers go through dial plans as the simulator does (shared/model/dialplan/walk.ts), but in time: sounds last, menus
 * wait for keys, and phones ring.
 */

/** The exchange's own sounds last so long here; ms. */
const soundMs = 2_000;
const headerBytes = 44;
/** Of sound as telephones have it: 8 kHz, 16 bit. */
const bytesPerMs = 16;

/** How long a caller hears what a step plays first; ms. */
function lastsMs(core: Core, call: SandboxCall, step: PlanStep): number {
  const recording = recordingAt(step);
  const kept = recording && core.parts.store.sound(call.account, recording);
  return kept ? Math.max(0, Math.round((kept.bytes - headerBytes) / bytesPerMs)) : soundMs;
}

/** The recording that a caller hears right now, by the account that has it. */
export function heardBy(
  core: Core,
  call: SandboxCall,
): { account: string; recordingId: string; since: string } | null {
  if (!call.walk || call.state === 'ended') return null;
  const recordingId = recordingAt(stepOf(core, call));
  return recordingId
    ? { account: call.account, recordingId, since: call.walk.heardSince ?? call.walk.since }
    : null;
}
/** More nodes than any way without a circle has. */
const mostVisits = 1_000;

const stepOf = (core: Core, call: SandboxCall): PlanStep | undefined =>
  core.parts.store
    .plan(call.account, call.walk?.planId ?? '')
    ?.steps.find(({ id }) => id === call.walk?.node);

export function enterPlan(core: Core, call: SandboxCall, planId: string): void {
  const start = core.parts.store.plan(call.account, planId)?.steps[0];
  if (!start) {
    endCall(core, call, 'no-answer');
    return;
  }
  come(core, call, planId, start.id, { visit: 1, wait: 0 });
}

function come(
  core: Core,
  call: SandboxCall,
  planId: string,
  node: string,
  { visit, wait }: { visit: number; wait: number },
): void {
  call.walk = { planId, node, visit, since: core.now(), wait, heard: 0, doing: null, left: [], reasons: [] };
  core.tell(call);
  if (visit > mostVisits) {
    endCall(core, call, over(call));
    return;
  }
  const step = stepOf(core, call);
  // Another text of the plan serves now, which does not have this node.
  if (!step) {
    endCall(core, call, over(call));
    return;
  }
  begin(core, call, step);
}

const over = (call: SandboxCall) => (call.answeredAt ? resultOf(call) : 'no-answer');

export const playedAt = (step: PlanStep | undefined): { recordingId?: string } => {
  const recordingId = recordingAt(step);
  return recordingId ? { recordingId } : {};
};

/** A caller leaves a node by a way. */
function takeWay(core: Core, call: SandboxCall, way: string): void {
  const step = stepOf(core, call);
  if (!call.walk || !step) {
    endCall(core, call, over(call));
    return;
  }
  const { planId, node: nodeId, since, visit, wait: before } = call.walk;
  const { next, to } = follow(step, way);
  call.walk = null;
  core.tell(call, {
    event: 'plan-node',
    planId,
    nodeId,
    way,
    nodeMs: core.msSince(since),
    ...playedAt(step),
  });
  if (to && 'planId' in to) {
    const start = core.parts.store.plan(call.account, to.planId)!.steps[0]!;
    come(core, call, to.planId, start.id, { visit: visit + 1, wait: before });
    return;
  }
  if (to) {
    putThrough(core, call, to);
    return;
  }
  if (next === null) {
    endCall(core, call, over(call));
    return;
  }
  come(core, call, planId, next, { visit: visit + 1, wait: before });
}

const phoneOf = (call: SandboxCall, extension: string) =>
  `t${call.account.replace('sandbox-', '')}-${extension}`;

function putThrough(core: Core, call: SandboxCall, to: StepTarget): void {
  if ('queueId' in to) {
    if (core.parts.store.queue(to.queueId)?.account !== call.account) {
      endCall(core, call, over(call));
      return;
    }
    joinQueue(core, call, to.queueId);
    return;
  }
  if ('number' in to) {
    if (outside(core, call, to.number) !== 'answered') endCall(core, call, over(call));
    return;
  }
  const leg = { phone: phoneOf(call, to.extension), role: 'agent' as const };
  if (!ringLeg(core, call, leg, call.maxRingSeconds)) endCall(core, call, over(call));
}

/** Somebody outside is rung, who does what the script of the number says; without one they take it up. */
function outside(core: Core, call: SandboxCall, number: string): string {
  const result = core.parts.scripts.for('call', number)?.result ?? 'answered';
  if (!['answered', 'voicemail'].includes(result)) return result;
  if (call.state !== 'answered') {
    Object.assign(call, { state: 'answered', by: 'human', answeredAt: core.now() });
    core.tell(call, { event: 'answered', by: 'human' });
  }
  core.tell(call, { event: 'transferred', target: { number, callerId: null } });
  return 'answered';
}

/** Something happens in this node after so long, unless something else does before. */
function wait(core: Core, call: SandboxCall, ms: number): void {
  call.walk!.wait++;
  core.tell(call);
  core.later(call.callId, { step: 'planWait', wait: call.walk!.wait }, ms);
}

/** So much was typed when the time was over, or as much as may be: the caller goes on, or hears it again. */
function typedEnough(core: Core, call: SandboxCall, step: StepOf<'collect'>): void {
  const { heard, typed = '' } = call.walk!;
  const way = wayOfTyped(step, typed);
  if (way !== 'collected' && heard < step.tries) {
    begin(core, call, step);
    return;
  }
  if (way === 'collected') call.collected = { ...call.collected, [step.variable]: digitsOf(typed) };
  takeWay(core, call, way);
}

/** A caller types: # ends it, and so do as many keys as are taken. */
function typeKey(core: Core, call: SandboxCall, step: StepOf<'collect'>, key: string): void {
  const walk = call.walk!;
  core.tell(call, { event: 'digits', digits: key });
  if (key !== '#') walk.typed = (walk.typed ?? '') + key;
  if (key === '#' || walk.typed!.length >= step.most) typedEnough(core, call, step);
  else wait(core, call, step.timeout * 1000);
}

/** The caller has heard what to say, and says it. */
function startSpeaking(core: Core, call: SandboxCall, { boxId, seconds }: StepOf<'record'>): void {
  call.walk!.doing = 'record';
  wait(core, call, recordCaller(core, call, boxId, seconds) * 1000);
}

/** The caller has said it, and goes on. */
function finishSpeaking(core: Core, call: SandboxCall): void {
  const isLeft = stopMessage(core, call);
  if (isLeft) call.hasSpoken = true;
  takeWay(core, call, isLeft ? 'recorded' : 'silent');
}

/** A menu is heard, and waits for a key. */
function hear(core: Core, call: SandboxCall, step: StepOf<'ivr'>): void {
  call.walk!.heardSince = core.now();
  wait(core, call, lastsMs(core, call, step) + step.timeout * 1000);
}

function begin(core: Core, call: SandboxCall, step: PlanStep): void {
  const walk = call.walk!;
  switch (step.type) {
    case 'start':
      takeWay(core, call, 'next');
      return;
    case 'answer':
      wait(core, call, step.delay * 1000);
      return;
    case 'playback':
      wait(core, call, lastsMs(core, call, step));
      return;
    case 'ivr':
      walk.heard++;
      hear(core, call, step);
      return;
    case 'condition':
      ask(core, call, step);
      return;
    case 'queue':
      walk.doing = 'queue';
      if (core.parts.store.queue(step.queueId)?.account !== call.account) {
        takeWay(core, call, 'timeout');
        return;
      }
      joinQueue(core, call, step.queueId, step.maxWaitTime);
      return;
    case 'dial': {
      const nextTurn = () => core.dialTurns.next(`${call.account} ${walk.planId} ${step.id}`);
      Object.assign(walk, { doing: 'dial', left: ringOrder(step, nextTurn) });
      const atOnce = step.strategy === 'simultaneous' ? step.to.length : 1;
      for (let rung = 0; rung < atOnce && call.walk === walk; rung++) ringNext(core, call, step.timeout);
      return;
    }
    case 'hangup':
      endCall(core, call, call.answeredAt ? resultOf(call) : step.cause === 17 ? 'busy' : 'no-answer');
      return;
    case 'collect':
      Object.assign(walk, { heard: walk.heard + 1, heardSince: core.now(), typed: '' });
      wait(core, call, lastsMs(core, call, step) + step.timeout * 1000);
      return;
    case 'record':
      Object.assign(walk, { doing: null, heardSince: core.now() });
      wait(core, call, lastsMs(core, call, step));
      return;
    case 'language':
      call.language = step.language;
      takeWay(core, call, 'next');
      return;
    case 'jump':
      takeWay(core, call, core.parts.store.plan(call.account, step.planId) ? jumped : 'failed');
      return;
    case 'hours':
      takeWay(core, call, wayOfHours(step, core.parts.clock.now()));
      return;
    default:
      askProduct(core, call, step, {
        question: questionOf(step),
        ...(call.collected ? { collected: call.collected } : {}),
      });
  }
}

/** Has the product say by which way a caller goes on. */
function askProduct(
  core: Core,
  call: SandboxCall,
  step: PlanStep,
  asked: Pick<ExchangeEvent, 'condition' | 'question' | 'collected'>,
): void {
  const { planId } = call.walk!;
  call.walk!.doing = 'ask';
  core.tell(call, { event: 'plan-asks', planId, nodeId: step.id, ...asked });
  wait(core, call, answersWithin(step));
}

function ask(core: Core, call: SandboxCall, step: StepOf<'condition'>): void {
  const { condition } = step;
  if (condition.type === 'leadStatus' || condition.type === 'leadTag') {
    askProduct(core, call, step, { condition });
    return;
  }
  const waiting = condition.type === 'queueLength' ? waitingIn(core, condition.queueId).length : 0;
  const facts: CallFacts = {
    at: core.parts.clock.now(),
    callerNumber: call.callerId,
    callerName: '',
    calledNumber: call.to,
    lead: null,
    waiting: condition.type === 'queueLength' ? { [condition.queueId]: waiting } : {},
    collected: call.collected ?? {},
    ...(call.language ? { language: call.language } : {}),
  };
  takeWay(core, call, String(holds(condition, facts)));
}

/** Rings the next of whom a node names; when nobody is left, the caller goes on by what became of them. */
function ringNext(core: Core, call: SandboxCall, seconds: number): void {
  const walk = call.walk!;
  for (let to = walk.left.shift(); to; to = walk.left.shift()) {
    if ('extension' in to) {
      const leg = { phone: phoneOf(call, to.extension), role: 'agent' as const };
      if (ringLeg(core, call, leg, seconds)) return;
      walk.reasons.push('failed');
    } else if ('number' in to) {
      const result = outside(core, call, to.number);
      if (result === 'answered') {
        walk.doing = 'talk';
        core.tell(call);
        return;
      }
      walk.reasons.push(result);
    }
  }
  core.tell(call);
  if (liveLegs(call).some(({ role, state }) => role === 'agent' && state === 'ringing')) return;
  takeWay(core, call, wayOfUnanswered(walk.reasons));
}

/** A wait in a node is over: of a sound, of a menu nobody answered, of a question the product did not answer. */
export function waitOver(core: Core, call: SandboxCall, which: number | undefined): void {
  const { walk } = call;
  const step = stepOf(core, call);
  if (!walk || !step || walk.wait !== which) return;
  if (step.type === 'voicemail') leaveMessage(core, call, step, {});
  else if (walk.doing === 'ask') takeWay(core, call, otherwiseOf(step));
  else if (step.type === 'collect') typedEnough(core, call, step);
  else if (walk.doing === 'record') finishSpeaking(core, call);
  else if (step.type === 'record') startSpeaking(core, call, step);
  else if (step.type !== 'ivr') takeWay(core, call, 'next');
  else if (walk.heard < step.maxRetries) begin(core, call, step);
  else takeWay(core, call, 'timeout');
}

/** A caller presses a key. False where no menu hears it. */
export function pressInPlan(core: Core, call: SandboxCall, digits: string): boolean {
  const { walk } = call;
  const step = stepOf(core, call);
  if (!walk || call.state === 'ended' || !step) return false;
  const [key = ''] = digits;
  if (step.type === 'playback' && step.allowSkip) {
    takeWay(core, call, 'next');
    return true;
  }
  if (step.type === 'collect') {
    typeKey(core, call, step, key);
    if (digits.length > 1) pressInPlan(core, call, digits.slice(1));
    return true;
  }
  if (walk.doing === 'record' && digits.includes('#')) {
    finishSpeaking(core, call);
    return true;
  }
  if (step.type !== 'ivr') return false;
  const does = step.keys.find(({ digit }) => digit === key)?.does;
  core.tell(call, { event: 'digits', digits: key });
  if (!does) {
    if (walk.heard < step.maxRetries) begin(core, call, step);
    else takeWay(core, call, 'invalid');
  } else if ('act' in does && does.act === 'repeat') hear(core, call, step);
  else takeWay(core, call, `option-${key}`);
  return true;
}

/** The caller leaves the plan for a mailbox. */
function leaveMessage(
  core: Core,
  call: SandboxCall,
  { boxId }: StepOf<'voicemail'>,
  answer: PlanAnswer,
): void {
  const { planId, node: nodeId, since } = call.walk!;
  call.walk = null;
  core.tell(call, { event: 'plan-node', planId, nodeId, nodeMs: core.msSince(since) });
  if (!takeMessage(core, call, boxToUse(boxId, answer))) endCall(core, call, over(call));
}

/** The product has answered a question of a plan's. */
export function planAnswered(
  core: Core,
  { callId, nodeId, told }: { callId: string; nodeId: string; told: string },
): void {
  const call = core.parts.store.find(callId);
  if (call?.walk?.doing !== 'ask' || call.walk.node !== nodeId) return;
  const step = stepOf(core, call);
  if (!step) return;
  const answer = readPlanAnswer(told) ?? {};
  if (step.type === 'voicemail') {
    leaveMessage(core, call, step, answer);
    return;
  }
  const { way } = answer;
  takeWay(core, call, way !== undefined && waysOut(step).has(way) ? way : otherwiseOf(step));
}

export const planHooks = (core: Core): PlanHooks => ({
  taken(call) {
    const planId = call.context?.replace(/^p/, 'dlp_');
    if (planId && core.parts.store.plan(call.account, planId)) enterPlan(core, call, planId);
  },
  legOver(call, why) {
    const step = stepOf(core, call);
    if (call.walk?.doing !== 'dial' || step?.type !== 'dial') return false;
    call.walk.reasons.push(why === 'declined' ? 'busy' : 'no-answer');
    ringNext(core, call, step.timeout);
    return true;
  },
  talkOver(call) {
    const step = stepOf(core, call);
    if (call.walk?.doing !== 'talk' || !step || !('answered' in step.ways)) return false;
    if (step.ways.answered === null) return false;
    for (const { phone } of liveLegs(call)) leaveLeg(core, call, phone, 'hung up');
    takeWay(core, call, 'answered');
    return true;
  },
  queueOver(call, way) {
    if (call.walk?.doing !== 'queue') return false;
    takeWay(core, call, way);
    return true;
  },
});
