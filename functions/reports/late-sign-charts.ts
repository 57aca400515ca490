import type { signChartsOf as SignChartsOf } from './sign-charts.ts';

/** As in sign-charts.ts, which stands on most nouns and is loaded where a sign shows figures. */
export const signChartsOf: typeof SignChartsOf = async (...asked) =>
  (await import('./sign-charts.ts')).signChartsOf(...asked);
