import type { Channel, Consents } from '../lead.ts';
import { dateAfter, daylightSaving, instantOf, localTime } from '../zone-time.ts';
import { holidayOn } from './holidays.ts';
import { placeName } from './places.ts';
import { type CallingRule, callingRules, rulesFor } from './rules.ts';
import type { ComplianceSettings, Emergency } from './settings.ts';
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
  /** What kind of line the number is, where somebody said so. */
  line?: 'mobile' | 'landline' | undefined;
  /** States of emergency that the platform's operator has declared; those of the tenant stand in its settings. */
  emergencies?: readonly Emergency[] | undefined;
  /**
   * They have called us, and asked for this very call. One that was invited is no solicitation (47 CFR 64.1200(f)(15)(i)), so
   * it needs no other consent and is no attempt too many; lists, their own word and the hours hold all the same, which is
   * more than federal law asks.
   */
  isAskedFor?: true | undefined;
  /** Of whom a lead with the number was bought: texts then need a consent of the person's own. */
  boughtFrom?: string | undefined;
  rules?: readonly CallingRule[];
  /** Whoever contacts the person asks for the law's hours alone, and not for the tenant's own week. */
  ignoresOwnHours?: boolean | undefined;
}

export interface Reason {
  code:
    | 'do_not_contact'
    | 'opted_out'
    | 'no_consent'
    | 'bought_lead'
    | 'mobile_without_consent'
    | 'law_needs_consent'
    | 'country_without_rule'
    | 'emergency'
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
const isoDate = (at: Instant) => new Date(at).toISOString().slice(0, 10);
const clockFace = (minute: number) =>
  `${Math.floor(minute / 60) % 12 || 12}${minute % 60 ? `:${String(minute % 60).padStart(2, '0')}` : ''} ${minute % 1440 < 720 ? 'am' : 'pm'}`;
const days = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** One limit of a local day: the hours in which it is open, or null, and what to say otherwise. */
interface Limit {
  open: readonly [number, number] | null;
  citation: string | null;
  code: 'closed_day' | 'holiday' | 'emergency' | 'hours';
  whose: string;
}

const keepsHours = (facts: Facts) => facts.channel !== 'email' || facts.settings.emailKeepsHours;

/** The law that holds on a date. Who is abroad and nowhere else is under the tenant's own rule for that country. */
function lawsOf({ channel, where, rules = callingRules }: Facts, date: string): CallingRule[] {
  return where.abroad && where.states.length === 0 ? [] : rulesFor(channel, date, where.states, rules);
}

const whoseLaw = (where: string): string =>
  where === 'US' ? 'federal law' : where === 'Canada' ? 'the law of Canada' : `the law of ${where}`;

/** The hours of a rule by the wall clock: those of standard time begin and end an hour later in summer. */
function hoursOf({ week, isStandardTime }: CallingRule, weekday: number, zone: string, date: string) {
  const open = week![weekday]!;
  const shift = isStandardTime ? daylightSaving(zone, date) : 0;
  return open && ([open[0] + shift, open[1] + shift] as const);
}

const isWeekday = (weekday: number) => weekday > 0 && weekday < 6;

/** What the rules of law ask of one local date in a zone. */
function limitsOfLaw(facts: Facts, zone: string, date: string, weekday: number): Limit[] {
  const declared = [...facts.settings.emergencies, ...(facts.emergencies ?? [])].filter(
    ({ from, until }) => from <= date && (until === null || date <= until),
  );
  return lawsOf(facts, date).flatMap((rule) => {
    const { where, citation } = rule;
    const whose = whoseLaw(where);
    const limits: Limit[] = [];
    if (rule.week) {
      const open = hoursOf(rule, weekday, zone, date);
      limits.push({ open, citation, code: open ? 'hours' : 'closed_day', whose });
    }
    const isClosable = rule.holidays === 'forbidden' || (rule.holidays && isWeekday(weekday));
    const holiday = isClosable ? holidayOn(where, date) : undefined;
    if (holiday) limits.push({ open: null, citation, code: 'holiday', whose: `${whose} (${holiday.name})` });
    const emergency = rule.emergencies && declared.find(({ state }) => state === where);
    if (emergency)
      limits.push({ open: null, citation, code: 'emergency', whose: emergency.name || placeName(where) });
    return limits;
  });
}

/** What the tenant asks besides. */
function limitsOfTenant({ settings, where, ignoresOwnHours }: Facts, date: string, weekday: number): Limit[] {
  const limits: Limit[] = [];
  const add = (open: Limit['open'], code: Limit['code'], whose: string) =>
    limits.push({ open, citation: null, code, whose });
  const own = settings.week[weekday]!;
  if (!ignoresOwnHours) add(own, own ? 'hours' : 'closed_day', 'your settings');
  for (const { country, week } of settings.countries)
    if (where.abroad?.includes(country)) {
      const open = week[weekday]!;
      add(open, open ? 'hours' : 'closed_day', `your rule for ${countryName(country)}`);
    }
  const federal = settings.federalHolidays ? holidayOn('US', date) : undefined;
  if (federal) add(null, 'holiday', `your settings (${federal.name})`);
  const closed = settings.closedDays.find(
    (day) => day.date === date && (day.state === null || where.states.includes(day.state)),
  );
  if (closed) add(null, 'holiday', `your settings (${closed.name || date})`);
  return limits;
}

/** Every limit that holds on one local date: those of the law, then the tenant's own. */
const limitsOf = (facts: Facts, zone: string, date: string, weekday: number): Limit[] => [
  ...limitsOfLaw(facts, zone, date, weekday),
  ...limitsOfTenant(facts, date, weekday),
];

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
    return limitsOf(facts, zone, date, weekday).flatMap(({ open, citation, code, whose }): Reason[] => {
      const reason = (code: Reason['code'], text: string) => [{ code, text, citation, zone }];
      const now = `It is ${clockFace(minute)} in ${zone}`;
      if (!open && code === 'emergency')
        return reason('emergency', `A state of emergency is declared (${whose}): no sales calls or texts.`);
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
  if (facts.isAskedFor) return [];
  const laws = lawsOf(facts, isoDate(at)).flatMap(({ attempts, citation }) =>
    attempts && !(attempts.unlessConsent && facts.consent === 'given') ? [{ ...attempts, citation }] : [],
  );
  return [...laws, { ...facts.settings.attempts, citation: null }];
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

/** A country's English name. */
export const countryName = (code: string): string =>
  code === '??' ? 'another country' : (new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code);

const contacts: Record<Channel, string> = { call: 'sales calls', sms: 'texts', email: 'mails' };

/** What forbids contact at every hour: lists, a person's own word, and a place where nobody may be called so. */
export function standingReasons(facts: Facts, at: Instant): Reason[] {
  const { channel, settings, where } = facts;
  const consent = facts.isAskedFor && facts.consent === 'unknown' ? 'given' : facts.consent;
  const reasons: Reason[] = [];
  const add = (code: Reason['code'], text: string, citation: string | null) =>
    reasons.push({ code, text, citation, zone: null });
  if (facts.listed) add('do_not_contact', 'The number is on the do-not-contact list.', '47 CFR 64.1200(d)');
  if (consent === 'withdrawn')
    add('opted_out', 'The person has opted out of this channel.', '47 CFR 64.1200(a)(10)');
  if (consent === 'unknown' && settings.consentNeeded[channel])
    add('no_consent', 'Your settings ask for consent on this channel, and there is none.', null);
  if (consent === 'unknown' && channel === 'sms' && facts.boughtFrom !== undefined)
    add(
      'bought_lead',
      `The number came with a lead that was bought from ${facts.boughtFrom}, to whom its consent belongs. Texts are for who consents to yours.`,
      null,
    );
  if (consent === 'unknown')
    for (const rule of lawsOf(facts, isoDate(at)))
      if (rule.consent)
        add(
          'law_needs_consent',
          `By ${whoseLaw(rule.where)} ${contacts[channel]} need consent, and none is noted.`,
          rule.citation,
        );
  if (channel === 'call' && facts.line === 'mobile' && consent === 'unknown')
    for (const { mobiles, where: place, citation } of lawsOf(facts, isoDate(at)))
      if (mobiles)
        add(
          'mobile_without_consent',
          `By ${whoseLaw(place)} sales calls to mobiles need consent, and none is noted.`,
          citation,
        );
  if (channel !== 'email')
    for (const country of where.abroad ?? [])
      if (!settings.countries.some((rule) => rule.country === country))
        add(
          'country_without_rule',
          `The number or the address is in ${countryName(country)}, whose calling law is not known here. An admin adds a rule for it under Compliance, Your rules.`,
          null,
        );
  return reasons;
}

/** Why a person may not be contacted at an instant; empty when they may. */
export function reasonsAgainst(facts: Facts, at: Instant): Reason[] {
  const reasons = [...standingReasons(facts, at), ...hourReasons(facts, at)];
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
  const open = openHours(limitsOf(facts, zone, date, weekday));
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
  if (standingReasons(facts, after).length > 0) return null;
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
