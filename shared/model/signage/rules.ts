import { dateAfter, instantOf, localTime, weekdayOf } from '../zone-time.ts';

/** When something shows, by the wall clock of the display. */
export interface Rule {
  /** Days on which the window begins; 0 is Sunday. */
  days: number[];
  /** Minutes after midnight, 0–1439. */
  from: number;
  /** 1–1440; at or before `from` it is the next day's, so that a window may cross midnight. */
  to: number;
  /** First and last date on which a window begins; null: no bound. */
  startDate: string | null;
  endDate: string | null;
  /** 1 every week, 2 every other week counted from the week of `startDate`, and so on. */
  everyWeeks: number;
}

/** One window of a rule; instants in ms, the end not included. */
export interface Occurrence {
  start: number;
  end: number;
}

/** A Monday: weeks without a start date are counted from it. */
const firstMonday = '1970-01-05';
const dayMs = 86_400_000;

const mondayOf = (date: string) => dateAfter(date, -((weekdayOf(date) + 6) % 7));
const weeksBetween = (from: string, to: string) =>
  Math.round((Date.parse(mondayOf(to)) - Date.parse(mondayOf(from))) / (7 * dayMs));

/** Whether a window of the rule begins on a date. */
function beginsOn(rule: Rule, date: string): boolean {
  if (!rule.days.includes(weekdayOf(date))) return false;
  if (rule.startDate && date < rule.startDate) return false;
  if (rule.endDate && date > rule.endDate) return false;
  if (rule.everyWeeks <= 1) return true;
  const weeks = weeksBetween(rule.startDate ?? firstMonday, date);
  return weeks % rule.everyWeeks === 0;
}

const crossesMidnight = ({ from, to }: Pick<Rule, 'from' | 'to'>): boolean => to <= from;

function occurrenceOn(rule: Rule, zone: string, date: string): Occurrence | undefined {
  if (!beginsOn(rule, date)) return undefined;
  const start = instantOf(zone, date, rule.from);
  const end = instantOf(zone, crossesMidnight(rule) ? dateAfter(date, 1) : date, rule.to);
  // A window that lies in the hour that the clocks leave out is none.
  return start < end ? { start, end } : undefined;
}

/** The window that is open at an instant; of two (a crossing one and the next day's) the later. */
export function occurrenceAt(rule: Rule, zone: string, at: number): Occurrence | undefined {
  const today = localTime(zone, at).date;
  for (const date of [today, dateAfter(today, -1)]) {
    const found = occurrenceOn(rule, zone, date);
    if (found && found.start <= at && at < found.end) return found;
  }
  return undefined;
}

/** The windows that touch a stretch of time, in their order. */
export function occurrencesBetween(rule: Rule, zone: string, from: number, to: number): Occurrence[] {
  const found: Occurrence[] = [];
  const last = localTime(zone, to).date;
  for (let date = dateAfter(localTime(zone, from).date, -1); date <= last; date = dateAfter(date, 1)) {
    const occurrence = occurrenceOn(rule, zone, date);
    if (occurrence && occurrence.end > from && occurrence.start < to) found.push(occurrence);
  }
  return found;
}
