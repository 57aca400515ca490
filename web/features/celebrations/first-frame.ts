import type { api } from '#web/app/api.ts';

type Today = Awaited<ReturnType<typeof api.celebrations.today>>;

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** How soon today's sales were on a display, as a figure and what it means. */
export function halfAndNearlyAll(today: Pick<Today, 'firstFrame'> | undefined) {
  if (!today) return { value: undefined, note: '' };
  const { p50, p95, count } = today.firstFrame ?? { p50: null, p95: null, count: 0 };
  if (p50 === null || p95 === null)
    return { value: '–', note: 'No display has said yet that it showed one.' };
  return {
    value: `${inSeconds(p50)} / ${inSeconds(p95)}`,
    note: `Half of them within the first, 95 of 100 within the second; ${count} measured.`,
  };
}
