import { boxToUse, type PlanAnswer } from '#shared/exchange/plan-answer.ts';
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
import { jumped } from '#shared/model/dialplan/types/jump.ts';
import { DialTurns, ringOrder, wayOfUnanswered } from '#shared/model/dialplan/walk.ts';
import { AriError } from './ari.ts';
import { type Call, type Leg, legsOf, resultOfCause } from './call.ts';
import type { Calls, Told } from './calls.ts';
import { beginPlan, ringTarget } from './inbound.ts';
import { joinQueue } from './join-queue.ts';
import { leave, settle } from './place.ts';
import { beginRecord, isBeingRecorded, wayOfRecorded } from './plan-record.ts';
import { nodeLeft, planWalk, stepOf } from './plan-walk.ts';
import { waitingIn } from './queue-list.ts';
import { recordingFinished } from './recordings.ts';
import { agentTookInbound } from './take-up.ts';
import { unanswered } from './voicemail.ts';

/*
 * What the bridge does for a plan: it is handed a caller by Stasis(dealbell,plan,<plan>,<node>), does what the node says,
 * names the way out in DEALBELL_WAY and lets the call go on in the plan.
 */

type DialStep = StepOf<'dial'>;

const turns = new DialTurns();

/** A caller goes on in the plan by a way. */
export async function takeWay(calls: Calls, call: Call, way: string): Promise<void> {
  const { walk } = call;
  const { party } = call.legs;
  if (!walk || !party) return;
  const { ari } = calls.parts;
  walk.doing = null;
  walk.way = way || null;
  call.queue = null;
  call.fromQueue = null;
  if (party.place) await leave(calls, call, party, party.place);
  party.place = 'plan';
  calls.save(call);
  await ari.attempt('POST', `channels/${party.channel}/variable`, { variable: 'DEALBELL_WAY', value: way });
  await ari.attempt('POST', `channels/${party.channel}/continue`);
}

/** The plan hands a caller over. `args`: plan, the plan's id, the node, and the key that puts them through. */
export async function planStep(calls: Calls, call: Call, leg: Leg, args: readonly string[]): Promise<void> {
  const [, planId = '', nodeId = '', key] = args;
  const { walk } = call;
  const step = stepOf(calls.parts.plans.find(call.tenant, planId), nodeId);
  delete leg.place;
  if (!walk || walk.planId !== planId || !step) return takeWay(calls, call, '');
  if (walk.node !== nodeId)
    Object.assign(walk, { node: nodeId, enteredAt: Date.now(), recordingId: recordingAt(step), way: null });
  if (step.type === 'ivr') return putThrough(calls, call, step, key);
  if (step.type === 'queue') return queueStep(calls, call, step);
  if (step.type === 'dial') return dialStep(calls, call, step);
  if (step.type === 'condition') return ask(calls, call, step);
  if (step.type === 'jump') return jump(calls, call, step);
  if (step.type === 'record') return record(calls, call, step);
  const question = questionOf(step);
  if (question) return askProduct(calls, call, step, { question, ...(await collectedOf(calls, call)) });
  return takeWay(calls, call, '');
}

/** What the caller has typed so far, as their channel has it. */
async function collectedOf(
  { parts: { ari } }: Calls,
  { askedFor, legs: { party } }: Call,
): Promise<Pick<Told, 'collected'>> {
  if (!askedFor || !party) return {};
  const collected: Record<string, string> = {};
  for (const name of askedFor) {
    const variable = `DEALBELL_DIGITS_${name}`;
    const found = await ari
      .request('GET', `channels/${party.channel}/variable`, { variable })
      .catch((error) => {
        // It was never set: too few were typed, or the caller is gone.
        if (error instanceof AriError) return { value: '' };
        throw error;
      });
    const { value } = found as { value: string };
    if (/^\d{1,20}$/.test(value)) collected[name] = value;
  }
  return { collected };
}

/** Has the product say by which way a caller goes on. */
function askProduct(
  calls: Calls,
  call: Call,
  step: PlanStep,
  asked: Pick<Told, 'condition' | 'question' | 'collected'>,
): void {
  const { walk } = call;
  walk!.doing = { type: 'ask', until: Date.now() + answersWithin(step) };
  calls.save(call, [{ event: 'plan-asks', planId: walk!.planId, nodeId: step.id, ...asked }]);
}

const targetOf = ({ tenant }: Call, to: StepTarget, callerId: string | null = null) => {
  if ('extension' in to) return { phone: `t${tenant}-${to.extension}` };
  return 'queueId' in to ? to : { number: to.number, callerId };
};

/** A key of a menu puts the caller through: they do not come back to the plan. */
async function putThrough(
  calls: Calls,
  call: Call,
  step: StepOf<'ivr'>,
  key: string | undefined,
): Promise<void> {
  const does = step.keys.find(({ digit }) => digit === key)?.does;
  if (!does || !('to' in does)) return takeWay(calls, call, '');
  const left = nodeLeft(call.walk!, `option-${key}`);
  call.walk = null;
  calls.save(call, left);
  await ringTarget(calls, call, targetOf(call, does.to));
}

/** A caller is recorded, and goes on when that is over. */
async function record(calls: Calls, call: Call, step: StepOf<'record'>): Promise<void> {
  if (!(await beginRecord(calls, call, step))) await takeWay(calls, call, otherwiseOf(step));
}

/** What a caller says is recorded, or was not: they go on in the plan. */
export async function recordOver(calls: Calls, call: Call | undefined, recordingId: string): Promise<void> {
  const way = call && wayOfRecorded(call, recordingId);
  if (way) await takeWay(calls, call, way);
}

/** Where the end of a recording was told to nobody, the caller goes on now. */
export async function recordOverMeanwhile(calls: Calls, call: Call): Promise<void> {
  const doing = call.walk?.doing;
  if (doing?.type !== 'record' || (await isBeingRecorded(calls, doing.name))) return;
  recordingFinished(calls, { type: 'RecordingFinished', recording: { name: doing.name } });
  await recordOver(calls, call, doing.recordingId);
}

/** More often no caller goes from plan to plan: two that lead to one another were deployed at once. */
const mostJumps = 200;

/** The call goes on in another plan of the tenant's, as that serves now. */
async function jump(calls: Calls, call: Call, step: StepOf<'jump'>): Promise<void> {
  const next = calls.parts.plans.find(call.tenant, step.planId);
  const jumps = (call.walk!.jumps ?? 0) + 1;
  if (!next || jumps > mostJumps) return takeWay(calls, call, 'failed');
  const left = nodeLeft(call.walk!, jumped);
  call.walk = { ...planWalk(step.planId), jumps };
  await beginPlan(calls, call, next, left);
}

async function queueStep(calls: Calls, call: Call, step: StepOf<'queue'>): Promise<void> {
  const { queueId, maxWaitTime, musicOnHold, announcePosition } = step;
  call.walk!.doing = { type: 'queue', maxWaitTime, musicOnHold, announcePosition };
  // A queue that is not there any more takes nobody.
  await joinQueue(calls, call, queueId).catch(() => takeWay(calls, call, 'timeout'));
}

async function ask(calls: Calls, call: Call, step: StepOf<'condition'>): Promise<void> {
  const { condition } = step;
  if (condition.type === 'queueLength')
    return takeWay(
      calls,
      call,
      String(waitingIn(calls, call.tenant, condition.queueId).length >= condition.atLeast),
    );
  // Every other condition is Asterisk's own.
  if (condition.type !== 'leadStatus' && condition.type !== 'leadTag') return takeWay(calls, call, '');
  askProduct(calls, call, step, { condition });
}

/** The product has said by which way a caller goes on, or how the mailbox stands. */
export async function answered(calls: Calls, call: Call, nodeId: string, answer: PlanAnswer): Promise<void> {
  if (call.walk?.doing?.type !== 'ask' || call.walk.node !== nodeId) return;
  const step = stepAsked(calls, call);
  if (step?.type === 'voicemail') return leaveMessage(calls, call, step, answer);
  await takeWay(calls, call, wayOf(step, answer.way));
}

const stepAsked = ({ parts }: Calls, { tenant, walk }: Call): PlanStep | undefined =>
  walk?.node ? stepOf(parts.plans.find(tenant, walk.planId), walk.node) : undefined;

/** The caller leaves the plan for a mailbox. */
async function leaveMessage(
  calls: Calls,
  call: Call,
  { boxId }: StepOf<'voicemail'>,
  answer: PlanAnswer,
): Promise<void> {
  const left = nodeLeft(call.walk!, undefined);
  call.walk = null;
  calls.save(call, left);
  await unanswered(calls, call, boxToUse(boxId, answer) ?? undefined);
}

/** The way that was said, where the step has it, and else the one for when nobody says. */
function wayOf(step: PlanStep | undefined, way: string | undefined): string {
  if (!step) return '';
  return way !== undefined && waysOut(step).has(way) ? way : otherwiseOf(step);
}

/** What the product does not answer in time is not so. */
export async function askedTooLong(calls: Calls, call: Call): Promise<void> {
  const { walk } = call;
  if (walk?.doing?.type === 'ask' && walk.node && Date.now() > walk.doing.until)
    await answered(calls, call, walk.node, {});
}

async function dialStep(calls: Calls, call: Call, step: DialStep): Promise<void> {
  const { timeout, callerId, strategy } = step;
  const left = ringOrder(step, () => turns.next(`${call.tenant} ${call.walk!.planId} ${step.id}`));
  call.walk!.doing = { type: 'dial', left, timeout, callerId, reasons: [] };
  calls.save(call);
  await settle(calls, call);
  if (strategy !== 'simultaneous') return ringNext(calls, call);
  for (let rung = 0; rung < step.to.length; rung++) await ringNext(calls, call);
}

/** Rings the next of whom a node names; when nobody is left, the caller goes on by what became of them. */
async function ringNext(calls: Calls, call: Call): Promise<void> {
  const doing = call.walk?.doing;
  if (doing?.type !== 'dial') return;
  for (let to = doing.left.shift(); to; to = doing.left.shift()) {
    const target = targetOf(call, to, doing.callerId);
    const role = `offer:${'extension' in to ? to.extension : 'number' in to ? to.number.slice(1) : to.queueId}`;
    const isRung = legsOf(call).some((leg) => leg.role === role);
    if (!isRung && (await calls.dial(call, role as `offer:${string}`, target, doing.timeout))) return;
    doing.reasons.push('failed');
  }
  if (legsOf(call).some((leg) => leg.role.startsWith('offer:'))) return;
  await takeWay(calls, call, wayOfUnanswered(doing.reasons));
}

/** Whom a node rings has taken the caller up. */
export async function dialTaken(calls: Calls, call: Call, leg: Leg): Promise<void> {
  call.walk!.doing = { type: 'talk' };
  calls.rename(call, leg, 'agent');
  for (const other of legsOf(call)) {
    if (!other.role.startsWith('offer:')) continue;
    calls.dropLeg(call, other);
    if (other.phone)
      calls.save(call, [{ event: 'agent-left', phone: other.phone, reason: 'taken by another' }]);
    await calls.hangUp(other);
  }
  if (call.direction === 'inbound') await agentTookInbound(calls, call);
}

/** Whom a node rings did not take the caller up. */
export async function dialOver(calls: Calls, call: Call, leg: Leg, cause: number | undefined): Promise<void> {
  const doing = call.walk?.doing;
  if (doing?.type !== 'dial') return;
  doing.reasons.push(resultOfCause(cause, leg.state === 'ringing'));
  await ringNext(calls, call);
}

/** The agent whom a node has found is gone, and the caller is still there. True where they go on in the plan. */
export async function afterTalk(calls: Calls, call: Call): Promise<boolean> {
  const { walk } = call;
  if (walk?.doing?.type !== 'talk' || !call.legs.party || legsOf(call).some(isTalking)) return false;
  const step =
    walk.node === null ? undefined : stepOf(calls.parts.plans.find(call.tenant, walk.planId), walk.node);
  if (!step || !('answered' in step.ways) || step.ways.answered === null) return false;
  await takeWay(calls, call, 'answered');
  return true;
}

const isTalking = ({ role }: Leg): boolean => role === 'agent' || role === 'target';
