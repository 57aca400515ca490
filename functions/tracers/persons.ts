import { toE164 } from '#functions/kernel/phone.ts';
import { normalizeState } from '#shared/model/compliance/places.ts';
import { type PersonQuery, type TracedPerson, tracerLimits } from '#shared/model/tracer.ts';
import { isFields } from './galaxy.ts';

/* What the provider tells of persons, as the product shows and keeps it. */

type Fields = Record<string, unknown>;
/** What is looked for: the number, or the person. */
export type Query = { phone: string } | PersonQuery;

const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** A text of outside on one line, and not longer than it may be. */
function text(value: unknown, most = 200): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .slice(0, 4 * most)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, most);
}
const dateOf = (value: unknown): string | null => text(value, 20) || null;

function uniqueBy<T>(values: readonly T[], by: (value: T) => string): T[] {
  const seen = new Set<string>();
  return values.filter((value) => !seen.has(by(value)) && seen.add(by(value)));
}

function phoneType(written: string): TracedPerson['phones'][number]['type'] {
  const type = written.toLowerCase();
  if (type.includes('wireless') || type.includes('mobile')) return 'mobile';
  if (type.includes('voip')) return 'voip';
  return type.includes('land') ? 'landline' : 'unknown';
}

/** Numbers that can be dialled, in the provider's order of trust. */
function phonesOf(person: Fields): TracedPerson['phones'] {
  const order = ({ phoneOrder }: Fields) => (typeof phoneOrder === 'number' ? phoneOrder : 999);
  const phones = list(person.phoneNumbers)
    .toSorted((one, other) => order(one) - order(other))
    .flatMap(({ phoneNumber, phoneType: type, isConnected, lastReportedDate }) => {
      const number = toE164(text(phoneNumber, 40));
      return number
        ? [
            {
              number,
              type: phoneType(text(type)),
              isConnected: typeof isConnected === 'boolean' ? isConnected : null,
              lastSeen: dateOf(lastReportedDate),
            },
          ]
        : [];
    });
  return uniqueBy(phones, ({ number }) => number).slice(0, tracerLimits.each);
}

function streetOf(address: Fields): string {
  const { houseNumber, streetPreDirection, streetName, streetType, streetPostDirection, unitType, unit } =
    address;
  const parts = [
    houseNumber,
    streetPreDirection,
    streetName,
    streetType,
    streetPostDirection,
    unitType,
    unit,
  ];
  return text(
    parts
      .map((part) => text(part, 60))
      .filter(Boolean)
      .join(' '),
  );
}

function addressesOf(person: Fields): TracedPerson['addresses'] {
  const addresses = list(person.addresses).flatMap((address) => {
    const one = {
      street: streetOf(address),
      city: text(address.city, 100),
      state: normalizeState(text(address.state, 50)) ?? text(address.state, 50),
      postcode: text(address.zip, 20),
      lastSeen: dateOf(address.lastReportedDate),
    };
    return one.street || one.city || one.postcode ? [one] : [];
  });
  return uniqueBy(addresses, ({ street, postcode }) => `${street} ${postcode}`.toLowerCase()).slice(
    0,
    tracerLimits.each,
  );
}

const mail = /^[^\s@]{1,64}@[^\s@]{1,180}$/;

const emailsOf = (person: Fields): string[] =>
  [
    ...new Set(
      list(person.emailAddresses)
        .map(({ emailAddress }) => text(emailAddress, 254).toLowerCase())
        .filter((one) => mail.test(one)),
    ),
  ].slice(0, tracerLimits.each);

const fullName = ({ firstName, middleName, lastName }: Fields): string =>
  [firstName, middleName, lastName]
    .map((part) => text(part, 100))
    .filter(Boolean)
    .join(' ');

const relativesOf = (person: Fields): TracedPerson['relatives'] =>
  list(person.relativesSummary)
    .map((relative) => ({ name: fullName(relative), relation: text(relative.relativeType, 40) }))
    .filter(({ name }) => name !== '')
    .slice(0, tracerLimits.each);

/** Letters and digits alone, in small letters: how two spellings are compared. */
export const plain = (written: string): string => written.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const same = (one: string, other: string): boolean => one !== '' && plain(one) === plain(other);

type Told = Omit<TracedPerson, 'confidence'>;

/** Of a number: it is the first one of its owner, and connected; or one of several, or of former times. */
function confidenceOfPhone(phone: string, { phones }: Told): number {
  const at = phones.findIndex(({ number }) => number === phone);
  if (at < 0) return 20;
  const { isConnected } = phones[at]!;
  return Math.max(30, (isConnected === false ? 60 : 95) - 10 * at);
}

/**
 * What a question has to weigh to be about one person alone: a name in a city is many people's, a name at a street or
 * with a mail is one's.
 */
const sureWeight = 90;

/** What of a question weighs how much; only what was asked counts, and little that was asked is never sure. */
function confidenceOfPerson(query: PersonQuery, told: Told): number {
  const { addresses, emails } = told;
  const state = normalizeState(query.state) ?? query.state;
  const points: [asked: string, weight: number, isTrue: boolean][] = [
    [query.lastName, 30, same(query.lastName, told.lastName)],
    [query.firstName, 20, same(query.firstName, told.firstName)],
    [query.email, 40, emails.includes(query.email)],
    [query.address, 30, addresses.some(({ street }) => same(street, query.address))],
    [
      query.postcode,
      10,
      addresses.some(({ postcode }) => postcode.slice(0, 5) === query.postcode.slice(0, 5)),
    ],
    [query.city, 10, addresses.some(({ city }) => same(city, query.city))],
    [state, 5, addresses.some((address) => same(address.state, state))],
  ];
  const asked = points.filter(([value]) => value !== '');
  const sum = (some: typeof points) => some.reduce((all, [, weight]) => all + weight, 0);
  const weight = Math.max(sureWeight, sum(asked));
  return Math.round((100 * sum(asked.filter(([, , isTrue]) => isTrue))) / weight);
}

/** A person as the provider tells of them, and how well they fit what was asked. */
function personOf(raw: Fields, query: Query): TracedPerson {
  const name = fieldsOf(raw.name);
  const told: Told = {
    name: text(raw.fullName) || fullName(name),
    firstName: text(name.firstName, 100),
    lastName: text(name.lastName, 100),
    age: typeof raw.age === 'number' && raw.age > 0 && raw.age < 130 ? Math.floor(raw.age) : null,
    isDeceased: list(raw.datesOfDeath).length > 0,
    phones: phonesOf(raw),
    emails: emailsOf(raw),
    addresses: addressesOf(raw),
    relatives: relativesOf(raw),
  };
  const confidence =
    'phone' in query ? confidenceOfPhone(query.phone, told) : confidenceOfPerson(query, told);
  return { ...told, confidence };
}

/** Those of an answer that have a name, the best fit first. */
export const personsIn = (raw: readonly Fields[], query: Query): TracedPerson[] =>
  raw
    .slice(0, 50)
    .map((one) => personOf(one, query))
    .filter(({ name }) => name !== '')
    .toSorted((one, other) => other.confidence - one.confidence)
    .slice(0, tracerLimits.matches);

/** `(305) 555-0142`, as the provider takes numbers of North America. */
const nationalPhone = (e164: string): string => {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : e164;
};

/** The criteria of a request, as the provider names them. */
export function criteriaOf(query: Query): object {
  const paged = { Page: 1, ResultsPerPage: tracerLimits.matches };
  if ('phone' in query) return { Phone: nationalPhone(query.phone), ...paged };
  const { firstName, lastName, address, city, state, postcode, email } = query;
  const region = [normalizeState(state) ?? state, postcode].filter(Boolean).join(' ');
  const line2 = [city, region].filter(Boolean).join(', ');
  const place = { ...(address ? { AddressLine1: address } : {}), ...(line2 ? { AddressLine2: line2 } : {}) };
  return {
    ...(firstName ? { FirstName: firstName } : {}),
    ...(lastName ? { LastName: lastName } : {}),
    ...(email ? { Email: email } : {}),
    ...(address || line2 ? { Addresses: [place] } : {}),
    ...paged,
  };
}
