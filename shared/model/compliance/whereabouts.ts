import { areaCodeOf } from './area-codes.ts';
import postcodes from './data/postcodes.json' with { type: 'json' };
import stateZones from './data/states.json' with { type: 'json' };
import { nationOf, normalizeState, placeOf } from './places.ts';

/** What is known of where a person is. */
export interface Clues {
  /** E.164 */
  phone?: string | undefined;
  /** The country of the phone by ISO 3166, where it is not +1. */
  phoneCountry?: string | undefined;
  /** However it is written. */
  state?: string | undefined;
  postcode?: string | undefined;
  /** ISO 3166, two letters; 'US' is what addresses have by default and tells nothing. */
  country?: string | undefined;
  /** Zones that somebody set by hand; they win. */
  timeZones?: readonly string[] | undefined;
}

/** Where a person may be: a call must be allowed in every zone and by the law of every state. */
export interface Whereabouts {
  zones: string[];
  /** States, territories and provinces by their two letters; 'Canada' for somewhere in it. */
  states: string[];
  /** Countries by ISO 3166 other than the United States and Canada, '??' for one that is not known; absent if none. */
  abroad?: string[];
  source: 'set by hand' | 'postcode' | 'state' | 'area code' | 'country' | 'unknown';
}

interface ByPrefix {
  prefixes: Record<string, string[]>;
  exact: Record<string, string>;
}

function ofPostcode({ prefixes, exact }: ByPrefix, zip: string): string[] {
  return exact[zip] !== undefined ? [exact[zip]] : (prefixes[zip.slice(0, 3)] ?? []);
}

/** The provinces by the first letter of a Canadian postcode (Canada Post, addressing guidelines). */
const provincesByPost: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

const zonesOfState = stateZones.zones as Record<string, string[] | undefined>;

/** A number of which nothing is known may be anywhere in the country: every zone of the 50 states. */
export const everyZone: readonly string[] = [
  ...new Set(Object.values(zonesOfState).flatMap((zones) => zones ?? [])),
];

/** The 50 states and the district, as the postal service abbreviates them. */
export const stateCodes: readonly string[] = Object.keys(zonesOfState);

/** Zones that a state, a territory or a province spans. */
export const zonesOf = (state: string): readonly string[] =>
  zonesOfState[state] ?? placeOf(state)?.zones ?? [];

const union = (...lists: readonly (readonly string[])[]) => [...new Set(lists.flat())];

function byPostcode(postcode: string | undefined, isAbroad: boolean) {
  const written = postcode?.trim().toUpperCase() ?? '';
  const provinces = /^[A-Z]\d[A-Z]/.test(written) ? (provincesByPost[written[0]!] ?? []) : [];
  if (provinces.length > 0) return { states: provinces, zones: union(...provinces.map(zonesOf)) };
  // Other countries' postcodes have five digits too.
  const zip = isAbroad ? undefined : /^\d{5}/.exec(written)?.[0];
  return zip
    ? { states: ofPostcode(postcodes.states, zip), zones: ofPostcode(postcodes.zones, zip) }
    : { states: [], zones: [] };
}

/**
 * Zones by the postcode, else the state, else the set of the area code: a number says where it was issued and not
 * where its owner is. States are those of the address and, besides, those of the area code, because a law such as
 * Florida's presumes that a Florida number is a Floridian's (Fla. Stat. 501.059(8)(d)). The zones of another country are
 * those of the tenant's own rule for it in `countries`.
 */
export function whereabouts(
  { phone, phoneCountry, state, postcode, country, timeZones }: Clues,
  countries: readonly { country: string; timeZones: readonly string[] }[] = [],
): Whereabouts {
  const issued = areaCodeOf(phone);
  const written = country?.trim().toUpperCase() ?? '';
  const isElsewhere = written !== '' && written !== 'US' && written !== 'CA';
  const letters = state && !isElsewhere ? normalizeState(state) : undefined;
  const post = byPostcode(postcode, isElsewhere);
  const byState = letters ? zonesOf(letters) : [];
  const known = union(letters ? [letters] : [], post.states, issued?.states ?? []);
  const isSomewhereInCanada = written === 'CA' && !known.some((code) => nationOf(code) === 'CA');
  const states = isSomewhereInCanada ? [...known, 'Canada'] : known;
  const isForeignNumber = phone?.startsWith('+') && !phone.startsWith('+1');
  const abroad = union(
    isElsewhere ? [written] : [],
    issued?.country ? [issued.country] : [],
    isForeignNumber ? [phoneCountry ?? '??'] : [],
  );
  const zonesAbroad = countries.flatMap((rule) => (abroad.includes(rule.country) ? rule.timeZones : []));
  const place = { states, ...(abroad.length > 0 && { abroad }) };
  if (timeZones?.length) return { zones: [...timeZones], ...place, source: 'set by hand' };
  // A postcode of another state than the address names: one of the two is wrong, and nobody knows which.
  if (post.zones.length > 0 && byState.length > 0 && !post.states.includes(letters!))
    return { zones: union(post.zones, byState, zonesAbroad), ...place, source: 'postcode' };
  if (post.zones.length > 0) return { zones: union(post.zones, zonesAbroad), ...place, source: 'postcode' };
  if (byState.length > 0) return { zones: union(byState, zonesAbroad), ...place, source: 'state' };
  if (zonesAbroad.length > 0) return { zones: union(zonesAbroad), ...place, source: 'country' };
  if (issued && issued.zones.length > 0) return { zones: [...issued.zones], ...place, source: 'area code' };
  return { zones: [...everyZone], ...place, source: 'unknown' };
}
