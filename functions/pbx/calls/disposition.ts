import { changeCall } from '#functions/calls/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import type { Call } from '#shared/model/call.ts';
import { dispositionCodes } from '../dispositions/codes.ts';
import { winSoldLead } from './sold-lead.ts';

interface Disposing {
  disposition: string;
  notes?: string | undefined;
  callbackAt?: string | null | undefined;
}

/**
 * Says how a call ended. Where the tenant has codes, it is one that agents may choose; else any text, as before there
 * were codes. @throws 400, 404
 */
export async function disposeCall(callId: string, asked: Disposing): Promise<Call> {
  const { disposition, notes, callbackAt } = asked;
  const codes = await dispositionCodes();
  const chosen = codes.find(({ code, isActive }) => isActive && code === disposition);
  if (codes.length > 0 && !chosen)
    throw badRequest(`There is no disposition ${disposition} to choose.`, { field: 'disposition' });
  if (callbackAt && Date.parse(callbackAt) <= clock.now())
    throw badRequest('Please give a time to come for the callback.', { field: 'callbackAt' });
  if (chosen?.scheduleCallback && !callbackAt)
    throw badRequest('Please say when to call again.', { field: 'callbackAt' });
  const call = await changeCall(callId, { disposition, notes, callbackAt: callbackAt ?? null });
  await winSoldLead(call);
  return call;
}
