import { Cron } from 'croner';
import { ScheduleExpressionError } from './expression-error.ts';

interface Field {
  name: string;
  min: number;
  max: number;
  names?: string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** The six fields of AWS, whose weekdays count from SUN = 1. */
const FIELDS: Field[] = [
  { name: 'minutes', min: 0, max: 59 },
  { name: 'hours', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'day of week', min: 1, max: 7, names: WEEKDAYS },
  { name: 'year', min: 1970, max: 2199 },
];

function value(field: Field, text: string): number {
  const named = field.names?.indexOf(text.toUpperCase()) ?? -1;
  const number = named >= 0 ? named + 1 : Number(text);
  if (!/^([A-Za-z]{3}|\d{1,4})$/.test(text) || !(number >= field.min && number <= field.max))
    throw new ScheduleExpressionError(`"${text}" is not a ${field.name} from ${field.min} to ${field.max}.`);
  return number;
}

/** One element of a list, as croner writes it: every step gets an explicit range. */
function element(field: Field, text: string): string {
  if (field.name === 'day of month') {
    if (/^(L|LW|WL)$/i.test(text)) return text.length === 1 ? 'L' : 'LW';
    if (/^\d+W$/i.test(text)) return `${value(field, text.slice(0, -1))}W`;
  }
  if (field.name === 'day of week') {
    // A lone L is the last day of the week, which ends on Saturday.
    if (/^L$/i.test(text)) return '7';
    if (/^[A-Za-z0-9]+L$/i.test(text)) return `${value(field, text.slice(0, -1))}#L`;
    const nth = /^([A-Za-z0-9]+)#([1-5])$/.exec(text);
    if (nth) return `${value(field, nth[1]!)}#${nth[2]}`;
  }
  const [range = '', step, ...more] = text.split('/');
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step)))
    throw new ScheduleExpressionError(`"${text}" is not a valid step in ${field.name}.`);
  const suffix = step === undefined ? '' : `/${step}`;
  if (range === '*') return `*${suffix}`;
  const [from = '', to, ...rest] = range.split('-');
  if (rest.length > 0) throw new ScheduleExpressionError(`"${text}" is not a valid range in ${field.name}.`);
  const low = value(field, from);
  if (to === undefined) return suffix && low < field.max ? `${low}-${field.max}${suffix}` : String(low);
  const high = value(field, to);
  if (low <= high) return `${low}-${high}${suffix}`;
  if (suffix) throw new ScheduleExpressionError(`"${text}" runs backwards in ${field.name}.`);
  return `${low}-${field.max},${field.min}-${high}`;
}

/**
 * Reads the six fields of an AWS cron expression (minutes hours day-of-month month day-of-week year,
 * with `? * , - / L W #`) and answers a function from one wall time to the next that fits.
 * Source: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 *
 * @throws ScheduleExpressionError
 */
export function parseAwsCron(text: string): (afterWallMs: number) => number | undefined {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 6)
    throw new ScheduleExpressionError(
      `A cron expression has six fields (minutes, hours, day of month, month, day of week, year); this one has ${parts.length}.`,
    );
  if ((parts[2] === '?') === (parts[4] === '?'))
    throw new ScheduleExpressionError('Exactly one of day of month and day of week must be "?".');
  const fields = parts.map((part, index) => {
    const field = FIELDS[index]!;
    if (part === '?' && (index === 2 || index === 4)) return '*';
    return part
      .split(',')
      .map((item) => element(field, item))
      .join(',');
  });
  let cron: Cron;
  try {
    const pattern = ['0', ...fields].join(' ');
    cron = new Cron(pattern, { timezone: 'UTC', alternativeWeekdays: true, mode: '7-part', paused: true });
  } catch (error) {
    throw new ScheduleExpressionError(error instanceof Error ? error.message : String(error));
  }
  return (afterWallMs) => cron.nextRun(new Date(afterWallMs))?.getTime();
}
