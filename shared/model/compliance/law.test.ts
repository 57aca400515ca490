import { describe, expect, it } from 'vitest';
import type { Channel } from '../lead.ts';
import { instantOf } from '../zone-time.ts';
import { type Facts, nextAllowed, reasonsAgainst } from './decide.ts';
import { callingRules, rulesDueForReview } from './rules.ts';
import { defaultComplianceSettings } from './settings.ts';
import { stateCodes, whereabouts, zonesOf } from './whereabouts.ts';

/*
 * The law place by place, against a table of its own: it was read on 22 November 2026 and is written here again, so
 * that a slip in the data is noticed. Hours are `from–to` by the called person's clock.
 */

/** Hours of Monday to Friday, Saturday and Sunday; 'closed' for none. */
type Hours = readonly [weekday: string, saturday: string, sunday: string];
const every = (hours: string): Hours => [hours, hours, hours];
const closedOnSundays = (hours: string): Hours => [hours, hours, 'closed'];

const federal = every('8–21');
const pennsylvania: Hours = ['9–19', '9–12', 'closed'];
const canada: Hours = ['9–21:30', '10–18', '10–18'];
/** 9 to 9 on the clock of a summer, by the letter of the law; in winter from 8 to 8. */
const mississippi = closedOnSundays('8–20');

/** Place: what is asked of calls, and of texts where that differs from the federal hours, and by which rule. */
const table: Record<string, { calls: Hours; texts?: Hours; rule: string; citation: string; since?: string }> =
  {
    AL: {
      calls: closedOnSundays('8–20'),
      texts: closedOnSundays('8–20'),
      rule: 'al-hours',
      citation: '770-X-5-.17',
    },
    AK: { calls: federal, rule: 'ak-hours', citation: 'AS 45.63.010' },
    AZ: { calls: federal, rule: 'az-mobiles', citation: '44-1278(B)(3)' },
    AR: { calls: federal, rule: 'ar-hours', citation: '4-99-405(3)' },
    CA: { calls: federal, rule: 'ca-hours', citation: '2872' },
    CO: { calls: federal, rule: 'co-hours', citation: '6-1-304' },
    CT: {
      calls: every('9–20'),
      texts: every('9–20'),
      rule: 'ct-hours',
      citation: '42-288a(c)',
      since: '2023-10-01',
    },
    DE: { calls: federal, rule: 'de-hours', citation: 'ch. 25A' },
    DC: { calls: federal, rule: 'dc-hours', citation: '22-3226.08' },
    FL: {
      calls: every('8–20'),
      texts: every('8–20'),
      rule: 'fl-hours',
      citation: '501.616(6)(a)',
      since: '2021-07-01',
    },
    GA: { calls: federal, rule: 'ga-hours', citation: '46-5-27' },
    HI: { calls: federal, rule: 'hi-hours', citation: '481P-3(8)' },
    ID: { calls: federal, rule: 'id-hours', citation: '48-1003' },
    IL: { calls: federal, rule: 'il-hours', citation: '413/15(a)' },
    IN: { calls: federal, rule: 'in-hours', citation: '24-4.7-2-9' },
    IA: { calls: federal, rule: 'ia-hours', citation: 'No statute found' },
    KS: { calls: federal, rule: 'ks-hours', citation: '50-670' },
    KY: { calls: every('10–21'), rule: 'ky-hours', citation: '367.46955(16)' },
    LA: {
      calls: closedOnSundays('8–20'),
      texts: closedOnSundays('8–20'),
      rule: 'la-hours',
      citation: '45:811(2)',
    },
    ME: { calls: federal, rule: 'me-hours', citation: '1498(3)' },
    MD: {
      calls: every('8–20'),
      texts: every('8–20'),
      rule: 'md-hours',
      citation: '14-4502(c)(1)',
      since: '2024-01-01',
    },
    MA: { calls: every('8–20'), rule: 'ma-hours', citation: '201 CMR 12.02(2)' },
    MI: { calls: every('9–21'), rule: 'mi-hours', citation: '750.540e(1)(f)' },
    MN: { calls: every('9–21'), rule: 'mn-hours', citation: '325E.30' },
    MS: { calls: mississippi, texts: mississippi, rule: 'ms-hours', citation: '77-3-723(1)' },
    MO: { calls: federal, rule: 'mo-hours', citation: '407.1076(5)' },
    MT: { calls: federal, rule: 'mt-hours', citation: '30-14-1412(1)(d)' },
    NE: { calls: federal, rule: 'ne-hours', citation: '86-248(1)' },
    NV: { calls: every('9–20'), texts: every('9–20'), rule: 'nv-hours', citation: '598.0918(3)' },
    NH: { calls: federal, rule: 'nh-hours', citation: '359-E' },
    NJ: { calls: federal, rule: 'nj-hours', citation: '56:8-128' },
    NM: { calls: every('9–21'), rule: 'nm-hours', citation: '57-12-22(B)(1)' },
    NY: { calls: federal, rule: 'ny-hours', citation: '399-z(2)' },
    NC: { calls: federal, rule: 'nc-hours', citation: '75-102(f)' },
    ND: { calls: federal, rule: 'nd-hours', citation: '51-28-05' },
    OH: { calls: federal, rule: 'oh-hours', citation: '4719.02' },
    OK: {
      calls: every('8–20'),
      texts: every('8–20'),
      rule: 'ok-hours',
      citation: '775C.4(A)',
      since: '2022-11-01',
    },
    OR: {
      calls: every('8–20'),
      texts: every('8–20'),
      rule: 'or-hours',
      citation: 'HB 3865',
      since: '2026-01-01',
    },
    PA: {
      calls: pennsylvania,
      texts: pennsylvania,
      rule: 'pa-hours',
      citation: 'Act 47 of 2026',
      since: '2026-10-18',
    },
    PR: { calls: every('9–21'), rule: 'pr-hours', citation: '10 L.P.R.A. 4033' },
    RI: { calls: ['9–18', '10–17', 'closed'], rule: 'ri-hours', citation: '5-61-3.6' },
    SC: { calls: federal, rule: 'sc-hours', citation: '37-21-30' },
    SD: { calls: closedOnSundays('9–21'), rule: 'sd-hours', citation: '37-30A-3(2)' },
    TN: { calls: federal, rule: 'tn-hours', citation: '1220-04-11-.02(1)' },
    TX: {
      calls: ['9–21', '9–21', '12–21'],
      texts: ['9–21', '9–21', '12–21'],
      rule: 'tx-calls',
      citation: '301.051(b)(2)',
    },
    UT: {
      calls: closedOnSundays('8–21'),
      texts: closedOnSundays('8–21'),
      rule: 'ut-hours',
      citation: '13-25a-103(3)',
    },
    VT: { calls: federal, rule: 'vt-hours', citation: '2464a' },
    VA: { calls: federal, rule: 'va-hours', citation: '59.1-511' },
    WA: { calls: every('8–20'), rule: 'wa-hours', citation: '19.158.040(2)', since: '2022-06-09' },
    WV: { calls: federal, rule: 'wv-hours', citation: '46A-6F-601(a)(4)' },
    WI: { calls: federal, rule: 'wi-hours', citation: 'ATCP 127.16(3)' },
    WY: { calls: every('8–20'), rule: 'wy-hours', citation: '40-12-302(d)' },
    BC: { calls: canada, texts: canada, rule: 'bc-holidays', citation: 'Telemarketer Licensing Regulation' },
    ON: { calls: canada, texts: canada, rule: 'canada-hours', citation: 'Part III' },
  };

const factsOf = (clues: Parameters<typeof whereabouts>[0], changes: Partial<Facts> = {}): Facts => ({
  channel: 'call',
  where: whereabouts(clues),
  settings: defaultComplianceSettings,
  listed: false,
  consent: 'unknown',
  attempts: [],
  ...changes,
});

const minute = 60_000;
/** Days of standard time without a holiday anywhere, after every law of the table has begun. */
const days = ['2026-11-17', '2026-11-21', '2026-11-22'] as const;

/** Which minutes of a day are open, as `from–to`; by one zone of the place alone, so that its law is all that counts. */
function hoursOn(place: string, date: string, channel: Channel, zone = zonesOf(place)[0]!): string {
  const facts = factsOf({ state: place, timeZones: [zone] }, { channel, consent: 'given' });
  const isOpen = (at: number) => reasonsAgainst(facts, instantOf(zone, date, at)).length === 0;
  const open = Array.from({ length: 1440 }, (_, at) => at).filter(isOpen);
  const [from, to] = [open[0], (open.at(-1) ?? 0) + 1];
  if (from === undefined) return 'closed';
  expect(open).toHaveLength(to - from);
  const text = (at: number) => `${Math.floor(at / 60)}${at % 60 ? `:${at % 60}` : ''}`;
  return `${text(from)}–${text(to)}`;
}

describe('the law of', () => {
  it.each(
    Object.entries(table).map(([place, row]) => {
      const rule = callingRules.find(({ id }) => id === row.rule)!;
      return { place, row, rule, title: `${rule?.title} (${rule?.citation}, read ${rule?.readOn})` };
    }),
  )('$place: $title', ({ place, row, rule }) => {
    expect(days.map((day) => hoursOn(place, day, 'call'))).toEqual(row.calls);
    expect(days.map((day) => hoursOn(place, day, 'sms'))).toEqual(row.texts ?? federal);
    expect(rule.citation).toContain(row.citation);
    expect(rule).toMatchObject({
      where: row.rule.startsWith('canada') ? 'Canada' : place,
      readOn: '2026-11-22',
    });
    expect(rule.source.length).toBeGreaterThan(10);
    if (row.since) expect(rule.since).toBe(row.since);
  });

  it('every state, the district and Puerto Rico stands in the table and in the data', () => {
    const places = new Set(callingRules.map(({ where }) => where));
    for (const code of [...stateCodes, 'PR'])
      expect([code, code in table, places.has(code)]).toEqual([code, true, true]);
  });

  it.each(callingRules.map((rule) => ({ ...rule, told: `${rule.where}, ${rule.title}` })))(
    '$id says where it stands, what was read and when: $told',
    ({ citation, source, title, readOn, reviewBy }) => {
      for (const text of [citation, source, title]) expect(text.trim()).not.toBe('');
      expect(readOn < reviewBy).toBe(true);
    },
  );
});

describe('laws that begin, and hours that move', () => {
  it('Pennsylvania was open on Sundays and until 9 pm until 17 October 2026', () => {
    expect(hoursOn('PA', '2026-10-11', 'call')).toBe('8–21');
    expect(hoursOn('PA', '2026-10-16', 'sms')).toBe('8–21');
    expect(hoursOn('PA', '2026-10-18', 'sms')).toBe('closed');
    expect(hoursOn('PA', '2026-10-19', 'call')).toBe('9–19');
  });

  it('Oregon kept federal hours in 2025', () => {
    expect(hoursOn('OR', '2025-12-30', 'call')).toBe('8–21');
    expect(hoursOn('OR', '2026-01-02', 'sms')).toBe('8–20');
  });

  it('Mississippi means standard time: an hour later on the clock of a summer, and closed by both readings', () => {
    expect(hoursOn('MS', '2026-07-14', 'call')).toBe('9–20');
    expect(hoursOn('MS', '2026-12-15', 'call')).toBe('8–20');
  });
});

describe('caps', () => {
  const noon = Date.UTC(2026, 10, 18, 20);
  const hour = 60 * minute;
  it.each([
    ['FL', '501.616(6)(b)'],
    ['MD', '14-4502(c)(2)'],
    ['OK', '775C.4(A)'],
    ['OR', 'HB 3865'],
  ])('%s allows three attempts in 24 hours, by call and by text (%s)', (state, citation) => {
    for (const channel of ['call', 'sms'] as const) {
      const reasons = (...ago: number[]) =>
        reasonsAgainst(
          factsOf({ state }, { channel, attempts: ago.map((hours) => noon - hours * hour) }),
          noon,
        );
      expect(reasons(1, 2)).toEqual([]);
      expect(reasons(1, 2, 3)).toMatchObject([
        { code: 'too_many_attempts', citation: expect.stringContaining(citation) },
      ]);
    }
  });

  it('British Columbia allows one call in 30 days without consent, and more with it', () => {
    const facts = (changes: Partial<Facts>) =>
      factsOf({ phone: '+16045550123' }, { attempts: [noon - 29 * 24 * hour], ...changes });
    expect(reasonsAgainst(facts({}), noon)).toMatchObject([{ code: 'too_many_attempts' }]);
    expect(reasonsAgainst(facts({ consent: 'given' }), noon)).toEqual([]);
    expect(reasonsAgainst(facts({ attempts: [noon - 31 * 24 * hour] }), noon)).toEqual([]);
  });
});

describe('holidays on which nobody is called', () => {
  it.each([
    ['RI', '2027-05-04', 'Rhode Island Independence Day'],
    ['RI', '2027-12-27', 'Christmas Day'],
    ['RI', '2028-01-03', "New Year's Day"],
    ['AL', '2027-02-09', 'Mardi Gras'],
    ['UT', '2027-06-21', 'Juneteenth'],
    ['UT', '2029-06-18', 'Juneteenth'],
    ['UT', '2027-03-26', 'Good Friday'],
    ['PA', '2026-12-25', 'Christmas Day'],
    ['BC', '2027-05-24', 'Victoria Day'],
    ['BC', '2027-07-01', 'Canada Day'],
    ['BC', '2026-09-30', 'National Day for Truth and Reconciliation'],
  ])('%s on %s: %s', (state, date, name) => {
    const zone = zonesOf(state)[0]!;
    const noon = instantOf(zone, date, 720);
    expect(reasonsAgainst(factsOf({ state, timeZones: [zone] }), noon)).toMatchObject(
      expect.arrayContaining([
        { code: 'holiday', text: expect.stringContaining(name), citation: expect.any(String), zone },
      ]),
    );
  });

  it.each([
    ['MS', '2026-09-07', 'its rule on holidays is repealed'],
    ['LA', '2027-06-03', 'Confederate Memorial Day was taken out in 2022'],
    ['RI', '2026-07-04', 'a holiday on a Saturday closes nothing there'],
    ['ON', '2027-07-01', 'only British Columbia closes its holidays'],
    ['BC', '2026-11-26', 'the Thanksgiving of the United States is none'],
  ])('%s is open on %s: %s', (state, date) => {
    const zone = zonesOf(state)[0]!;
    expect(reasonsAgainst(factsOf({ state, timeZones: [zone] }), instantOf(zone, date, 720))).toEqual([]);
  });
});

describe('contact that the law allows only to those who have agreed', () => {
  const noon = Date.UTC(2026, 10, 18, 18);
  it.each([
    ['CT', 'call', 'sales calls', '42-288a'],
    ['CT', 'sms', 'texts', '42-288a'],
    ['ON', 'sms', 'texts', 'c. 23'],
    ['BC', 'email', 'mails', 'c. 23'],
  ] as const)('in %s, by %s', (state, channel, what, citation) => {
    const facts = (changes: Partial<Facts>) => factsOf({ state }, { channel, ...changes });
    expect(reasonsAgainst(facts({}), noon)).toMatchObject([
      {
        code: 'law_needs_consent',
        text: expect.stringContaining(`${what} need consent`),
        citation: expect.stringContaining(citation),
      },
    ]);
    expect(nextAllowed(facts({}), noon)).toBeNull();
    expect(reasonsAgainst(facts({ consent: 'given' }), noon)).toEqual([]);
  });

  it('leaves Connecticut’s mails and Canada’s calls as they were', () => {
    for (const [state, channel] of [
      ['CT', 'email'],
      ['ON', 'call'],
    ] as const)
      expect(reasonsAgainst(factsOf({ state }, { channel }), noon)).toEqual([]);
  });
});

describe('calls to mobiles', () => {
  const noon = Date.UTC(2026, 10, 18, 19);
  it.each([
    ['AZ', '44-1278'],
    ['NJ', '56:8-130'],
    ['LA', 'R-29617'],
  ])('need consent in %s (%s)', (state, citation) => {
    const reasons = (changes: Partial<Facts>) =>
      reasonsAgainst(factsOf({ state }, { line: 'mobile', ...changes }), noon);
    expect(reasons({})).toMatchObject([
      { code: 'mobile_without_consent', citation: expect.stringContaining(citation) },
    ]);
    expect(nextAllowed(factsOf({ state }, { line: 'mobile' }), noon)).toBeNull();
    expect(reasons({ consent: 'given' })).toEqual([]);
    expect(reasons({ line: 'landline' })).toEqual([]);
    expect(reasons({ channel: 'sms' })).toEqual([]);
  });

  it('need none elsewhere', () => {
    expect(reasonsAgainst(factsOf({ state: 'NY' }, { line: 'mobile' }), noon)).toEqual([]);
  });
});

describe('a state of emergency', () => {
  const zone = 'America/New_York';
  const declared = { state: 'NY', name: 'Blizzard', from: '2026-11-17', until: '2026-11-18' };
  const at = (date: string) => instantOf(zone, date, 720);
  it('closes New York from its first to its last day, for calls and texts', () => {
    for (const channel of ['call', 'sms'] as const) {
      const facts = factsOf({ state: 'NY' }, { channel, emergencies: [declared] });
      expect(reasonsAgainst(facts, at('2026-11-16'))).toEqual([]);
      expect(reasonsAgainst(facts, at('2026-11-17'))).toMatchObject([
        {
          code: 'emergency',
          text: expect.stringContaining('Blizzard'),
          citation: expect.stringContaining('399-z(5-a)'),
        },
      ]);
      expect(nextAllowed(facts, at('2026-11-17'))).toMatchObject({
        from: instantOf(zone, '2026-11-19', 480),
      });
    }
  });

  it("may stand in the tenant's own settings, without an end", () => {
    const settings = { ...defaultComplianceSettings, emergencies: [{ ...declared, until: null }] };
    expect(nextAllowed(factsOf({ state: 'NY' }, { settings }), at('2026-11-17'))).toBeNull();
    expect(reasonsAgainst(factsOf({ state: 'MA' }, { settings }), at('2026-11-17'))).toEqual([]);
  });
});

describe('other countries', () => {
  const berlin = { phone: '+4930123456', phoneCountry: 'DE' };
  const week = Array.from({ length: 7 }, (_, day) => (day === 0 ? null : ([540, 1080] as [number, number])));
  const settings = {
    ...defaultComplianceSettings,
    countries: [{ country: 'DE', timeZones: ['Europe/Berlin'], week }],
  };
  const noon = instantOf('Europe/Berlin', '2026-11-18', 720);

  it.each([
    ['Germany', berlin],
    ['Jamaica, which shares +1', { phone: '+18765550123' }],
    ['an address in Germany', { phone: '+12125550123', country: 'DE' }],
  ])('are refused without a rule of the tenant: %s', (_, clues) => {
    const facts = factsOf(clues);
    expect(reasonsAgainst(facts, noon)).toContainEqual(
      expect.objectContaining({
        code: 'country_without_rule',
        text: expect.stringContaining('An admin adds a rule'),
      }),
    );
    expect(nextAllowed(facts, noon)).toBeNull();
  });

  it("are open in the hours of the tenant's rule, and not in those of the United States", () => {
    const facts = factsOf(berlin, { settings, where: whereabouts(berlin, settings.countries) });
    expect(facts.where.zones).toEqual(['Europe/Berlin']);
    expect(reasonsAgainst(facts, noon)).toEqual([]);
    expect(reasonsAgainst(facts, noon + 7 * 60 * minute)).toMatchObject([
      { code: 'too_late', text: expect.stringContaining('your rule for Germany') },
    ]);
  });

  it('says nothing of mails', () => {
    expect(reasonsAgainst(factsOf(berlin, { channel: 'email' }), noon)).toEqual([]);
  });
});

describe('the review of the law', () => {
  it('is due a quarter after it was read, of Utah when its list of holidays is replaced', () => {
    expect(rulesDueForReview('2026-12-31')).toEqual([]);
    expect(new Set(rulesDueForReview('2027-01-01').map(({ where }) => where))).toEqual(new Set(['UT']));
    expect(rulesDueForReview('2027-02-23')).toHaveLength(callingRules.length);
  });
});
