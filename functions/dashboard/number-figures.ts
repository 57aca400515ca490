import {
  type NumberFigures,
  noNumberFigures,
  numberFigureDays,
  sumOfNumbers,
} from '#shared/model/number-figures.ts';
import { dateAfter } from '#shared/model/zone-time.ts';
import { tenantNow } from './figures.ts';
import { countedIn } from './number-days.ts';

/** What calls from each number did in the last days (`numberFigureDays`), by number in E.164; of those alone that had calls. */
export async function figuresOfNumbers(): Promise<ReadonlyMap<string, NumberFigures>> {
  const { date } = await tenantNow();
  const days = await Promise.all(
    Array.from({ length: numberFigureDays }, (_, ago) => countedIn(dateAfter(date, -ago))),
  );
  return new Map(
    [...Map.groupBy(days.flat(), ({ number }) => number)].map(([number, of]) => [number, sumOfNumbers(of)]),
  );
}

/** The figures of some numbers together. */
export const figuresTogether = (
  all: ReadonlyMap<string, NumberFigures>,
  numbers: readonly string[],
): NumberFigures => sumOfNumbers(numbers.map((number) => all.get(number) ?? noNumberFigures));
