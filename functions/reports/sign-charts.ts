import { onBehalfOf } from '#functions/kernel/actor.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { findUser } from '#functions/users/api.ts';
import { refusalFor } from '#shared/model/permissions.ts';
import { measures } from '#shared/model/report-measures.ts';
import {
  type ChartAsked,
  chartFrom,
  chartWithout,
  reportWith,
  type SignChart,
} from '#shared/model/sign-reports.ts';
import { daysOfPeriod } from '#shared/model/template-period.ts';
import { makeReport } from './make.ts';
import { tenantToday } from './period.ts';

async function chartOf(asked: ChartAsked, today: string): Promise<SignChart> {
  const { key, measure, groupBy, period } = asked;
  const report = reportWith(measure, groupBy);
  if (!report) return chartWithout(key, `“${measures[measure].label}” cannot be shown by ${groupBy}.`);
  try {
    const days = daysOfPeriod(period, today);
    const made = await makeReport({ kind: 'report', report, groupBy, ...days });
    return chartFrom(made, asked);
  } catch (error) {
    // What a longer period or a missing right refuses is said on the sign; all else is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    log.info('A chart of a sign is refused', { key, reason: error.message });
    return chartWithout(key, error.message);
  }
}

/** Figures of charts, as the actor may see them. */
export async function signCharts(asked: readonly ChartAsked[]): Promise<SignChart[]> {
  const today = await tenantToday();
  return Promise.all(asked.map((chart) => chartOf(chart, today)));
}

/**
 * Figures of charts on a published sign, as whoever published it may see them: an agent's sign has their own rows.
 * @param userId whoever published it; undefined where no person did
 */
export async function signChartsOf(
  asked: readonly ChartAsked[],
  userId: string | undefined,
): Promise<SignChart[]> {
  const user = userId ? await findUser(userId) : undefined;
  const mayNot = !user?.isActive || refusalFor(user.role, user.permissions ?? {}, 'reports.view');
  if (!mayNot) {
    const { role, username } = user;
    return onBehalfOf({ userId: user.userId, role, username }, 'sign', () => signCharts(asked));
  }
  const problem = 'These figures need somebody who may see reports to publish or export the sign.';
  return asked.map(({ key }) => chartWithout(key, problem));
}
