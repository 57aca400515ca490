import { actor } from '#functions/kernel/actor.ts';
import { hook } from '#functions/kernel/hook.ts';
import type { Element } from '#shared/model/content.ts';
import { type ChartAsked, chartsAskedBy, reportsData, type SignChart } from '#shared/model/sign-reports.ts';

/*
 * Figures of reports on signs. Content knows nothing of reports, which are built on others: the entries of the functions
 * that draw register them.
 */

/** Figures of charts, as a user may see them; without a person nobody's. */
export const chartsOfSigns = hook<[asked: readonly ChartAsked[], userId: string | undefined], SignChart[]>(
  'chartsOfSigns',
);

/** The figures of this moment of the charts that elements show, as whoever has them drawn may see them. */
export async function chartsNow(elements: readonly Element[]): Promise<Record<string, unknown>> {
  const asked = chartsAskedBy(elements);
  if (asked.length === 0) return {};
  const who = actor();
  const charts = await chartsOfSigns.run(asked, who.kind === 'user' ? who.userId : undefined);
  return { reports: reportsData(charts) };
}
