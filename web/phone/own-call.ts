import type { Call } from '#shared/model/call.ts';

export type RingingCall = Pick<Call, 'id' | 'direction' | 'status' | 'createdBy' | 'live' | 'origin'>;

/**
 * Whether a call that rings a phone is one that its agent has made, and that nobody else has taken up yet. Only such a
 * one is answered without a hand: everything else would open a microphone that its owner believes closed.
 */
export const isOwnCall = (call: RingingCall, userId: string): boolean =>
  call.direction === 'outbound' &&
  call.status === 'queued' &&
  call.origin?.kind === 'agent' &&
  call.origin.id === userId &&
  call.createdBy === userId;
