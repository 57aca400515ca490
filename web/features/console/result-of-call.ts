import type { CallingResult } from '#shared/model/calling-list.ts';
import type { Disposition } from '#shared/model/disposition.ts';

/** Nobody was reached, and trying again would reach nobody. */
const hopeless: readonly string[] = ['wrong-number', 'disconnected'];

/** What a disposition means to the calling list that the lead is of. */
export function resultOfCall({
  code,
  isContact,
  scheduleCallback,
}: Pick<Disposition, 'code' | 'isContact' | 'scheduleCallback'>): CallingResult {
  if (scheduleCallback) return 'callback';
  return isContact || hopeless.includes(code) ? 'finished' : 'called';
}

/** The value of a field for date and time: an instant as this computer's clock shows it, to the minute. */
export function localInput(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** When to call again unless the agent says otherwise: tomorrow at this hour. */
export const defaultCallback = (now: number): string => localInput(now + 24 * 3_600_000);
