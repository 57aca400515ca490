import { addressee, factsOfAll } from '#functions/compliance/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { ScoreExplanation, ScoreFactor } from '#shared/api/lead-scoring.ts';
import { standingReasons, windowsWithin } from '#shared/model/compliance/decide.ts';
import {
  type BestTime,
  bestTime,
  type HourCounts,
  hasEnoughCalls,
} from '#shared/model/lead-score/best-hours.ts';
import { type Effect, reasonsFor } from '#shared/model/lead-score/explain.ts';
import { featuresOf, hourWhere } from '#shared/model/lead-score/features.ts';
import { bestTimeText, factorName, reasonText } from '#shared/model/lead-score/words.ts';
import { dateAfter, instantOf, localTime, weekdayOf } from '#shared/model/zone-time.ts';
import { personOf } from '../person.ts';
import type { LeadRecord } from '../store.ts';
import { findScoring, findTraining } from './store.ts';

/** Reasons that are told of a lead. */
const mostReasons = 5;

/** @param base the share of wins of all leads, 0 to 1 */
export const factorOf = (effect: Effect, base: number): ScoreFactor => ({
  name: factorName(effect),
  text: reasonText(effect, base),
  effect: effect.effect,
  won: effect.won,
  total: effect.total,
});

/** Days ahead in which each weekday comes twice: one that a holiday closes is open in the other week. */
const daysAhead = 14;
const dayMs = 86_400_000;

/**
 * When most calls are answered, of the hours in which the law and the workspace's own hours let this lead be called;
 * null where they must not be called at all, or nobody knows what their clock shows.
 */
async function bestTimeFor(lead: LeadRecord, counts: HourCounts): Promise<BestTime | null> {
  const now = clock.now();
  const [zone] = lead.timeZones;
  if (!zone || !lead.phones[0] || !hasEnoughCalls(counts) || !hourWhere(lead.timeZones, now)) return null;
  const [facts] = await factsOfAll([addressee(personOf(lead), 'call')], 'call');
  if (!facts || standingReasons(facts, now).length > 0) return null;
  const windows = windowsWithin(facts, now, now + daysAhead * dayMs);
  const today = localTime(zone, now).date;
  const dates = Array.from({ length: daysAhead }, (_, days) => dateAfter(today, days));
  const isOpen = (date: string, from: number, to: number) => {
    const [begin, end] = [from, to].map((hour) => instantOf(zone, date, hour * 60));
    return windows.some((window) => window.from <= begin! && end! <= window.to);
  };
  return bestTime(counts, (weekday, from, to) =>
    dates.some((date) => weekdayOf(date) === weekday && isOpen(date, from, to)),
  );
}

/** Why a lead has its score, and when it is best called. */
export async function explainScore(lead: LeadRecord): Promise<ScoreExplanation> {
  const { mode, usedId, newestId } = await findScoring();
  const [newest, used] = await Promise.all([findTraining(newestId), findTraining(usedId)]);
  const model = mode === 'learned' ? used?.training.model : undefined;
  const base = model ? model.won / model.total : null;
  const best = newest ? await bestTimeFor(lead, newest.hours) : null;
  return {
    mode,
    score: lead.score,
    enteredScore: lead.enteredScore ?? null,
    base,
    reasons: model ? reasonsFor(model, featuresOf(lead), mostReasons).map((one) => factorOf(one, base!)) : [],
    bestTime: best && {
      text: bestTimeText(best),
      days: best.days,
      from: best.from,
      to: best.to,
      calls: best.calls,
      answered: best.answered,
    },
  };
}
