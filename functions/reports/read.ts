import { reading } from './options.ts';
import type { Plan } from './plan.ts';
import { readers } from './sources.ts';
import { countFact, type Tally } from './tally.ts';

interface Counted {
  /** Where the list goes on; null at its end. */
  cursor: string | null;
  read: number;
}

/**
 * Counts the records of a plan, one page after another, for as long as there are more and `goesOn` says so.
 * @param goesOn asked after each page
 */
export async function countRecords(
  { source, period, counting }: Pick<Plan, 'source' | 'period' | 'counting'>,
  tally: Tally,
  { from, goesOn }: { from: string | null; goesOn: (sofar: Counted) => boolean },
): Promise<Counted> {
  const counted: Counted = { cursor: from, read: 0 };
  if (!source) return { cursor: null, read: 0 };
  do {
    const page = await readers[source](period, counted.cursor, reading.atOnce);
    for (const fact of page.facts) countFact(tally, fact, counting);
    counted.read += page.read;
    counted.cursor = page.cursor;
  } while (goesOn(counted) && counted.cursor);
  return counted;
}
