import areaCodes from './data/area-codes.json' with { type: 'json' };
import postcodes from './data/postcodes.json' with { type: 'json' };
import stateZones from './data/states.json' with { type: 'json' };

/** What is known of where a person is. */
export interface Clues {
  /** E.164 */
  phone?: string | undefined;
  /** Two letters. */
  state?: string | undefined;
  postcode?: string | undefined;
  /** Zones that somebody set by hand; they win. */
  timeZones?: readonly string[] | undefined;
}

/** Where a person may be: a call must be allowed in every zone and by the law of every state. */
export interface Whereabouts {
  zones: string[];
  states: string[];
  source: 'set by hand' | 'postcode' | 'state' | 'area code' | 'unknown';
}

interface ByPrefix {
  prefixes: Record<string, string[]>;
  exact: Record<string, string>;
}

function ofPostcode({ prefixes, exact }: ByPrefix, zip: string): string[] {
  return exact[zip] !== undefined ? [exact[zip]] : (prefixes[zip.slice(0, 3)] ?? []);
}

const codes = areaCodes.codes as Record<string, { zones: string[]; states: string[] } | undefined>;
const zonesOfState = stateZones.zones as Record<string, string[] | undefined>;

/** A number of which nothing is known may be anywhere in the country: every zone of the 50 states. */
export const everyZone: readonly string[] = [
  ...new Set(Object.values(zonesOfState).flatMap((zones) => zones ?? [])),
];

/** The 50 states and the district, as the postal service abbreviates them. */
export const stateCodes: readonly string[] = Object.keys(zonesOfState);

/** Zones that a state spans. */
export const zonesOf = (state: string): readonly string[] => zonesOfState[state] ?? [];

const union = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];

/**
 * Zones by the postcode, else the state, else the set of the area code: a number says where it was issued and not
 * where its owner is. States are those of the address and, besides, those of the area code, because a law such as
 * Florida's presumes that a Florida number is a Floridian's (Fla. Stat. 501.059(8)(d)).
 */
export function whereabouts({ phone, state, postcode, timeZones }: Clues): Whereabouts {
  const areaCode = /^\+1(\d{3})\d{7}$/.exec(phone ?? '')?.[1];
  const issued = areaCode ? codes[areaCode] : undefined;
  const zip = /^\d{5}/.exec(postcode?.trim() ?? '')?.[0];
  const letters = state?.trim().toUpperCase();
  const byZip = zip ? ofPostcode(postcodes.zones, zip) : [];
  const zipStates = zip ? ofPostcode(postcodes.states, zip) : [];
  const byState = letters ? (zonesOfState[letters] ?? []) : [];
  const states = union(letters && zonesOfState[letters] ? [letters] : [], zipStates, issued?.states ?? []);
  if (timeZones?.length) return { zones: [...timeZones], states, source: 'set by hand' };
  // A postcode of another state than the address names: one of the two is wrong, and nobody knows which.
  if (byZip.length > 0 && byState.length > 0 && !zipStates.includes(letters!))
    return { zones: union(byZip, byState), states, source: 'postcode' };
  if (byZip.length > 0) return { zones: byZip, states, source: 'postcode' };
  if (byState.length > 0) return { zones: [...byState], states, source: 'state' };
  if (issued) return { zones: issued.zones, states, source: 'area code' };
  return { zones: [...everyZone], states, source: 'unknown' };
}
