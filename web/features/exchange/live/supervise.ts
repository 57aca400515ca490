import { type Call, isActiveCall } from '#shared/model/call.ts';
import type { SupervisionMode } from '#web/phone/supervision.ts';

/** The ways to supervise, with who hears the supervisor. */
export const supervisionModes = {
  listen: { label: 'Listen', hint: 'Nobody hears you' },
  whisper: { label: 'Whisper', hint: 'Only the agent hears you' },
  barge: { label: 'Barge in', hint: 'Both hear you' },
} as const satisfies Record<SupervisionMode, { label: string; hint: string }>;
export const supervisionModeNames = Object.keys(supervisionModes) as SupervisionMode[];

/** Why who has no phone hears no call. */
export const signInFirst = 'Sign in to the phone first: it rings, and you hear the call by it.';

interface Supervisor {
  userId: string;
  /** The name of their phone on the exchange, while they are signed in to it. */
  phone: string | null;
  /** That phone cannot be rung yet, as just after a reload. */
  isConnecting: boolean;
  calls: readonly Call[];
  /** The call that they supervise already. */
  supervisedId: string | null;
}

const isOnIt = ({ legs, live }: Call, userId: string) =>
  legs.some(({ agentId, endedAt }) => agentId === userId && !endedAt) ||
  Boolean(live?.phones.some(({ agentId }) => agentId === userId));

/** Why a call cannot be supervised now, in words; null where it can be. */
export function whyNot(call: Call, supervisor: Supervisor): string | null {
  const { userId, phone, isConnecting, calls, supervisedId } = supervisor;
  if (!isActiveCall(call.status)) return 'This call has ended.';
  if (!call.origin) return 'This call was logged by hand; no exchange has it.';
  if (call.status !== 'in-progress') return 'Nobody talks on this call yet.';
  if (supervisedId === call.id) return null;
  if (calls.some((one) => isOnIt(one, userId))) return 'You are on a call yourself.';
  if (supervisedId) return 'Leave the call that you hear now first.';
  if (isConnecting) return 'Your phone is being connected. This takes a moment.';
  return phone ? null : signInFirst;
}
