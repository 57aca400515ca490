import type { z } from 'zod';
import { findCall, hearOfCall, noteRecording, recordInbound, recordingKey } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { badRequest, notFound, unauthorized } from '#functions/kernel/errors.ts';
import { rawRequest } from '#functions/kernel/http-context.ts';
import type { telephony } from '#shared/api/telephony.ts';
import type { ExchangeEvent } from '#shared/exchange/events.ts';
import { onlyRecording } from '#shared/model/recording.ts';
import { extensionOfPhone } from './endpoints.ts';
import {
  onCallbackOver,
  onCallerAnswered,
  onEmergency,
  onPlacedEvent,
  onPlanEvent,
  onQueueEvent,
  onVoicemail,
  userOfExtension,
} from './hooks.ts';
import { findLine, tenantOfKey } from './line.ts';
import { isSigned } from './signature.ts';

type Told = z.output<NonNullable<(typeof telephony.event)['~orpc']['inputSchema']>>;
type Heard = z.output<NonNullable<(typeof telephony.event)['~orpc']['outputSchema']>>;

/** A recording may be put for so long after it was ready; seconds. */
const uploadSeconds = 3_600;

/**
 * Hears what an exchange tells. The same again, and what comes late, changes nothing.
 * @throws 404 for a key or a call that is nobody's; 401 when the signature does not prove it
 */
export async function hearExchange({ key, ...told }: Told): Promise<Heard> {
  const tenantId = tenantOfKey(key);
  if (!tenantId) throw notFound('The exchange');
  return asSystem(tenantId, 'exchange', async () => {
    const line = await findLine();
    if (line?.key !== key) throw notFound('The exchange');
    const { headers, body } = rawRequest();
    if (!isSigned(line.secret, headers, body))
      throw unauthorized('The signature does not prove that this is from the exchange.', 'invalid_signature');
    // Whether a phone can be reached is asked for (GET /phones) by who wants to know.
    if (told.event === 'phone-registered' || told.event === 'phone-gone') return {};
    if (told.event === 'place-due') {
      await onQueueEvent.run(told);
      return {};
    }
    if (told.event === 'emergency-dialled') {
      await onEmergency.run(told);
      return {};
    }
    if (!told.callId) throw badRequest('This event belongs to a call: please name it.', { field: 'callId' });
    return hearOf(told.callId, told);
  });
}

/** Whose a phone is; an extension of another tenant is nobody's here. */
async function agentOf(phone: string | undefined): Promise<string | null> {
  const number = phone === undefined ? undefined : extensionOfPhone(phone);
  return number === undefined ? null : userOfExtension.run(number);
}

async function hearOf(callId: string, told: ExchangeEvent): Promise<Heard> {
  if (told.event === 'inbound') {
    const { from = '', to = '', at } = told;
    const { status } = await recordInbound({ callId, from, to, at });
    return { status };
  }
  const call = await findCall(callId);
  if (!call?.origin) throw notFound('The call');
  if (told.event === 'plan-node' || told.event === 'plan-asks') return onPlanEvent.run(call, told);
  const agentId = await agentOf(told.phone);
  const after = await hearOfCall(callId, { ...told, agentId });
  const { status } = after;
  if (call.origin.callbackId && told.event === 'ended') await onCallbackOver.run(after);
  if (call.origin.listId) await onPlacedEvent.run(call, told);
  const isTakenUp = told.event === 'agent-answered' && call.direction === 'inbound';
  if (isTakenUp && call.leadId && agentId) await onCallerAnswered.run(call.leadId, agentId);
  if (told.event === 'queue-joined' || told.event === 'queue-left') await onQueueEvent.run(told);
  if (/^voicemail-/.test(told.event)) {
    const uploadUrl = await onVoicemail.run(call, told);
    return uploadUrl ? { status, uploadUrl } : { status };
  }
  if (told.event === 'recording-ready') {
    const key = recordingKey(callId, told.recordingId ?? onlyRecording);
    const uploadUrl = await bucket('recordings').uploadUrl(key, 'audio/wav', uploadSeconds);
    return { status, uploadUrl };
  }
  if (told.event === 'recording-stored') await noteRecording(callId, told.recordingId, told.seconds ?? null);
  return { status };
}
