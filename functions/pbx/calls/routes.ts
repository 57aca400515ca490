import { activeCalls, discreet } from '#functions/calls/api.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { pbx } from '#shared/api/pbx/index.ts';
import type { Call } from '#shared/model/call.ts';
import {
  act,
  answer,
  dropVoicemail,
  finishTransfer,
  hangUp,
  record,
  supervise,
  transfer,
} from './control.ts';
import { disposeCall } from './disposition.ts';
import { handoverOf } from './handover.ts';
import { originate } from './originate.ts';

const r = routesOf(pbx);

const shown = async (call: Promise<Call>): Promise<Call> => (await discreet([await call]))[0]!;

/** Calls that go on: one source for this call and for GET /calls/active. */
async function active() {
  const calls = await activeCalls();
  const byQueue: Record<string, number> = {};
  for (const { live } of calls) if (live?.queueId) byQueue[live.queueId] = (byQueue[live.queueId] ?? 0) + 1;
  return { calls, count: calls.length, byQueue };
}

export const callControl = {
  originateCall: r.originateCall.handler(({ input }) => shown(originate(input))),
  activePbxCalls: r.activePbxCalls.handler(() => active()),
  activeCallsOfTenant: r.activeCallsOfTenant.handler(() => active()),
  hangUpCall: r.hangUpCall.handler(({ input: { id, key } }) => shown(hangUp(id, key))),
  holdCall: r.holdCall.handler(({ input: { id, hold, key } }) => shown(act(id, { type: 'hold', hold }, key))),
  transferPbxCall: r.transferPbxCall.handler(({ input: { id, target, type, key } }) =>
    shown(transfer(id, target, type, key)),
  ),
  finishTransfer: r.finishTransfer.handler(({ input: { id, action, key } }) =>
    shown(finishTransfer(id, action, key)),
  ),
  handoverOfCall: r.handoverOfCall.handler(({ input: { id } }) => handoverOf(id)),
  recordCall: r.recordCall.handler(({ input: { id, action, key } }) => shown(record(id, action, key))),
  sendDigits: r.sendDigits.handler(({ input: { id, digits, key } }) =>
    shown(act(id, { type: 'digits', digits }, key)),
  ),
  answerCall: r.answerCall.handler(({ input: { id, key } }) => shown(answer(id, key))),
  dropVoicemail: r.dropVoicemail.handler(({ input: { id, audioUrl, key } }) =>
    shown(dropVoicemail(id, audioUrl, key)),
  ),
  superviseCall: r.superviseCall.handler(({ input: { id, mode, key } }) => shown(supervise(id, mode, key))),
  disposeCall: r.disposeCall.handler(({ input: { id, ...asked } }) => shown(disposeCall(id, asked))),
};
