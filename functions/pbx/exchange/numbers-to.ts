import { markMany, type Pushed } from './pushes.ts';

/** Numbers that the exchange is told of at once; of more it is told by the sweeper. */
const toldAtOnce = 20;

/**
 * Marks numbers whose queue, extension or dial plan is about to be removed or to be reached otherwise: they may be more
 * than a transaction holds, and one that is told without need is told what it was told before.
 * @returns what the exchange is to be told of at once when the change is made
 */
export async function markNumbers(numbers: readonly string[]): Promise<Pushed[]> {
  const pushed = numbers.map((name) => ({ kind: 'number' as const, name }));
  await markMany(pushed);
  return pushed.slice(0, toldAtOnce);
}

/** What led to something that is removed, as a sentence after the one that says so; empty where nothing did. */
export function ledThere(numbers: readonly string[]): string {
  if (numbers.length === 0) return '';
  const named = numbers.slice(0, 5).join(', ');
  const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : '';
  return ` Calls to ${named}${more} lead nowhere now.`;
}
