import { describe, expect, it } from 'vitest';
import { type Facts, nextAllowed, reasonsAgainst } from './decide.ts';
import { holidayOn } from './holidays.ts';
import { rulesFor } from './rules.ts';
import { defaultComplianceSettings } from './settings.ts';
import { stateCodes, whereabouts } from './whereabouts.ts';

/**
 * The search for the next allowed time against a check of every single minute of two years, which knows nothing of
 * instants or offsets but what Intl prints on the wall clock.
 */
const minute = 60_000;
const begin = Date.UTC(2026, 0, 1);
const minutes = (Date.UTC(2028, 0, 1) - begin) / minute;
const quarter = 15;

interface Wall {
  /** Minutes since midnight. */
  minute: Int16Array;
  /** Which of `dates`. */
  date: Int16Array;
  dates: string[];
}

const walls = new Map<string, Wall>();

/** What the wall clock shows in every minute; no zone's offset changes but on a quarter of an hour. */
function wallOf(zone: string): Wall {
  const known = walls.get(zone);
  if (known) return known;
  const print = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const wall: Wall = { minute: new Int16Array(minutes), date: new Int16Array(minutes), dates: [] };
  for (let at = 0; at < minutes; at += quarter) {
    const [date = '', time = ''] = print.format(begin + at * minute).split(' ');
    if (wall.dates.at(-1) !== date) wall.dates.push(date);
    const [hours = 0, rest = 0] = time.split(':').map(Number);
    for (let more = 0; more < quarter; more++) {
      wall.minute[at + more] = hours * 60 + rest + more;
      wall.date[at + more] = wall.dates.length - 1;
    }
  }
  walls.set(zone, wall);
  return wall;
}

/** Whether the clock of a zone in the United States is an hour ahead, as its name says: CDT and not CST. */
const isSummer = (zone: string, date: string) =>
  new Date(`${date}T12:00:00Z`)
    .toLocaleTimeString('en-US', { timeZone: zone, timeZoneName: 'long' })
    .includes('Daylight');

/** The open hours of one date, straight from the rules. */
function hoursOf(facts: Facts, date: string, zone: string): [number, number] {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const own = facts.settings.week[weekday];
  let [from, to] = own ?? [0, 0];
  for (const rule of rulesFor(facts.channel, date, facts.where.states)) {
    const open = rule.week?.[weekday];
    const closable = rule.holidays === 'forbidden' || (rule.holidays && weekday % 6 !== 0);
    if (open === null || (closable && holidayOn(rule.where, date))) return [0, 0];
    const later = rule.isStandardTime && isSummer(zone, date) ? 60 : 0;
    if (open) [from, to] = [Math.max(from, open[0] + later), Math.min(to, open[1] + later)];
  }
  const closed = facts.settings.closedDays.some(
    (day) => day.date === date && (!day.state || facts.where.states.includes(day.state)),
  );
  if (closed || (facts.settings.federalHolidays && holidayOn('US', date))) return [0, 0];
  return [from, to];
}

/** Whether each minute is open in every zone. */
function minuteByMinute(facts: Facts): Uint8Array {
  const open = new Uint8Array(minutes).fill(1);
  for (const zone of facts.where.zones) {
    const wall = wallOf(zone);
    const hours = wall.dates.map((date) => hoursOf(facts, date, zone));
    for (let at = 0; at < minutes; at++) {
      const [from, to] = hours[wall.date[at]!]!;
      if (wall.minute[at]! < from || wall.minute[at]! >= to) open[at] = 0;
    }
  }
  return open;
}

/** The same, by asking again and again when the next window opens and when it shuts. */
function byWindows(facts: Facts): Uint8Array {
  const open = new Uint8Array(minutes);
  const end = begin + minutes * minute;
  for (let at = begin; at < end; ) {
    const window = nextAllowed(facts, at);
    if (!window) break;
    expect(window.from).toBeGreaterThanOrEqual(at);
    expect(window.to).toBeGreaterThan(window.from);
    open.fill(1, (window.from - begin) / minute, Math.min(minutes, (window.to - begin) / minute));
    at = window.to;
  }
  return open;
}

const factsOf = (clues: Parameters<typeof whereabouts>[0], changes: Partial<Facts> = {}): Facts => ({
  channel: 'call',
  where: whereabouts(clues),
  settings: defaultComplianceSettings,
  listed: false,
  consent: 'unknown',
  attempts: [],
  ...changes,
});

const differing = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((places, value, at) => {
    if (value !== other[at] && places.length < 3) places.push(new Date(begin + at * minute).toISOString());
    return places;
  }, [] as string[]);

describe('the next allowed time, against every minute of two years', () => {
  // Where the law wants consent, nothing else opens an hour.
  const agreed = { consent: 'given' } as const;
  const cases: [string, Facts][] = [
    ...stateCodes.map((state): [string, Facts] => [state, factsOf({ state }, agreed)]),
    ...stateCodes.map((state): [string, Facts] => [
      `${state}, text`,
      factsOf({ state }, { ...agreed, channel: 'sms' }),
    ]),
    ['a number that may be in two zones', factsOf({ phone: '+18505550123' })],
    ['a number of nowhere', factsOf({})],
    ['the other side of the equator', factsOf({ timeZones: ['America/Santiago', 'Australia/Sydney'] })],
    ['half an hour of daylight saving', factsOf({ timeZones: ['Australia/Lord_Howe'] })],
    ['a zone that skipped no hour', factsOf({ timeZones: ['Asia/Kathmandu', 'Asia/Kolkata'] })],
    [
      "a tenant's own settings",
      factsOf(
        { state: 'TX' },
        {
          settings: {
            ...defaultComplianceSettings,
            week: [null, [600, 1020], [600, 1020], [600, 1020], [600, 1020], [600, 725], null],
            federalHolidays: true,
            closedDays: [
              { date: '2026-05-05', name: 'Founders', state: null },
              { date: '2026-05-06', name: 'Storm', state: 'TX' },
              { date: '2026-05-07', name: 'Storm', state: 'LA' },
            ],
          },
        },
      ),
    ],
  ];
  it.each(cases)('%s', (_, facts) => {
    const expected = minuteByMinute(facts);
    const found = byWindows(facts);
    expect(differing(found, expected)).toEqual([]);
    // The check itself says the same, at instants spread over both years by a step that meets every minute of the day.
    for (let at = 0; at < minutes; at += 10_007)
      expect([at, reasonsAgainst(facts, begin + at * minute).length === 0]).toEqual([at, expected[at] === 1]);
  });
});

describe('attempts', () => {
  const noon = Date.UTC(2026, 5, 10, 16);
  const hour = 60 * minute;
  it("allows Florida's third attempt of 24 hours and not the fourth", () => {
    const facts = (...ago: number[]) =>
      factsOf({ phone: '+13055550123' }, { attempts: ago.map((hours) => noon - hours * hour) });
    expect(reasonsAgainst(facts(1, 2), noon)).toEqual([]);
    expect(reasonsAgainst(facts(1, 2, 3), noon)).toMatchObject([
      { code: 'too_many_attempts', citation: expect.stringContaining('501.616(6)(b)') },
    ]);
    expect(reasonsAgainst(facts(1, 2, 24), noon)).toEqual([]);
    expect(nextAllowed(facts(1, 2, 3), noon)).toMatchObject({ from: noon + 21 * hour });
  });

  it('waits for the morning when the attempts are free again at night', () => {
    const facts = factsOf({ state: 'OK' }, { attempts: [1, 2, 12].map((hours) => noon - hours * hour) });
    expect(nextAllowed(facts, noon)).toMatchObject({ from: Date.UTC(2026, 5, 11, 13) });
  });
});

describe('what no hour mends', () => {
  it.each([
    ['the list', { listed: true }, 'do_not_contact'],
    ['an opt-out', { consent: 'withdrawn' as const }, 'opted_out'],
    [
      'missing consent where it is asked for',
      {
        settings: {
          ...defaultComplianceSettings,
          consentNeeded: { call: true, sms: false, email: false },
        },
      },
      'no_consent',
    ],
  ])('%s', (_, changes, code) => {
    const facts = factsOf({ state: 'NY' }, changes);
    expect(nextAllowed(facts, begin)).toBeNull();
    expect(reasonsAgainst(facts, Date.UTC(2026, 5, 10, 16))).toMatchObject([{ code }]);
  });

  it('is a tenant that is never open', () => {
    const settings = { ...defaultComplianceSettings, week: Array(7).fill(null) };
    expect(nextAllowed(factsOf({ state: 'NY' }, { settings }), begin)).toBeNull();
  });
});
