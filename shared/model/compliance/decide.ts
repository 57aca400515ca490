import type { Channel, Consents } from '../lead.ts';
import { dateAfter, instantOf, localTime } from '../zone-time.ts';
import { holidayOn } from './holidays.ts';
import { type CallingRule, callingRules, rulesFor } from './rules.ts';
import type { ComplianceSettings } from './settings.ts';
import type { Whereabouts } from './whereabouts.ts';

/** What the decision is made from; whoever asks has looked it up. */
export interface Facts {
  channel: Channel;
  where: Whereabouts;
  settings: ComplianceSettings;
  /** On the tenant's do-not-contact list. */
  listed: boolean;
  consent: Consents[Channel]['state'];
  /** When the person was contacted on this channel, ms since 1970, in any order. */
  attempts: readonly number[];
  rules?: readonly CallingRule[];
}

export interface Reason {
  code:
    | 'do_not_contact'
    | 'opted_out'
    | 'no_consent'
    | 'too_early'
    | 'too_late'
    | 'closed_day'
    | 'holiday'
    | 'too_many_attempts';
  /** A sentence a person understands. */
  text: string;
  /** Where it is written, if it is law. */
  citation: string | null;
  zone: string | null;
}

/** An instant, ms since 1970. */
type Instant = number;

const hour = 3_600_000;
const clockFace = (minute: number) =>
  `${Math.floor(minute / 60) % 12 || 12}${minute % 60 ? `:${String(minute % 60).padStart(2, '0')}` : ''} ${minute % 1440 < 720 ? 'am' : 'pm'}`;
const days = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** One limit of a local day: the hours in which it is open, or null, and what to say otherwise. */
interface Limit {
  open: readonly [number, number] | null;
  citation: string | null;
  code: 'closed_day' | 'holiday' | 'hours';
  whose: string;
}

const keepsHours = (facts: Facts) => facts.channel !== 'email' || facts.settings.emailKeepsHours;

/** Every limit that holds on one local date: those of the law, then the tenant's own. */
function limitsOf(facts: Facts, date: string, weekday: number): Limit[] {
  const { settings, where, channel } = facts;
  const limits: Limit[] = [];
  for (const rule of rulesFor(channel, date, where.states, facts.rules ?? callingRules)) {
    const whose = rule.where === 'US' ? 'federal law' : `the law of ${rule.where}`;
    const { citation } = rule;
    if (rule.week) {
      const open = rule.week[weekday]!;
      limits.push({ open, citation, code: open ? 'hours' : 'closed_day', whose });
    }
    const holiday = rule.holidays ? holidayOn(rule.where, date) : undefined;
    if (holiday) limits.push({ open: null, citation, code: 'holiday', whose: `${whose} (${holiday.name})` });
  }
  const own = settings.week[weekday]!;
  limits.push({ open: own, citation: null, code: own ? 'hours' : 'closed_day', whose: 'your settings' });
  const federal = settings.federalHolidays ? holidayOn('US', date) : undefined;
  if (federal)
    limits.push({ open: null, citation: null, code: 'holiday', whose: `your settings (${federal.name})` });
  const closed = settings.closedDays.find(
    (day) => day.date === date && (day.state === null || where.states.includes(day.state)),
  );
  if (closed)
    limits.push({
      open: null,
      citation: null,
      code: 'holiday',
      whose: `your settings (${closed.name || date})`,
    });
  return limits;
}

/** The hours in which all limits of a date are open, or null. */
function openHours(limits: readonly Limit[]): readonly [number, number] | null {
  let from = 0;
  let to = 1440;
  for (const { open } of limits) {
    if (!open) return null;
    from = Math.max(from, open[0]);
    to = Math.min(to, open[1]);
  }
  return from < to ? [from, to] : null;
}

function hourReasons(facts: Facts, at: Instant): Reason[] {
  if (!keepsHours(facts)) return [];
  return facts.where.zones.flatMap((zone) => {
    const { date, weekday, minute } = localTime(zone, at);
    return limitsOf(facts, date, weekday).flatMap(({ open, citation, code, whose }): Reason[] => {
      const reason = (code: Reason['code'], text: string) => [{ code, text, citation, zone }];
      const now = `It is ${clockFace(minute)} in ${zone}`;
      if (!open && code === 'holiday') return reason('holiday', `A holiday by ${whose}.`);
      if (!open) return reason('closed_day', `Not on ${days[weekday]}, by ${whose}.`);
      if (minute < open[0])
        return reason('too_early', `${now}; by ${whose} contact begins at ${clockFace(open[0])}.`);
      if (minute >= open[1])
        return reason('too_late', `${now}; by ${whose} contact ends at ${clockFace(open[1])}.`);
      return [];
    });
  });
}

interface AttemptLimit {
  max: number;
  hours: number;
  citation: string | null;
}

function attemptLimits(facts: Facts, at: Instant): AttemptLimit[] {
  const date = new Date(at).toISOString().slice(0, 10);
  const rules = rulesFor(facts.channel, date, facts.where.states, facts.rules ?? callingRules);
  return [
    ...rules.flatMap(({ attempts, citation }) => (attempts ? [{ ...attempts, citation }] : [])),
    { ...facts.settings.attempts, citation: null },
  ];
}

/** When the number of attempts allows another one, at `at` or later: the oldest that counts must be old enough. */
function afterAttempts(facts: Facts, at: Instant): Instant {
  const made = [...facts.attempts].sort((a, b) => b - a);
  return Math.max(
    at,
    ...attemptLimits(facts, at).map(({ max, hours }) =>
      made.length >= max ? made[max - 1]! + hours * hour : at,
    ),
  );
}

/** What forbids contact at every hour: lists and a person's own word. */
export function standingReasons(facts: Facts): Reason[] {
  const reasons: Reason[] = [];
  const add = (code: Reason['code'], text: string, citation: string | null) =>
    reasons.push({ code, text, citation, zone: null });
  if (facts.listed) add('do_not_contact', 'The number is on the do-not-contact list.', '47 CFR 64.1200(d)');
  if (facts.consent === 'withdrawn')
    add('opted_out', 'The person has opted out of this channel.', '47 CFR 64.1200(a)(10)');
  if (facts.consent === 'unknown' && facts.settings.consentNeeded[facts.channel])
    add('no_consent', 'Your settings ask for consent on this channel, and there is none.', null);
  return reasons;
}

/** Why a person may not be contacted at an instant; empty when they may. */
export function reasonsAgainst(facts: Facts, at: Instant): Reason[] {
  const reasons = [...standingReasons(facts), ...hourReasons(facts, at)];
  for (const { max, hours, citation } of attemptLimits(facts, at)) {
    const recent = facts.attempts.filter((made) => made <= at && made > at - hours * hour).length;
    if (recent >= max)
      reasons.push({
        code: 'too_many_attempts',
        text: `${recent} attempts in the last ${hours} hours; at most ${max} are allowed.`,
        citation,
        zone: null,
      });
  }
  return reasons;
}

export interface OpenWindow {
  from: Instant;
  /** The first instant that is closed again. */
  to: Instant;
}

/** The open hours of one zone on one local date, as instants; none when the date is closed. */
function zoneWindow(facts: Facts, zone: string, date: string): OpenWindow | undefined {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  const open = openHours(limitsOf(facts, date, weekday));
  return open ? { from: instantOf(zone, date, open[0]), to: instantOf(zone, date, open[1]) } : undefined;
}

/** Two years and a day: a search that long has passed every holiday and weekday there is. */
const horizonDays = 731;

/** The first stretch that ends after `after` and in which every zone is open, or undefined if there is none. */
function nextWindow(facts: Facts, after: Instant): OpenWindow | undefined {
  if (!keepsHours(facts)) return { from: after, to: Number.POSITIVE_INFINITY };
  const limit = after + horizonDays * 24 * hour;
  // Per zone its next window; whichever ends first moves on, until all overlap.
  const upcoming = facts.where.zones.map((zone) => {
    let date = dateAfter(localTime(zone, after).date, -1);
    const next = (past: Instant): OpenWindow | undefined => {
      for (; instantOf(zone, date, 0) < limit; date = dateAfter(date, 1)) {
        const window = zoneWindow(facts, zone, date);
        if (window && window.to > past) return window;
      }
      return undefined;
    };
    return { next, window: next(after) };
  });
  for (;;) {
    let from = after;
    let to = Number.POSITIVE_INFINITY;
    for (const { window } of upcoming) {
      if (!window) return undefined;
      from = Math.max(from, window.from);
      to = Math.min(to, window.to);
    }
    if (from < to) return { from, to };
    for (const zone of upcoming) if (zone.window!.to <= from) zone.window = zone.next(from);
  }
}

/**
 * The first instant from `after` on at which a person may be contacted, and until when the window stays open; null
 * when nothing but a change of lists, consent or settings would open one.
 */
export function nextAllowed(facts: Facts, after: Instant): OpenWindow | null {
  if (standingReasons(facts).length > 0) return null;
  let from = afterAttempts(facts, after);
  for (;;) {
    const window = nextWindow(facts, from);
    if (!window) return null;
    const begin = Math.max(from, window.from);
    // A limit on attempts may begin to hold between now and then.
    const later = afterAttempts(facts, begin);
    if (later <= begin) return { from: begin, to: window.to };
    from = later;
  }
}

/** The stretches of a day (from an instant, 24 hours) in which contact is allowed by the hours alone. */
export function windowsWithin(facts: Facts, from: Instant, to: Instant): OpenWindow[] {
  const windows: OpenWindow[] = [];
  for (let at = from; at < to; ) {
    const window = nextWindow(facts, at);
    if (!window || window.from >= to) break;
    windows.push({ from: window.from, to: Math.min(window.to, to) });
    at = window.to;
  }
  return windows;
}
