import * as z from 'zod';

/*
 * How calls from a number go: whether people take them, and how soon they hang up. Phones and their carriers label numbers
 * by such behaviour.
 */

/** Days that are looked at, today among them, by the workspace's own calendar. */
export const numberFigureDays = 30;

/** Below so many calls a share says nothing. */
export const fewCalls = 20;

/**
 * An answered call that lasts no longer is a short one; seconds. Carriers commonly bill and police "short duration calls" of six
 * seconds and less (known in the trade in November 2026; no carrier's page was read for it).
 */
export const shortCallSeconds = 6;

const count = z.number().int();

/** Of calls that went out from a number, or from several. */
export const numberFigures = z.object({
  calls: count.describe('that went out and have ended'),
  answered: count.describe('that a person answered'),
  short: count.describe(`answered ones of ${shortCallSeconds} seconds at most`),
});
export type NumberFigures = z.output<typeof numberFigures>;

export const noNumberFigures: NumberFigures = { calls: 0, answered: 0, short: 0 };

export const sumOfNumbers = (all: readonly NumberFigures[]): NumberFigures =>
  all.reduce(
    (sum, { calls, answered, short }) => ({
      calls: sum.calls + calls,
      answered: sum.answered + answered,
      short: sum.short + short,
    }),
    noNumberFigures,
  );

/** Both shares from 0 to 1; undefined where there are too few calls for them to say something. */
export function sharesOf({
  calls,
  answered,
  short,
}: NumberFigures): { answerRate: number; shortShare: number } | undefined {
  if (calls < fewCalls) return undefined;
  return { answerRate: answered / calls, shortShare: answered === 0 ? 0 : short / answered };
}
