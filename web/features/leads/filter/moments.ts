import type { Condition } from '#shared/model/lead-filter.ts';

/** The first instant of a day (YYYY-MM-DD) in the viewer's zone, ISO in UTC. */
const dayBegin = (day: string) => new Date(`${day}T00:00:00`).toISOString();
/** The last. */
const dayEnd = (day: string) => new Date(`${day}T23:59:59.999`).toISOString();

/** The day of the viewer's calendar that an instant falls on, YYYY-MM-DD. */
export function dayOf(value: unknown): string {
  if (typeof value !== 'string' || !value) return '';
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** What a day that was chosen for an instant means to an operator: its begin or its end. */
export const momentFor = (op: Condition['op'], day: string, at: 0 | 1) =>
  day === '' ? '' : op === 'atMost' || (op === 'between' && at === 1) ? dayEnd(day) : dayBegin(day);
