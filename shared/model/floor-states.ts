import { builtInStatuses, type FloorAgent } from './agent-status.ts';

const { onCall, wrapUp } = builtInStatuses;

/** The states by which the floor is counted and filtered, in the order of its rows. */
export const floorStates = {
  overdue: 'Overdue',
  onCall: 'On a call',
  wrapUp: 'Wrap-up',
  available: 'Available',
  away: 'Away',
  offline: 'Signed out',
} as const;
export type FloorState = keyof typeof floorStates;
export const floorStateNames = Object.keys(floorStates) as FloorState[];

/** Which of them an agent is in: who is in a status for too long is overdue, and in nothing else. */
export function floorStateOf({
  signedIn,
  isOverdue,
  isAvailable,
  status,
}: Pick<FloorAgent, 'signedIn' | 'isOverdue' | 'isAvailable' | 'status'>): FloorState {
  if (!signedIn) return 'offline';
  if (status === onCall.key) return 'onCall';
  if (status === wrapUp.key) return 'wrapUp';
  if (isOverdue) return 'overdue';
  return isAvailable ? 'available' : 'away';
}
