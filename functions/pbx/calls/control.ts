import { announcementOf, callOr404, everyActiveCall } from '#functions/calls/api.ts';
import { currentUser, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { recordAudit } from '#functions/kernel/audit.ts';
import { badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { assertNoEmergency, toE164 } from '#functions/kernel/phone.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { commandCall, phoneNameOf } from '#functions/telephony/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { Command, Target } from '#shared/exchange/commands.ts';
import { agentOfCall, agentsOnPhones, type Call, isActiveCall } from '#shared/model/call.ts';
import type { Extension } from '#shared/model/extension.ts';
import { findExtension } from '../extensions/store.ts';
import { findNumber } from '../numbers.ts';
import { ownExtension, reachablePhone } from './originate.ts';

const hasPart = ({ legs }: Call, userId: string) =>
  legs.some(({ agentId, endedAt }) => agentId === userId && !endedAt);

/** Whether an agent is on a call now, or it rings their phone. */
const isOn = (call: Call, userId: string) => hasPart(call, userId) || agentsOnPhones(call).includes(userId);

/** A call of the exchange that the actor may act upon. @throws 403, 404; 409 for one that is none, or has ended */
async function ownLiveCall(callId: string): Promise<Call> {
  const call = await callOr404(callId);
  if (seesOwnLeadsOnly() && !isOn(call, currentUser().userId) && isActiveCall(call.status))
    throw forbidden('This call is not yours.');
  if (!isActiveCall(call.status)) throw conflict('This call has ended.', undefined, 'call_ended');
  if (!call.origin)
    throw conflict('This call was logged by hand; no exchange has it.', undefined, 'not_on_exchange');
  return call;
}

/** Whom a colleague speaks with before a transfer takes the call up, and no more until it is theirs. @throws 403 */
function assertHasIt(call: Call, { type }: Command): void {
  const isConsulted = call.live?.transfer && !hasPart(call, currentUser().userId);
  if (isConsulted && seesOwnLeadsOnly() && type !== 'answer')
    throw forbidden('Your colleague has this call until it is handed over to you.');
}

/** Acts on a call, and answers it as it is recorded then. @throws as `ownLiveCall` and `commandCall` */
export async function act(callId: string, command: Command, key: string | undefined): Promise<Call> {
  const call = await ownLiveCall(callId);
  assertHasIt(call, command);
  await commandCall(callId, command, key && `${currentUser().userId} ${key}`);
  return callOr404(call.id);
}

/** Begins, pauses or ends the recording of a call; it begins when everybody has heard of it, where the workspace says so. */
export async function record(
  callId: string,
  action: Extract<Command, { type: 'record' }>['action'],
  key: string | undefined,
): Promise<Call> {
  if (action !== 'start') return act(callId, { type: 'record', action }, key);
  const { phone, direction, from, to, leadId } = await ownLiveCall(callId);
  const ownNumber = (direction === 'outbound' ? from : to) || null;
  const announce = await announcementOf({ phone, ownNumber, leadId });
  return act(callId, { type: 'record', action, ...(announce ? { announce } : {}) }, key);
}

/** Ends a call; one that has ended stays as it is. */
export async function hangUp(callId: string, key: string | undefined): Promise<Call> {
  const call = await callOr404(callId);
  return isActiveCall(call.status) ? act(callId, { type: 'hangup' }, key) : call;
}

/** @throws 409 'busy' for who talks already, 'own_extension' for oneself */
async function assertFree({ number, userId }: Pick<Extension, 'number' | 'userId'>): Promise<void> {
  if (userId === currentUser().userId)
    throw conflict('This is your own extension: choose somebody else.', undefined, 'own_extension');
  if (userId && (await everyActiveCall()).some((call) => isOn(call, userId)))
    throw conflict(`Whoever is at extension ${number} is on a call now.`, undefined, 'busy');
}

/** Whom a number that an agent typed means. @throws 400, 404 */
async function targetOf(written: string): Promise<Target> {
  assertNoEmergency(written, 'target');
  if (/^\d{2,8}$/.test(written)) {
    const found = await findNumber(written);
    if (found?.kind === 'queue') return { queueId: found.id };
    const extension = found && (await findExtension(found.id));
    if (!extension) throw notFound(`The extension or queue ${written}`);
    await assertFree(extension);
    return { phone: phoneNameOf(extension.number) };
  }
  const number = toE164(written);
  if (!number) throw badRequest('Please give an extension, a queue or a phone number.', { field: 'target' });
  return { number, callerId: null };
}

export async function transfer(
  callId: string,
  written: string,
  mode: 'blind' | 'attended',
  key: string | undefined,
): Promise<Call> {
  await ownLiveCall(callId);
  const to = await targetOf(written);
  if (mode === 'attended' && 'queueId' in to)
    throw badRequest('A queue takes a call at once: there is nobody to speak with first.', { field: 'type' });
  if ('phone' in to) await reachableTarget(to.phone);
  return act(callId, { type: 'transfer', mode, to }, key);
}

async function reachableTarget(phone: string): Promise<void> {
  const number = phone.replace(/^t\d+-/, '');
  await reachablePhone(number, `Nobody is signed in to the phone at extension ${number}.`);
}

const finishing = { complete: 'completeTransfer', cancel: 'cancelTransfer', join: 'joinTransfer' } as const;

/** @throws 400 for an action that is none */
export async function finishTransfer(callId: string, action: string, key: string | undefined): Promise<Call> {
  await ownLiveCall(callId);
  if (!Object.hasOwn(finishing, action))
    throw badRequest('A transfer is finished by complete, cancel or join.', { field: 'action' });
  return act(callId, { type: finishing[action as keyof typeof finishing] }, key);
}

/**
 * Leaves a message on an answering machine: a file of the product's own address, because the exchange fetches it from
 * inside its network. @throws 400 for any other address
 */
export async function dropVoicemail(
  callId: string,
  audioUrl: string,
  key: string | undefined,
): Promise<Call> {
  await ownLiveCall(callId);
  const ours = new URL(publicUrl()).origin;
  if (!URL.canParse(audioUrl) || new URL(audioUrl).origin !== ours)
    throw badRequest(`Please give the address of an audio file at ${ours}.`, { field: 'audioUrl' });
  return act(callId, { type: 'dropVoicemail', audioUrl }, key);
}

/** Takes up, at one's own phone, a call that rings it. */
export async function answer(callId: string, key: string | undefined): Promise<Call> {
  await ownLiveCall(callId);
  const { number } = await ownExtension();
  return act(callId, { type: 'answer', phone: phoneNameOf(number) }, key);
}

export async function supervise(
  callId: string,
  mode: 'listen' | 'whisper' | 'barge' | 'stop',
  key: string | undefined,
): Promise<Call> {
  const call = await ownLiveCall(callId);
  const { number } = await ownExtension();
  if (mode === 'stop') return act(callId, { type: 'endSupervision', phone: phoneNameOf(number) }, key);
  const phone = await reachablePhone(number);
  await auditSupervision(call, mode);
  return act(callId, { type: 'supervise', mode, phone }, key);
}

/** Keeps who wants to hear whom, and how: before the exchange is asked, so that nobody is heard without an entry. */
async function auditSupervision(call: Call, mode: 'listen' | 'whisper' | 'barge'): Promise<void> {
  const agentId = agentOfCall(call);
  const agent = agentId && (await findUser(agentId));
  await recordAudit(
    'call.supervised',
    { kind: 'call', id: call.id, name: call.phone || 'an unknown number' },
    { mode, agent: agent ? agent.firstLast || agent.username : '' },
  );
}
