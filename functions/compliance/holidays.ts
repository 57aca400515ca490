import { federalHolidays, holidaysOf } from '#shared/model/compliance/holidays.ts';
import { callingRules } from '#shared/model/compliance/rules.ts';
import { readSettings } from './store.ts';

const federalNames = new Set(federalHolidays.map(({ name }) => name));

/** States whose law forbids calls on their holidays, in a year, each once. */
const forbidding = (year: number) => [
  ...new Set(
    callingRules
      .filter(
        ({ holidays, since, until }) =>
          holidays && (since ?? '') <= `${year}-12-31` && (until ?? '9') >= `${year}`,
      )
      .map(({ where }) => where),
  ),
];

/** Holidays of a year in order: the federal ones, those of the states that forbid calls, and the tenant's own. */
export async function holidaysIn(year: number) {
  const { closedDays } = await readSettings();
  const found = new Map<
    string,
    {
      date: string;
      name: string;
      states: string[];
      observed: boolean;
      source: 'federal' | 'state' | 'tenant';
    }
  >();
  const add = (state: string | null) => {
    for (const { date, name, observed } of holidaysOf(state ?? 'US', year)) {
      const key = `${date} ${name}`;
      const source = federalNames.has(name) ? ('federal' as const) : ('state' as const);
      const holiday = found.get(key) ?? { date, name, states: [], observed, source };
      if (state) holiday.states.push(state);
      found.set(key, holiday);
    }
  };
  add(null);
  for (const state of forbidding(year)) add(state);
  for (const { date, name, state } of closedDays)
    if (date.startsWith(`${year}-`))
      found.set(`${date} own ${state}`, {
        date,
        name: name || 'Closed',
        states: state ? [state] : [],
        observed: false,
        source: 'tenant',
      });
  return { year, holidays: [...found.values()].sort((a, b) => (a.date < b.date ? -1 : 1)) };
}
