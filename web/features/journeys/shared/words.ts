import type { EnrolmentStatus, ExecutionOutcome, JourneyStatus } from '#shared/model/journey/journey.ts';

export const pageSize = 50;
/** How often figures that change by themselves are asked for again, ms. */
export const refreshMs = 15_000;

export const count = (n: number): string => n.toLocaleString();
export const leadsText = (n: number): string => (n === 1 ? '1 lead' : `${count(n)} leads`);
export const stepsText = (n: number): string => (n === 1 ? '1 step' : `${count(n)} steps`);
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const journeyStatusWords: Record<JourneyStatus, { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'gray' },
  live: { label: 'Live', color: 'green' },
  paused: { label: 'Paused', color: 'amber' },
};

export const enrolmentStatusWords: Record<EnrolmentStatus, { label: string; color: string }> = {
  active: { label: 'Active', color: 'blue' },
  completed: { label: 'Completed', color: 'green' },
  exited: { label: 'Exited', color: 'gray' },
  held: { label: 'Held', color: 'amber' },
  parked: { label: 'Parked', color: 'red' },
  paused: { label: 'Paused', color: 'amber' },
};

export const outcomeWords: Record<ExecutionOutcome, { label: string; color: string }> = {
  done: { label: 'Done', color: 'green' },
  skipped: { label: 'Skipped', color: 'gray' },
  refused: { label: 'Refused', color: 'amber' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
};

/** The four numbers of a journey, each with its colour of the charts. */
export const countKinds = [
  { key: 'active', label: 'Active', color: 'var(--mantine-color-chart-0)' },
  { key: 'completed', label: 'Completed', color: 'var(--mantine-color-chart-2)' },
  { key: 'exited', label: 'Exited', color: 'var(--mantine-color-chart-7)' },
  { key: 'parked', label: 'Parked', color: 'var(--mantine-color-chart-5)' },
] as const;

/** 'leadReplied' or 'opted_out' as words. */
export const spoken = (key: string): string => {
  const text = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Hours in words: '45 min', '3.5 hours', '4 days'. */
export function hoursText(hours: number): string {
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  if (hours < 48) return `${Math.round(hours * 10) / 10} hours`;
  return `${Math.round((hours / 24) * 10) / 10} days`;
}
