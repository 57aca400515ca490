import type { Channel } from '../../lead.ts';

/** Minutes since midnight, [from, to): calls may begin from the first and not from the second on. */
export type Window = readonly [from: number, to: number];

/**
 * One rule of law as data. A change of law is a new entry with its own date, and the old one gets an end. A rule that
 * asks for nothing says that a state was looked at and has no hours of its own.
 */
export interface CallingRule {
  id: string;
  /** 'US', 'Canada', or the two letters of a state, a territory or a province. */
  where: string;
  title: string;
  citation: string;
  /** What was read of it. */
  source: string;
  /**
   * 'text': the statute, the rule or the regulator's own page was seen. 'reported': secondary sources quote or summarise
   * it. 'open': a question that nobody has settled, answered the stricter way.
   */
  confidence: 'text' | 'reported' | 'open';
  /** When the source was read, and when it should be read again, YYYY-MM-DD. */
  readOn: string;
  reviewBy: string;
  /** First day on which it holds, YYYY-MM-DD; null for a rule that was in force when it was read. The last, if it ended. */
  since: string | null;
  until?: string;
  channels: readonly Channel[];
  /** Open hours from Sunday to Saturday by the called person's clock; null forbids the day. */
  week?: readonly (Window | null)[];
  /** The hours are those of standard time all year: an hour later on the clock while daylight saving lasts. */
  isStandardTime?: true;
  /** No contact on the place's holidays (holidays.ts), or on those that fall on Monday to Friday. */
  holidays?: 'forbidden' | 'forbidden on weekdays';
  /** No contact while a state of emergency is declared there; people declare it, see settings.ts. */
  emergencies?: 'forbidden';
  /** Sales calls to a mobile need consent. */
  mobiles?: 'consent';
  /** Whoever is contacted on the rule's channels must have agreed. */
  consent?: 'needed';
  /** At most so many in any so many hours; with `unlessConsent`, only of who has not agreed. */
  attempts?: { max: number; hours: number; unlessConsent?: true };
  /** What a dialler must know and the rule cannot check, and what is not confirmed. */
  note?: string;
}

const h = (from: number, to: number): Window => [from * 60, to * 60];
/** Hours of Monday to Friday, of Saturday and of Sunday. */
const week = (weekday: Window, saturday: Window | null = weekday, sunday: Window | null = weekday) => [
  sunday,
  weekday,
  weekday,
  weekday,
  weekday,
  weekday,
  saturday,
];
export const hours = { h, week };

export const calls: readonly Channel[] = ['call'];
export const texts: readonly Channel[] = ['sms'];
export const callsAndTexts: readonly Channel[] = ['call', 'sms'];

/** When all sources were read; the copies thin out after September 2026. */
const readOn = '2026-11-22';
/** A quarter later. */
const reviewBy = '2027-02-22';

type Given = Omit<CallingRule, 'readOn' | 'reviewBy' | 'since' | 'channels'> & Partial<CallingRule>;

export const rule = (given: Given): CallingRule => ({
  readOn,
  reviewBy,
  since: null,
  channels: calls,
  ...given,
});

/** A state that was looked at and has no narrower hours for live calls than federal law. */
export const federalHours = (
  where: string,
  name: string,
  citation: string,
  more: Partial<CallingRule> = {},
): CallingRule =>
  rule({
    id: `${where.toLowerCase()}-hours`,
    where,
    title: `${name} sets no hours of its own for live calls`,
    citation,
    source: secondary.calling,
    confidence: 'reported',
    ...more,
  });

/** A state whose own hours, 8 am to 9 pm every day, are those of federal law, which says so already. */
export const asFederal = (where: string, given: Omit<Given, 'id' | 'where' | 'title'>): CallingRule =>
  rule({
    id: `${where.toLowerCase()}-hours`,
    where,
    title: `${given.channels ? 'Calls and texts' : 'Calls'} from 8 am to 9 pm, as by federal law`,
    ...given,
  });

/** Secondary sources; none is an authority, and two that agree were wanted for what matters. */
export const secondary = {
  calling: 'A calling-rules table in a public repository that quotes each statute, as of 3 September 2026',
  texting: 'A texting-rules table in a public repository, as of 4 October 2026',
  matrix: 'A public compliance matrix for insurance marketing, mid-2026',
  chart: "Drop Cowboy's state chart, 1 November 2025",
} as const;
/** Two or more secondary sources that agree. */
export const agreeing =
  'Calling-rules and texting-rules tables in public repositories, autumn 2026, which agree';
