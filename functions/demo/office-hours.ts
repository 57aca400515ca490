import type { WeekHours } from '#shared/model/week-hours.ts';

/** When the demo's company is open: on weekdays from nine to six in New York. */
export const officeHours: WeekHours = {
  timeZone: 'America/New_York',
  week: Array.from({ length: 7 }, (_, day) => (day === 0 || day === 6 ? null : [540, 1_080])),
};
