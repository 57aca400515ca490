import type { z } from 'zod';
import { findCall, type Move, movePlaced } from '#functions/calls/api.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { notFound, unauthorized } from '#functions/kernel/errors.ts';
import { rawRequest } from '#functions/kernel/http-context.ts';
import type { telephony } from '#shared/api/telephony.ts';
import type { CallStatus } from '#shared/model/call.ts';
import { findLine, tenantOfKey } from './line.ts';
import { isSigned } from './signature.ts';

export type ExchangeEvent = z.output<NonNullable<(typeof telephony.event)['~orpc']['inputSchema']>>;

/** What an event means for the record. Who took it up is known at the end, which names a machine's as voicemail. */
function moveOf(told: ExchangeEvent): Move {
  if (told.event === 'ringing') return { to: 'ringing', at: told.at };
  if (told.event === 'answered') return { to: 'in-progress', at: told.at };
  return { to: told.result ?? 'failed', at: told.at, talkSeconds: told.talkSeconds };
}

/**
 * Hears what the exchange tells of a call. The same again, and what comes late, changes nothing.
 * @throws 404 for a key or a call that is nobody's; 401 when the signature does not prove it
 */
export async function hearExchange(told: ExchangeEvent): Promise<{ status: CallStatus }> {
  const tenantId = tenantOfKey(told.key);
  if (!tenantId) throw notFound('The exchange');
  return asSystem(tenantId, 'exchange', async () => {
    const line = await findLine();
    if (line?.key !== told.key) throw notFound('The exchange');
    const { headers, body } = rawRequest();
    if (!isSigned(line.secret, headers, body))
      throw unauthorized('The signature does not prove that this is from the exchange.', 'invalid_signature');
    const call = await findCall(told.callId);
    if (!call?.origin) throw notFound('The call');
    const { status } = await movePlaced(told.callId, moveOf(told));
    return { status };
  });
}
