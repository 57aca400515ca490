import type { Criteria } from './galaxy.ts';

/* Persons who are nobody: their numbers are of 555-01xx, which is kept free for fiction, their mails of example.com. */

const firstNames = ['Alice', 'Marcus', 'Priya', 'Daniel', 'Rosa', 'Kenji', 'Helen', 'Omar'];
const lastNames = ['Whitfield', 'Okafor', 'Delgado', 'Lindqvist', 'Brennan', 'Castillo', 'Novak', 'Harper'];
const streets = ['Maple', 'Lake View', 'Jefferson', 'Orchard', 'Sunset', 'Mill'];
const places = [
  { city: 'Springfield', state: 'IL', zip: '62701', area: '217' },
  { city: 'Orlando', state: 'FL', zip: '32801', area: '407' },
  { city: 'Columbus', state: 'OH', zip: '43215', area: '614' },
  { city: 'Boise', state: 'ID', zip: '83702', area: '208' },
] as const;

const pick = <T>(all: readonly T[], seed: number): T => all[Math.abs(seed) % all.length]!;
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** `Springfield, IL 62701`, as much of it as is given. */
function placeOf(line: string, seed: number) {
  const [, city = '', state = '', zip = ''] = /^([^,]{0,60}),? ?([A-Z]{2})? ?(\d{5})?/.exec(line) ?? [];
  const known = places.find((one) => one.city.toLowerCase() === city.trim().toLowerCase() || one.zip === zip);
  const place = known ?? pick(places, seed);
  return {
    ...place,
    ...(city ? { city: city.trim() } : {}),
    ...(state ? { state } : {}),
    ...(zip ? { zip } : {}),
  };
}

function addressOf(asked: Criteria, seed: number) {
  const given = asked.Addresses[0];
  const place = placeOf(given?.AddressLine2 ?? '', seed);
  const [first = '', ...others] = (given?.AddressLine1 ?? '').trim().split(' ');
  const isNumbered = /^\d{1,6}$/.test(first);
  const number = isNumbered ? first : '';
  const street = isNumbered ? others.join(' ').trim() : '';
  const houseNumber = number || String(100 + (seed % 899));
  const streetName = street || pick(streets, seed >> 3);
  const streetType = street ? '' : 'Ave';
  return {
    isDeliverable: true,
    houseNumber,
    streetPreDirection: '',
    streetName,
    streetPostDirection: '',
    streetType,
    unit: '',
    unitType: null,
    city: place.city,
    state: place.state,
    county: '',
    zip: place.zip,
    zip4: '',
    addressOrder: 1,
    firstReportedDate: '4/3/2016',
    lastReportedDate: '10/8/2026',
    fullAddress: `${houseNumber} ${streetName} ${streetType}; ${place.city}, ${place.state} ${place.zip}`,
    area: place.area,
  };
}

/** A person who answers what was asked; of several the later ones live elsewhere. */
export function personFor(asked: Criteria, seed: number, at: number): object {
  const firstName = capital(asked.FirstName) || pick(firstNames, seed);
  const lastName = capital(asked.LastName) || pick(lastNames, seed >> 2);
  const { area, ...address } = addressOf(at === 0 ? asked : { ...asked, Addresses: [] }, seed);
  const line = (offset: number) => String((seed + offset) % 100).padStart(2, '0');
  const phone = (number: string, phoneType: string, phoneOrder: number, isConnected = true) => ({
    phoneNumber: number,
    company: 'Sandbox Wireless',
    location: `${address.city}, ${address.state}`,
    phoneType,
    isConnected,
    isPublic: true,
    phoneOrder,
    firstReportedDate: '8/1/2018',
    lastReportedDate: '10/1/2026',
  });
  const own = [
    phone(`(${area}) 555-01${line(0)}`, 'Wireless', 1),
    phone(`(${area}) 555-01${line(37)}`, 'LandLine/Services', 2),
  ];
  const mail = asked.Email || `${firstName}.${lastName}@example.com`.toLowerCase().replace(/[^a-z.@]/g, '');
  return {
    tahoeId: `G${seed}`,
    name: { prefix: '', firstName, middleName: 'J', lastName, suffix: '', rawNames: [] },
    fullName: `${firstName} J ${lastName}`,
    age: 30 + (seed % 45),
    dob: '1/XX/19XX',
    isPublic: true,
    isOptedOut: false,
    datesOfDeath: [],
    addresses: [address],
    phoneNumbers: asked.Phone
      ? [
          phone(asked.Phone, 'Wireless', at + 1, at === 0),
          ...own.map((one) => ({ ...one, phoneOrder: one.phoneOrder + 1 + at })),
        ]
      : own,
    emailAddresses: [{ emailAddress: mail, emailOrdinal: 1 }],
    relativesSummary: [
      {
        firstName: pick(firstNames, seed + 3),
        middleName: '',
        lastName,
        relativeLevel: 'ab',
        relativeType: 'Sibling',
      },
    ],
    associatesSummary: [],
  };
}
