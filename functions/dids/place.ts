import { areaCodeIn, areaCodeOf } from '#shared/model/compliance/area-codes.ts';
import type { Did } from '#shared/model/did.ts';

const only = (values: readonly string[] = []): string | null => (values.length === 1 ? values[0]! : null);

/** Where a number is by its area code; the state and the zone only where that has but one. */
export function placeOfNumber(phoneNumber: string): Pick<Did, 'areaCode' | 'state' | 'timeZone'> {
  const area = areaCodeOf(phoneNumber);
  return {
    areaCode: areaCodeIn(phoneNumber) ?? null,
    state: only(area?.states),
    timeZone: only(area?.zones),
  };
}
