import type { EmergencyCall } from '#shared/model/emergency-calls.ts';
import { store, storedTexts } from '#web/ui/browser-storage.ts';

/** Milliseconds for which people are told of an emergency call. */
const toldForMs = 3_600_000;
const place = 'dealbell-emergency-calls-understood';

/** The calls that somebody has taken note of in this browser, by id. */
export const dismissedCalls = (): string[] => storedTexts(place) ?? [];

/** Notes that a call was taken note of; of the earlier ones the last hundred are kept. */
export function dismissCall(id: string): string[] {
  const all = [...dismissedCalls(), id].slice(-100);
  store(place, all);
  return all;
}

/** The calls of the last hour that were not taken note of. @param now milliseconds since 1970 */
export const callsToShow = (calls: readonly EmergencyCall[], dismissed: readonly string[], now: number) =>
  calls.filter(({ id, at }) => !dismissed.includes(id) && now - Date.parse(at) < toldForMs);
