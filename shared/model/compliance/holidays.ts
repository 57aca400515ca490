/**
 * Days on which a state's law forbids sales calls. A holiday that falls on a weekend is kept on its own day and
 * on the weekday that stands in for it: forbidding both errs on the side of the person called.
 */

/** A day of the year by rule: a date, the n-th weekday of a month (-1 the last), or days from Easter Sunday. */
type Rule =
  | { month: number; day: number }
  | { month: number; weekday: number; nth: number; plus?: number }
  | { month: number; weekday: number; onOrBefore: number }
  | { easter: number };

export interface Holiday {
  name: string;
  rule: Rule;
  /** First year in which it is a holiday. */
  since?: number;
  /** Only in years that are a multiple of this. */
  every?: number;
  /** The weekday that stands in for it, besides the one before a Saturday and after a Sunday. */
  alsoOn?: (day: Date) => Date | undefined;
}

const on = (name: string, month: number, day: number, more: Partial<Holiday> = {}): Holiday => ({
  name,
  rule: { month, day },
  ...more,
});
const nth = (name: string, month: number, weekday: number, n: number, plus = 0): Holiday => ({
  name,
  rule: { month, weekday, nth: n, plus },
});
const easter = (name: string, days: number): Holiday => ({ name, rule: { easter: days } });

const monday = 1;
const thursday = 4;

const newYear = on("New Year's Day", 1, 1);
const independence = on('Independence Day', 7, 4);
const veterans = on('Veterans Day', 11, 11);
const christmas = on('Christmas Day', 12, 25);
const juneteenth = on('Juneteenth', 6, 19, { since: 2021 });

/** 5 U.S.C. 6103(a). */
export const federalHolidays: readonly Holiday[] = [
  newYear,
  nth('Martin Luther King Jr. Day', 1, monday, 3),
  nth("Washington's Birthday", 2, monday, 3),
  nth('Memorial Day', 5, monday, -1),
  juneteenth,
  independence,
  nth('Labor Day', 9, monday, 1),
  nth('Columbus Day', 10, monday, 2),
  veterans,
  nth('Thanksgiving Day', 11, thursday, 4),
  christmas,
];

/** The Monday after a day at the weekend. */
const nextMonday = (day: Date): Date | undefined =>
  day.getUTCDay() === 6 ? shifted(day, 2) : day.getUTCDay() === 0 ? shifted(day, 1) : undefined;

/** Utah keeps Juneteenth on the Monday before a Tuesday to Friday and after a weekend: 63G-1-301(2)(c), (d). */
const utahsJuneteenth = (day: Date): Date | undefined =>
  nextMonday(day) ?? (day.getUTCDay() === monday ? undefined : shifted(day, monday - day.getUTCDay()));

/** What states keep besides the federal holidays. */
const stateHolidays: Record<string, readonly Holiday[]> = {
  // Ala. Code 1-3-8. Mardi Gras is kept in Mobile and Baldwin counties alone; the whole state is the safe course.
  AL: [
    easter('Mardi Gras', -47),
    nth('Confederate Memorial Day', 4, monday, 4),
    nth("Jefferson Davis' Birthday", 6, monday, 1),
  ],
  // La. R.S. 1:55 as amended by HB 248 of 2022; what is proclaimed besides, an admin adds
  LA: [
    on('Battle of New Orleans', 1, 8),
    easter('Mardi Gras', -47),
    easter('Good Friday', -2),
    on('Huey P. Long Day', 8, 30),
    on("All Saints' Day", 11, 1),
    { ...nth('Election Day', 11, monday, 1, 1), every: 2 },
    nth('Acadian Day', 11, thursday, 4, 1),
  ],
  // Miss. Code 3-3-7; no longer days on which its law forbids calls
  MS: [nth('Confederate Memorial Day', 4, monday, -1)],
  // 44 Pa. Stat. 11
  PA: [easter('Good Friday', -2), on('Flag Day', 6, 14), { ...nth('Election Day', 11, monday, 1, 1) }],
  // R.I. Gen. Laws 25-1-1: four days at a weekend are kept on the Monday after it
  RI: [
    on('Rhode Island Independence Day', 5, 4),
    nth('Victory Day', 8, monday, 2),
    { ...nth('Election Day', 11, monday, 1, 1), every: 2 },
    ...[newYear, independence, veterans, christmas].map((day) => ({ ...day, alsoOn: nextMonday })),
  ],
  // Utah Code 63G-1-301, in force from 6 May 2026
  UT: [
    { ...juneteenth, alsoOn: utahsJuneteenth },
    on('Pioneer Day', 7, 24),
    { ...easter('Good Friday', -2), since: 2027 },
  ],
};

/** Statutory holidays of provinces whose law forbids calls on them; the federal ones of the United States are none. */
const provincialHolidays: Record<string, readonly Holiday[]> = {
  // Employment Standards Act, R.S.B.C. 1996, c. 113, s. 1
  BC: [
    newYear,
    nth('Family Day', 2, monday, 3),
    easter('Good Friday', -2),
    // The Monday before 25 May.
    { name: 'Victoria Day', rule: { month: 5, weekday: monday, onOrBefore: 24 } },
    on('Canada Day', 7, 1),
    nth('British Columbia Day', 8, monday, 1),
    nth('Labour Day', 9, monday, 1),
    on('National Day for Truth and Reconciliation', 9, 30, { since: 2023 }),
    nth('Thanksgiving Day', 10, monday, 2),
    on('Remembrance Day', 11, 11),
    christmas,
  ],
};

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const iso = (date: Date) => date.toISOString().slice(0, 10);
const shifted = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm, Meeus, Astronomical Algorithms, ch. 8). */
export function easterSunday(year: number): Date {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return utc(year, Math.floor(n / 31), (n % 31) + 1);
}

function nthWeekday(year: number, month: number, weekday: number, n: number): Date {
  if (n > 0) {
    const first = utc(year, month, 1);
    return shifted(first, ((weekday - first.getUTCDay() + 7) % 7) + (n - 1) * 7);
  }
  const last = utc(year, month + 1, 0);
  return shifted(last, -((last.getUTCDay() - weekday + 7) % 7) + (n + 1) * 7);
}

function dayOf({ rule }: Holiday, year: number): Date {
  if ('easter' in rule) return shifted(easterSunday(year), rule.easter);
  if ('onOrBefore' in rule) {
    const last = utc(year, rule.month, rule.onOrBefore);
    return shifted(last, -((last.getUTCDay() - rule.weekday + 7) % 7));
  }
  if ('nth' in rule) return shifted(nthWeekday(year, rule.month, rule.weekday, rule.nth), rule.plus ?? 0);
  return utc(year, rule.month, rule.day);
}

/** The weekday that stands in for a day at the weekend, if it falls there. */
function standIn(day: Date): Date | undefined {
  if (day.getUTCDay() === 6) return shifted(day, -1);
  return day.getUTCDay() === 0 ? shifted(day, 1) : undefined;
}

export interface HolidayDate {
  /** YYYY-MM-DD */
  date: string;
  name: string;
  observed: boolean;
}

function datesOf(holidays: readonly Holiday[], year: number): HolidayDate[] {
  const dates: HolidayDate[] = [];
  // New Year's Day of the next year can be kept on 31 December.
  for (const y of [year, year + 1])
    for (const holiday of holidays) {
      if (y < (holiday.since ?? 0) || y % (holiday.every ?? 1) !== 0) continue;
      const day = dayOf(holiday, y);
      const { name } = holiday;
      dates.push({ date: iso(day), name, observed: false });
      for (const observed of ['day' in holiday.rule ? standIn(day) : undefined, holiday.alsoOn?.(day)])
        if (observed) dates.push({ date: iso(observed), name, observed: true });
    }
  const first = new Map(dates.map((one) => [`${one.date} ${one.name} ${one.observed}`, one]));
  return [...first.values()]
    .filter(({ date }) => date.startsWith(`${year}-`))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const cache = new Map<string, HolidayDate[]>();

/** Holidays of a state or a province in a year, federal ones among them, in order; 'US' gives these alone. */
export function holidaysOf(state: string, year: number): HolidayDate[] {
  const key = `${state} ${year}`;
  let found = cache.get(key);
  if (!found) {
    found = datesOf(provincialHolidays[state] ?? [...federalHolidays, ...(stateHolidays[state] ?? [])], year);
    cache.set(key, found);
  }
  return found;
}

/** The holiday that a date is in a state, if it is one. */
export function holidayOn(state: string, date: string): HolidayDate | undefined {
  return holidaysOf(state, Number(date.slice(0, 4))).find((holiday) => holiday.date === date);
}
