import * as z from 'zod';
import { holidayOn } from '../../compliance/holidays.ts';
import { isPlace } from '../../compliance/places.ts';
import { isOpenAt, type WeekHours, weekHours } from '../../week-hours.ts';
import { localTime } from '../../zone-time.ts';
import { namedZone } from '../condition.ts';
import { definePlanType } from './define.ts';

const place = z.string().refine(isPlace, 'Please choose a state.').nullable();

export const hoursType = definePlanType({
  type: 'hours',
  label: 'Business hours',
  group: 'Routing',
  data: z.strictObject({
    hours: weekHours.nullable().default(null),
    holidays: place.default(null).describe('two letters of a state or province; null: none are kept'),
  }),
  ports: ['open', 'closed', 'holiday'],
  otherwise: 'closed',
  fields: { hours: weekHours, holidays: place },
  isAsked: false,
  answersWithin: () => 0,
  resolve({ hours, holidays }, { fail }) {
    if (hours === null) return fail('Please say when you are open.');
    if (!namedZone.test(hours.timeZone)) fail('The exchange does not know its time zone.');
    return { hours, holidays };
  },
});

/** The way of a call at an instant, ms since 1970: a holiday before the hours of its day. */
export function wayOfHours(
  { hours, holidays }: { hours: WeekHours; holidays: string | null },
  at: number,
): 'open' | 'closed' | 'holiday' {
  const { date } = localTime(hours.timeZone, at);
  if (holidays !== null && holidayOn(holidays, date) !== undefined) return 'holiday';
  return isOpenAt(hours, at) ? 'open' : 'closed';
}
