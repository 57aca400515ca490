import { tenantOf } from '#functions/kernel/actor.ts';
import { type FigureOfSpan, figureIn } from '#functions/reports/api.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { figureText } from '#shared/model/figure-text.ts';
import { isCrossedAt, isRatio, isRecoveredAt } from '#shared/model/goal.ts';
import { type Measure, measures } from '#shared/model/report-measures.ts';
import { spanAsked } from './span.ts';
import type { GoalRecord } from './store.ts';

/**
 * What a figure says of its goal.
 * - crossed, recovered: it lies where it is told of, or far enough off
 * - between: neither, so everything stays as it is
 * - noData: too little was counted to say, which is never told of
 */
export type Verdict = 'crossed' | 'recovered' | 'between' | 'noData';

export interface Judgement {
  verdict: Verdict;
  figure: FigureOfSpan;
  /** Why there is no verdict; empty where there is one. */
  note: string;
}

/** Why a figure says nothing; empty where it does. */
async function gapIn(goal: GoalRecord, { value, of, from }: FigureOfSpan): Promise<string> {
  const { ratio }: Measure = measures[goal.measure];
  if (ratio && (value === null || of < goal.least)) {
    const { label } = measures[ratio.by as keyof typeof measures];
    return `Not enough data: ${label} ${figureText(of, 'count')} of ${goal.least}.`;
  }
  if (ratio || goal.condition !== 'below') return '';
  // What lies before the workspace's first day is no lack.
  const { createdAt } = await tenantById(tenantOf());
  return from < createdAt ? 'Not enough data: the workspace is younger than that.' : '';
}

/** Judges a figure that was counted. */
export async function judge(goal: GoalRecord, figure: FigureOfSpan): Promise<Judgement> {
  const note = await gapIn(goal, figure);
  if (note || figure.value === null) return { verdict: 'noData', figure, note };
  if (isCrossedAt(goal, figure.value)) return { verdict: 'crossed', figure, note };
  const isOver = goal.condition !== 'reach' && isRecoveredAt(goal, figure.value);
  return { verdict: isOver ? 'recovered' : 'between', figure, note };
}

/**
 * Counts and judges a goal as it stands today. A share that is to be reached is judged when its span is over: half of
 * the first two calls says nothing of a week.
 * @throws 403; 422 'too_many_records'
 */
export async function judgeNow(goal: GoalRecord, today: string): Promise<Judgement> {
  const judgement = await judge(goal, await figureIn(goal, spanAsked(goal, today)));
  const isEarly = goal.condition === 'reach' && isRatio(goal.measure);
  return isEarly && judgement.verdict === 'crossed' ? { ...judgement, verdict: 'between' } : judgement;
}
