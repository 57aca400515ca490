/** The states, territories and provinces that the product knows, and how people write them. */

export type Nation = 'US' | 'CA';

export interface Place {
  /** As the post abbreviates it; no state shares its letters with a province. */
  code: string;
  name: string;
  nation: Nation;
  /** What people write besides, such as the press's abbreviation, without dots. */
  also: readonly string[];
  /** Zones of a place that data/states.json does not hold. */
  zones?: readonly string[];
}

const state = (code: string, name: string, ...also: string[]): Place => ({ code, name, nation: 'US', also });
const territory = (code: string, name: string, zone: string, ...also: string[]): Place => ({
  ...state(code, name, ...also),
  zones: [zone],
});
const province = (code: string, name: string, zones: readonly string[], ...also: string[]): Place => ({
  code,
  name,
  nation: 'CA',
  also,
  zones,
});

const atlantic = 'America/Halifax';
const eastern = 'America/New_York';
const central = 'America/Chicago';
const mountain = 'America/Edmonton';
const pacific = 'America/Vancouver';

export const places: readonly Place[] = [
  state('AL', 'Alabama', 'ala'),
  state('AK', 'Alaska'),
  state('AZ', 'Arizona', 'ariz'),
  state('AR', 'Arkansas', 'ark'),
  state('CA', 'California', 'calif', 'cal'),
  state('CO', 'Colorado', 'colo', 'col'),
  state('CT', 'Connecticut', 'conn'),
  state('DE', 'Delaware', 'del'),
  state('DC', 'District of Columbia', 'washington dc', 'wash dc', 'dist of columbia'),
  state('FL', 'Florida', 'fla', 'flor'),
  state('GA', 'Georgia'),
  state('HI', 'Hawaii', 'hawai i'),
  state('ID', 'Idaho', 'ida'),
  state('IL', 'Illinois', 'ill'),
  state('IN', 'Indiana', 'ind'),
  state('IA', 'Iowa'),
  state('KS', 'Kansas', 'kan', 'kans'),
  state('KY', 'Kentucky', 'ken', 'kent'),
  state('LA', 'Louisiana'),
  state('ME', 'Maine'),
  state('MD', 'Maryland'),
  state('MA', 'Massachusetts', 'mass'),
  state('MI', 'Michigan', 'mich'),
  state('MN', 'Minnesota', 'minn'),
  state('MS', 'Mississippi', 'miss'),
  state('MO', 'Missouri'),
  state('MT', 'Montana', 'mont'),
  state('NE', 'Nebraska', 'neb', 'nebr'),
  state('NV', 'Nevada', 'nev'),
  state('NH', 'New Hampshire', 'n hampshire'),
  state('NJ', 'New Jersey', 'n jersey'),
  state('NM', 'New Mexico', 'n mex', 'new mex'),
  state('NY', 'New York', 'new york state', 'n york'),
  state('NC', 'North Carolina', 'n carolina', 'n car'),
  state('ND', 'North Dakota', 'n dakota', 'n dak'),
  state('OH', 'Ohio'),
  state('OK', 'Oklahoma', 'okla'),
  state('OR', 'Oregon', 'ore', 'oreg'),
  state('PA', 'Pennsylvania', 'penn', 'penna'),
  state('RI', 'Rhode Island', 'r island'),
  state('SC', 'South Carolina', 's carolina', 's car'),
  state('SD', 'South Dakota', 's dakota', 's dak'),
  state('TN', 'Tennessee', 'tenn'),
  state('TX', 'Texas', 'tex'),
  state('UT', 'Utah'),
  state('VT', 'Vermont'),
  state('VA', 'Virginia', 'virg'),
  state('WA', 'Washington', 'wash', 'washington state'),
  state('WV', 'West Virginia', 'w virginia', 'w va', 'west va'),
  state('WI', 'Wisconsin', 'wis', 'wisc'),
  state('WY', 'Wyoming', 'wyo'),
  territory('PR', 'Puerto Rico', 'America/Puerto_Rico', 'p rico'),
  territory('VI', 'U.S. Virgin Islands', 'America/St_Thomas', 'virgin islands', 'usvi'),
  territory('GU', 'Guam', 'Pacific/Guam'),
  territory('AS', 'American Samoa', 'Pacific/Pago_Pago'),
  territory('MP', 'Northern Mariana Islands', 'Pacific/Saipan', 'cnmi'),
  province('AB', 'Alberta', [mountain], 'alta'),
  province('BC', 'British Columbia', [mountain, pacific], 'brit columbia'),
  province('MB', 'Manitoba', [central], 'man'),
  province('NB', 'New Brunswick', [atlantic]),
  province(
    'NL',
    'Newfoundland and Labrador',
    [atlantic, 'America/St_Johns'],
    'newfoundland',
    'labrador',
    'nf',
  ),
  province('NS', 'Nova Scotia', [atlantic]),
  province('NT', 'Northwest Territories', [mountain], 'nwt'),
  province('NU', 'Nunavut', [central, mountain, eastern]),
  province('ON', 'Ontario', [central, eastern], 'ont'),
  province('PE', 'Prince Edward Island', [atlantic], 'pei'),
  province('QC', 'Quebec', [atlantic, eastern], 'que', 'pq'),
  province('SK', 'Saskatchewan', ['America/Regina'], 'sask'),
  province('YT', 'Yukon', ['America/Phoenix'], 'yukon territory', 'yk'),
];

const byCode = new Map(places.map((place) => [place.code, place]));

export const placeOf = (code: string): Place | undefined => byCode.get(code);

export const isPlace = (code: string): boolean => byCode.has(code);

/** What is said of a state that is none. */
export const unknownState =
  'This is no state, territory or province that is known here. Write its name or its two letters, such as California or CA.';

/** A place's name; 'US' and 'Canada' are federal law. */
export const placeName = (code: string): string =>
  code === 'US' ? 'Federal' : (byCode.get(code)?.name ?? code);

/** Which nation a state's, a territory's or a province's law belongs to; 'Canada' stands for any of its provinces. */
export const nationOf = (code: string): Nation =>
  code === 'Canada' ? 'CA' : (byCode.get(code)?.nation ?? 'US');

/** Without accents, dots and case: `Québec` and `Calif.` are `quebec` and `calif`. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();

const joined = (words: string): string => words.replace(/ /g, '');

const bySpelling = new Map(
  places.flatMap(({ code, name, also }) =>
    [code, name, ...also].map((spelling): [string, string] => [joined(plain(spelling)), code]),
  ),
);

/** The ways in which a state most likely stands in data of earlier versions; what is none, as it is. */
export function spellingsOf(written: string): string[] {
  const place = byCode.get(normalizeState(written) ?? '');
  if (!place) return [written];
  const { code, name, also } = place;
  return [
    code,
    [...code].map((letter) => `${letter}.`).join(''),
    name,
    ...also.slice(0, 1).map((one) => `${one}.`),
  ];
}

/**
 * The two letters of a state, a territory or a province, however people write it: `California`, `Calif.`, `D.C.`,
 * `n. y.`, `US-CA`; undefined for what is none.
 */
export function normalizeState(written: string): string | undefined {
  const words = plain(written);
  const short = words.replace(/^(the )?(us|usa|ca|canada|state of|commonwealth of) /, '');
  return bySpelling.get(joined(words)) ?? bySpelling.get(joined(short));
}
