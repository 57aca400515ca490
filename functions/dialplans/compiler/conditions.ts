import { holidaysOf } from '#shared/model/compliance/holidays.ts';
import { type Condition, isCallVariable } from '#shared/model/dialplan/condition.ts';
import { field } from './fields.ts';

/** Holidays are written out for so many years from the one in which a plan is compiled. */
const holidayYears = 3;

const variables = {
  callerName: 'CALLERID(name)',
  calledNumber: 'DEALBELL_CALLED',
  language: 'DEALBELL_LANGUAGE',
} as const;

/** The variable of a call that has what the caller typed. */
export const collectedVariable = (name: string): string => `DEALBELL_DIGITS_${field('collected', name)}`;

/** A variable that somebody outside may have written, without what would mean something in an expression. */
const safe = (expression: string): string => `\${FILTER(a-zA-Z0-9\\x20\\x2b\\x2d.@_,\${${expression}})}`;

/** The caller's number as digits: without the + that it may come with. */
const callerDigits = `\${FILTER(0-9,\${CALLERID(num)})}`;

/** So many of the first characters of what `${…}` stands for. */
const beginning = (expression: string, length: number): string => `${expression.slice(0, -1)}:0:${length}}`;

const equals = (left: string, right: string): string => `$["${left}" = "${right}"]`;

/**
 * The expressions of which one has to be true for a condition to hold, as Asterisk reads them; undefined where the
 * bridge has to be asked.
 * @param now ms since 1970
 */
export function expressionsOf(asked: Condition, now: number): string[] | undefined {
  switch (asked.type) {
    case 'hours': {
      // The weekday from Sunday, 0, and the time of day: 11700 is Monday, 17:00.
      const clock = `\${STRFTIME(,${field('timeZone', asked.hours.timeZone)},%w%H%M)}`;
      const at = (day: number, minute: number) =>
        day * 10_000 + Math.floor(minute / 60) * 100 + (minute % 60);
      return asked.hours.week.flatMap((window, day) => {
        if (!window) return [];
        const [from, until] = window;
        return [`$[${clock} >= ${at(day, from)} & ${clock} < ${at(day, until)}]`];
      });
    }
    case 'holiday': {
      const today = `\${STRFTIME(,${field('timeZone', asked.timeZone)},%Y-%m-%d)}`;
      const year = new Date(now).getUTCFullYear();
      const years = Array.from({ length: holidayYears }, (_, more) => year + more);
      return years
        .flatMap((one) => holidaysOf(asked.place, one).map(({ date }) => date))
        .map((date) => equals(today, field('date', date)));
    }
    case 'callerArea':
      // Of North America's eleven digits, 13055550101, the first four.
      return asked.areaCodes.map((code) =>
        equals(`\${LEN(${callerDigits})}${beginning(callerDigits, 4)}`, `111${field('areaCode', code)}`),
      );
    case 'callerNumber':
      return asked.numbers.map((number) => equals(callerDigits, field('e164', number).slice(1)));
    case 'variable': {
      const value = field('value', asked.value);
      const { name } = asked;
      const given = safe(isCallVariable(name) ? variables[name] : collectedVariable(name));
      if (asked.test === 'is') return [equals(given, value)];
      return [equals(beginning(given, value.length), value)];
    }
    case 'leadStatus':
    case 'leadTag':
    case 'queueLength':
      return undefined;
    default:
      return asked satisfies never;
  }
}
