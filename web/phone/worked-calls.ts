import { type Call, isActiveCall } from '#shared/model/call.ts';

/** Where a call is for one agent. `over`: it has ended, or goes on with somebody else. */
export type CallPhase = 'ringing' | 'dialling' | 'talking' | 'over';

type Followed = Pick<Call, 'direction' | 'status' | 'legs'> & Partial<Pick<Call, 'live' | 'origin'>>;

export function phaseOf(call: Followed, agentId: string): CallPhase {
  if (!isActiveCall(call.status)) return 'over';
  const own = call.legs.findLast((leg) => leg.agentId === agentId);
  const phone = call.live?.phones.find((one) => one.agentId === agentId);
  // What rings the phone is the agent's before they have a part in it; of their own call it rings theirs first.
  if (phone?.state === 'ringing' && (call.direction === 'inbound' || call.status === 'in-progress'))
    return 'ringing';
  if (phone?.state === 'talking' && call.status === 'in-progress') return 'talking';
  if (!own || own.endedAt) return 'over';
  if (call.status === 'in-progress') return 'talking';
  return call.direction === 'outbound' ? 'dialling' : 'ringing';
}

/** Whether a colleague speaks with the agent before a transfer: the call is not theirs yet. */
export const isConsulted = ({ legs, live }: Followed, agentId: string): boolean =>
  Boolean(live?.transfer) && !legs.some((leg) => leg.agentId === agentId && !leg.endedAt);

/** How a call stands for the agent, for a heading before the other party's name. */
export function headingOf(call: Followed, phase: CallPhase, agentId: string): string {
  if (phase === 'ringing') return 'Call from';
  if (phase === 'dialling') return call.origin?.callbackId ? 'Call back' : 'Calling';
  if (phase === 'over') return 'Was';
  const { transfer = null, held = false } = call.live ?? {};
  const waits = transfer ? transfer.state !== 'joined' : held;
  if (isConsulted(call, agentId)) return waits ? 'You are asked to take' : 'Talking with';
  return waits ? 'On hold' : 'Talking with';
}

/** A call that an agent has, or has had and not yet closed with a disposition. */
export interface WorkedCall {
  id: string;
  leadId: string | null;
  leadName: string;
  phone: string;
  isOver: boolean;
  /** Whether anybody took it up; a list that dials by itself says how the others ended. */
  wasAnswered?: boolean;
}

/**
 * The worked calls after one of them was read. One that rang for the agent and was never taken up leaves nothing to
 * close; what the agent dialled or talked stays until it is closed, also when the next call comes before that.
 */
export function withCall(
  worked: readonly WorkedCall[],
  call: Followed & Pick<Call, 'id' | 'leadId' | 'leadName' | 'phone' | 'answeredAt'>,
  agentId: string,
): readonly WorkedCall[] {
  const others = worked.filter(({ id }) => id !== call.id);
  const isOver = phaseOf(call, agentId) === 'over';
  const tookPart = call.legs.some(
    // What they were asked to call back, and nobody answered, they have not dialled.
    (leg) =>
      leg.agentId === agentId &&
      (leg.answeredAt !== null || (call.direction === 'outbound' && !call.origin?.callbackId)),
  );
  if (isOver && (!tookPart || others.length === worked.length))
    return others.length === worked.length ? worked : others;
  const { id, leadId, leadName, phone } = call;
  const wasAnswered = call.answeredAt !== null;
  const now: WorkedCall = { id, leadId, leadName, phone, isOver, wasAnswered };
  const before = worked.find((one) => one.id === id);
  if (before && JSON.stringify(before) === JSON.stringify(now)) return worked;
  return [...others, now];
}

/** What is stored of them, read back; anything else is none. */
export function parseWorked(text: string | null): readonly WorkedCall[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(list)) return [];
    return list.filter(
      (one): one is WorkedCall =>
        typeof one?.id === 'string' && typeof one.phone === 'string' && typeof one.isOver === 'boolean',
    );
  } catch {
    return [];
  }
}
