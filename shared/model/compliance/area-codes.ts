import areaCodes from './data/area-codes.json' with { type: 'json' };
import { placeOf } from './places.ts';

/*
 * What the first three digits of a North American number tell. data/area-codes.json holds the zones of all codes and
 * the states of those of the 50 states and the district; here are the others (nanpa.com and cnac.ca, as known on 22
 * November 2026).
 */

const outsideTheStates: Readonly<Record<string, string>> = {
  PR: '787 939',
  VI: '340',
  GU: '671',
  AS: '684',
  MP: '670',
  AB: '368 403 587 780 825',
  BC: '236 250 257 604 672 778',
  MB: '204 431 584',
  NB: '428 506',
  NL: '709 879',
  'NS PE': '782 902',
  'NT NU YT': '867',
  ON: '226 249 289 343 365 382 416 437 519 548 613 647 683 705 742 753 807 905 942',
  QC: '263 354 367 418 438 450 468 514 579 581 819 873',
  SK: '306 474 639',
  // The Canadian codes of no place.
  Canada: '600 622 633 644 655 677 688',
};

/** Countries of their own that share +1, by ISO 3166. */
const otherCountries: Readonly<Record<string, string>> = {
  AG: '268',
  AI: '264',
  BB: '246',
  BM: '441',
  BS: '242',
  DM: '767',
  DO: '809 829 849',
  GD: '473',
  JM: '658 876',
  KN: '869',
  KY: '345',
  LC: '758',
  MS: '664',
  SX: '721',
  TC: '649',
  TT: '868',
  VC: '784',
  VG: '284',
};

const byCode = (table: Readonly<Record<string, string>>) =>
  new Map(Object.entries(table).flatMap(([key, codes]) => codes.split(' ').map((code) => [code, key])));

const regions = byCode(outsideTheStates);
const countries = byCode(otherCountries);
const codes = areaCodes.codes as Record<string, { zones: string[]; states: string[] } | undefined>;

/** Of a place with one clock its own: the data has the zone of a neighbour for some new codes. */
function zonesOf(code: string, region: string): readonly string[] {
  const own = placeOf(region)?.zones;
  return own?.length === 1 ? own : (codes[code]?.zones ?? []);
}

export interface AreaCode {
  zones: readonly string[];
  /** States, territories or provinces. */
  states: readonly string[];
  /** Another country than the United States and Canada. */
  country?: string;
}

/** The area code of a number in E.164; undefined for one of another country code. */
export const areaCodeIn = (phone: string | undefined): string | undefined =>
  /^\+1(\d{3})\d{7}$/.exec(phone ?? '')?.[1];

/** What the area code of a number in E.164 tells; undefined for a code that is not known, or another country's. */
export function areaCodeOf(phone: string | undefined): AreaCode | undefined {
  const code = areaCodeIn(phone);
  if (!code) return undefined;
  const country = countries.get(code);
  if (country) return { zones: codes[code]?.zones ?? [], states: [], country };
  const region = regions.get(code);
  if (region) return { zones: zonesOf(code, region), states: region.split(' ') };
  return codes[code];
}
