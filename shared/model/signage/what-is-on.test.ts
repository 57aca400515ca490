import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTime } from '../zone-time.ts';
import { conflicts } from './conflicts.ts';
import { occurrenceAt, occurrencesBetween, type Rule } from './rules.ts';
import {
  type DisplayPlan,
  isSame,
  lastChange,
  nextChange,
  type PlanItem,
  type PlanSchedule,
  type PlanTakeover,
  segments,
  turnAt,
  whatIsOn,
} from './what-is-on.ts';

const at = (iso: string) => Date.parse(iso);
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const rule = (from: number, to: number, more: Partial<Rule> = {}): Rule => ({
  days: everyDay,
  from: from * 60,
  to: to * 60,
  startDate: null,
  endDate: null,
  everyWeeks: 1,
  ...more,
});
const sign = (name: string) =>
  ({ kind: 'sign', projectId: `prj_${name}`, publicId: `pub_1_${name}`, version: 1, name }) as const;
const item = (name: string, more: Partial<PlanItem> = {}): PlanItem => ({
  id: name,
  show: sign(name),
  seconds: 10,
  transition: 'none',
  validFrom: null,
  validUntil: null,
  ...more,
});
const playlist = (id: string, ...items: PlanItem[]) => ({
  id,
  name: id,
  items: items.length > 0 ? items : [item(`${id}-1`)],
});
const schedule = (id: string, when: Rule, priority = 0, playlistId = 'day'): PlanSchedule => ({
  id,
  name: id,
  playlistId,
  rule: when,
  priority,
});
const takeover = (name: string, startedAt: string, endsAt: string | null): PlanTakeover => ({
  layerId: name,
  projectId: `prj_${name}`,
  name,
  priority: 'NORMAL',
  startedAt,
  endsAt,
  show: sign(name),
});
const plan = (more: Partial<DisplayPlan> = {}): DisplayPlan => ({
  displayId: 'd1',
  name: 'Lobby',
  timeZone: 'America/New_York',
  revision: 1,
  emergencies: [],
  takeovers: [],
  schedules: [],
  defaultPlaylistId: null,
  playlists: [
    playlist('day'),
    playlist('night'),
    playlist('empty', item('old', { validUntil: '2020-01-01' })),
  ],
  ...more,
});
const name = (given: DisplayPlan, iso: string) => whatIsOn(given, at(iso)).name;

describe('what is on', () => {
  it('is an emergency before a takeover, a takeover before a schedule, a schedule before the default', () => {
    const noon = '2026-11-20T17:00:00.000Z';
    const full = plan({
      emergencies: [{ id: 'emg_1', name: 'Fire', startedAt: '2026-11-20T16:59:00.000Z', show: sign('fire') }],
      takeovers: [takeover('deal', '2026-11-20T16:58:00.000Z', '2026-11-20T17:01:00.000Z')],
      schedules: [schedule('office hours', rule(9, 17))],
      defaultPlaylistId: 'night',
    });
    expect(name(full, noon)).toBe('Fire');
    const without = { ...full, emergencies: [] };
    expect(name(without, noon)).toBe('deal');
    expect(name(without, '2026-11-20T17:01:00.000Z')).toBe('office hours');
    expect(name(without, '2026-11-20T22:00:00.000Z')).toBe('night');
    expect(whatIsOn({ ...without, defaultPlaylistId: null }, at('2026-11-20T22:00:00.000Z')).kind).toBe(
      'own',
    );
  });

  it('is the schedule of higher priority, and of equals the one that began last', () => {
    const two = plan({ schedules: [schedule('long', rule(8, 18)), schedule('short', rule(11, 13))] });
    expect(name(two, '2026-11-20T17:00:00Z')).toBe('short');
    const weighed = plan({ schedules: [schedule('long', rule(8, 18), 1), schedule('short', rule(11, 13))] });
    expect(name(weighed, '2026-11-20T17:00:00Z')).toBe('long');
  });

  it('passes over a playlist that has nothing valid to show', () => {
    const stale = plan({ schedules: [schedule('stale', rule(0, 24), 9, 'empty')], defaultPlaylistId: 'day' });
    expect(name(stale, '2026-11-20T17:00:00Z')).toBe('day');
  });

  it('keeps a window that crosses midnight open after it, for the day on which it began', () => {
    const fridays = plan({ schedules: [schedule('night shift', rule(22, 6, { days: [5] }))] });
    expect(name(fridays, '2026-11-21T03:30:00Z')).toBe('night shift'); // Friday 22:30
    expect(name(fridays, '2026-11-21T10:59:00Z')).toBe('night shift'); // Saturday 5:59
    expect(name(fridays, '2026-11-21T11:00:00Z')).toBeNull(); // Saturday 6:00
    expect(name(fridays, '2026-11-22T04:00:00Z')).toBeNull(); // Saturday 23:00
  });

  it('follows the wall clock over a change of the clocks', () => {
    const nine = plan({ schedules: [schedule('office', rule(9, 17))] });
    expect(name(nine, '2026-03-07T13:59:00Z')).toBeNull();
    expect(name(nine, '2026-03-07T14:00:00Z')).toBe('office');
    expect(name(nine, '2026-03-08T13:00:00Z')).toBe('office'); // an hour earlier in UTC
    const hours = ({ start, end }: { start: number; end: number }) => (end - start) / 3_600_000;
    const zone = 'America/New_York';
    const night = (iso: string) => hours(occurrenceAt(rule(22, 6), zone, at(iso))!);
    expect(night('2026-03-08T05:00:00Z')).toBe(7);
    expect(night('2026-11-01T05:00:00Z')).toBe(9);
    // The hour from two to three is left out that night: a window within it is none.
    expect(
      occurrencesBetween(rule(2, 3), zone, at('2026-03-08T00:00:00Z'), at('2026-03-08T23:00:00Z')),
    ).toEqual([]);
  });

  it('comes every other week from the week of its start', () => {
    const fortnight = rule(9, 10, { days: [1], startDate: '2026-11-02', everyWeeks: 2 });
    const mondays = occurrencesBetween(
      fortnight,
      'UTC',
      at('2026-11-01T00:00:00Z'),
      at('2026-12-15T00:00:00Z'),
    );
    expect(mondays.map(({ start }) => new Date(start).toISOString().slice(5, 10))).toEqual([
      '11-02',
      '11-16',
      '11-30',
      '12-14',
    ]);
  });
});

const rules = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    from: fc.integer({ min: 0, max: 1439 }),
    to: fc.integer({ min: 1, max: 1440 }),
    everyWeeks: fc.constantFrom(1, 1, 2, 3),
  })
  .map((part): Rule => ({ ...part, startDate: null, endDate: null }));
const zone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
);
/** Around both changes of the clocks in each of the zones. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2026-03-08',
      '2026-11-01',
      '2026-03-29',
      '2026-10-25',
      '2026-04-05',
      '2026-10-04',
      '2026-06-15',
    ),
    fc.integer({ min: -40 * 60, max: 40 * 60 }),
  )
  .map(([date, minutes]) => at(`${date}T00:00:00Z`) + minutes * 60_000);
const anyPlan = fc
  .record({
    timeZone: zone,
    schedules: fc.array(
      fc.tuple(rules, fc.integer({ min: 0, max: 2 }), fc.constantFrom('day', 'night', 'empty')),
      {
        maxLength: 6,
      },
    ),
    defaultPlaylistId: fc.constantFrom(null, 'day', 'empty'),
  })
  .map(({ schedules, ...more }) =>
    plan({
      ...more,
      schedules: schedules.map(([when, priority, list], n) => schedule(`s${n}`, when, priority, list)),
    }),
  );

describe('for any plan and any instant', () => {
  it('a scheduled window holds the instant, on a day of its rule', () =>
    fc.assert(
      fc.property(anyPlan, instant, (given, now) => {
        const on = whatIsOn(given, now);
        if (on.kind !== 'scheduled') return;
        expect(on.since).toBeLessThanOrEqual(now);
        expect(on.until).toBeGreaterThan(now);
        const { rule: when } = given.schedules.find(({ id }) => id === on.id)!;
        expect(when.days).toContain(localTime(given.timeZone, on.since).weekday);
      }),
    ));

  it('no open schedule of higher priority is passed over', () =>
    fc.assert(
      fc.property(anyPlan, instant, (given, now) => {
        const on = whatIsOn(given, now);
        const open = given.schedules.filter(
          ({ rule: when, playlistId }) => playlistId !== 'empty' && occurrenceAt(when, given.timeZone, now),
        );
        const highest = Math.max(-1, ...open.map(({ priority }) => priority));
        if (on.kind === 'scheduled')
          expect(given.schedules.find(({ id }) => id === on.id)!.priority).toBe(highest);
        else expect(open).toEqual([]);
      }),
    ));

  it('the order in which schedules are given does not matter', () =>
    fc.assert(
      fc.property(anyPlan, instant, (given, now) => {
        const turned = { ...given, schedules: [...given.schedules].reverse() };
        expect(isSame(whatIsOn(given, now), whatIsOn(turned, now))).toBe(true);
      }),
    ));

  it('segments fill their stretch without gaps, and agree with every instant in them', () =>
    fc.assert(
      fc.property(anyPlan, instant, fc.double({ min: 0, max: 1, noNaN: true }), (given, from, share) => {
        const to = from + 36 * 3_600_000;
        const parts = segments(given, from, to);
        expect(parts[0]!.from).toBe(from);
        expect(parts.at(-1)!.to).toBe(to);
        for (const [n, part] of parts.entries()) if (n > 0) expect(part.from).toBe(parts[n - 1]!.to);
        const now = Math.floor(from + share * (to - from - 1));
        const part = parts.find((candidate) => candidate.from <= now && now < candidate.to)!;
        expect(isSame(part.on, whatIsOn(given, now))).toBe(true);
      }),
      { numRuns: 60 },
    ));

  it('nothing changes before the next change', () =>
    fc.assert(
      fc.property(anyPlan, instant, fc.double({ min: 0, max: 1, noNaN: true }), (given, now, share) => {
        const next = nextChange(given, now);
        const end = next?.at ?? now + 7 * 86_400_000;
        const between = Math.floor(now + share * (end - now - 1));
        expect(isSame(whatIsOn(given, now), whatIsOn(given, between))).toBe(true);
        if (next) expect(isSame(whatIsOn(given, next.at), whatIsOn(given, next.at - 1))).toBe(false);
      }),
      { numRuns: 60 },
    ));

  it('an emergency is what shows, whatever else there is', () =>
    fc.assert(
      fc.property(anyPlan, instant, (given, now) => {
        const startedAt = new Date(now - 1).toISOString();
        const alarm = { id: 'emg_1', name: 'Fire', startedAt, show: sign('fire') };
        const layer = takeover('deal', startedAt, null);
        const both = { ...given, emergencies: [alarm], takeovers: [layer] };
        expect(whatIsOn(both, now)).toMatchObject({ kind: 'emergency', id: 'emg_1' });
        expect(
          isSame(
            whatIsOn({ ...both, emergencies: [] }, now),
            whatIsOn({ ...given, takeovers: [layer] }, now),
          ),
        ).toBe(true);
      }),
    ));
});

describe('whose turn it is', () => {
  const three = playlist(
    'p',
    item('a', { seconds: 5 }),
    item('b', { seconds: 10 }),
    item('c', { seconds: 15 }),
  );
  const start = at('2026-11-20T12:00:00Z');
  const turn = (seconds: number) => turnAt(three, 'UTC', start, start + seconds * 1000)!.item.id;

  it('goes round in order', () => {
    expect([0, 4.9, 5, 14.9, 15, 29.9, 30, 65].map(turn)).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'a', 'b']);
  });

  it('leaves out an item outside its dates', () => {
    const dated = playlist('p', item('a'), item('b', { validFrom: '2026-11-21' }));
    expect(turnAt(dated, 'UTC', start, start + 12_000)!.item.id).toBe('a');
    expect(turnAt(dated, 'UTC', start, start + 86_400_000 + 12_000)!.item.id).toBe('b');
  });

  it('lies within its from and until', () =>
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (ahead) => {
        const { from, until, item: whose } = turnAt(three, 'UTC', start, start + ahead)!;
        expect(from).toBeLessThanOrEqual(start + ahead);
        expect(until).toBeGreaterThan(start + ahead);
        expect(until - from).toBe(whose.seconds * 1000);
      }),
    ));
});

describe('the last change', () => {
  const open = at('2026-11-20T10:00:00Z');
  const given: DisplayPlan = {
    displayId: 'd',
    name: 'd',
    timeZone: 'UTC',
    revision: 1,
    emergencies: [],
    takeovers: [],
    schedules: [schedule('morning', rule(8, 9))],
    defaultPlaylistId: 'loop',
    playlists: [playlist('day'), playlist('loop')],
  };

  it('is when a window ended and the default playlist showed again', () => {
    expect(lastChange(given, open)).toBe(at('2026-11-20T09:00:00Z'));
    expect(lastChange(given, at('2026-11-20T08:00:00Z'))).toBe(at('2026-11-20T08:00:00Z'));
  });

  it('is not known where nothing has changed for eight days', () =>
    expect(lastChange({ ...given, schedules: [] }, open)).toBeUndefined());
});

describe('conflicts', () => {
  it('name the pair, the stretch, and which of them shows', () => {
    const list = [schedule('a', rule(8, 12)), schedule('b', rule(11, 13)), schedule('c', rule(14, 15), 5)];
    const day = [at('2026-11-20T00:00:00Z'), at('2026-11-21T00:00:00Z')] as const;
    expect(conflicts(list, 'UTC', ...day)).toEqual([
      { winner: 'b', loser: 'a', from: at('2026-11-20T11:00:00Z'), to: at('2026-11-20T12:00:00Z') },
    ]);
    const heavy = [schedule('a', rule(8, 12), 1), schedule('b', rule(11, 13))];
    expect(conflicts(heavy, 'UTC', ...day)).toMatchObject([{ winner: 'a', loser: 'b' }]);
  });

  it('agree with what is on', () =>
    fc.assert(
      fc.property(anyPlan, instant, (given, now) => {
        const real = {
          ...given,
          schedules: given.schedules.filter(({ playlistId }) => playlistId !== 'empty'),
        };
        for (const { winner, loser, from } of conflicts(
          real.schedules,
          real.timeZone,
          now,
          now + 86_400_000,
        )) {
          const only = real.schedules.filter(({ id }) => id === winner || id === loser);
          expect(whatIsOn({ ...real, schedules: only }, from).id).toBe(winner);
        }
      }),
    ));
});
