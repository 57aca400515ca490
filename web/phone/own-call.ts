import type { Call } from '#shared/model/call.ts';

export type RingingCall = Pick<Call, 'id' | 'direction' | 'status' | 'createdBy' | 'live' | 'origin'> & {
  legs: readonly unknown[];
};

/** Somebody whom a calling list has rung has answered, and no agent has talked with them: this one waits for such. */
const isPutThrough = ({ status, origin, legs }: RingingCall): boolean =>
  status === 'in-progress' && origin?.kind === 'list' && legs.length === 0;

/**
 * Whether a call that rings a phone is one that its agent has made, or said that they are ready for, and that nobody else
 * has taken up yet. Only such a one is answered without a hand: everything else would open a microphone that its owner
 * believes closed.
 */
export const isOwnCall = (call: RingingCall, userId: string): boolean => {
  if (call.direction !== 'outbound') return false;
  if (isPutThrough(call)) return true;
  const { status, origin, createdBy } = call;
  return status === 'queued' && origin?.kind === 'agent' && origin.id === userId && createdBy === userId;
};
