import type { TransferGroup, TransferNumber } from '#shared/model/transfer-group.ts';
import type { Turn } from './store.ts';

/** What a choice of a number depends on. */
export interface Choosing {
  strategy: TransferGroup['strategy'];
  /** Those that can take a call now, in the order in which they were added; at least one. */
  free: readonly TransferNumber[];
  turn: Pick<Turn, 'lastUsedAt' | 'credits'>;
  /** From 0 to below 1; drawn by the caller, so that the same key chooses the same. */
  chance: number;
}

export interface Choice {
  number: TransferNumber;
  credits: Turn['credits'];
  reason: string;
}

const byLongestUnused =
  ({ lastUsedAt }: Choosing['turn']) =>
  (one: TransferNumber, other: TransferNumber) =>
    (lastUsedAt[one.id] ?? 0) - (lastUsedAt[other.id] ?? 0);

const sumOf = (numbers: readonly TransferNumber[]) => numbers.reduce((sum, { weight }) => sum + weight, 0);

/**
 * Smooth weighted round robin, as nginx balances servers: each is credited its weight, the one with most is chosen and
 * pays for all. Of weights 2 and 1 the order is A, B, A, never A, A, B.
 */
function inTurn({ free, turn }: Choosing): Choice {
  const credited = free.map((number) => ({ number, credit: (turn.credits[number.id] ?? 0) + number.weight }));
  const best = credited.reduce((most, one) => (one.credit > most.credit ? one : most));
  const credits = Object.fromEntries(credited.map(({ number, credit }) => [number.id, credit]));
  credits[best.number.id] = best.credit - sumOf(free);
  return { number: best.number, credits, reason: 'It is next in turn.' };
}

function atRandom({ free, turn, chance }: Choosing): Choice {
  const drawn = chance * sumOf(free);
  const number = free.find((_, at) => drawn < sumOf(free.slice(0, at + 1)))!;
  return { number, credits: turn.credits, reason: 'It was drawn at random.' };
}

/** The number that takes the next call, and what its group's turns are afterwards. */
export function chooseNumber(choosing: Choosing): Choice {
  const { strategy, free, turn } = choosing;
  if (strategy === 'roundRobin') return inTurn(choosing);
  if (strategy === 'random') return atRandom(choosing);
  const unused = free.toSorted(byLongestUnused(turn));
  if (strategy === 'leastRecent')
    return { number: unused[0]!, credits: turn.credits, reason: 'It has been unused for longest.' };
  const number = unused.toSorted((one, other) => one.priority - other.priority)[0]!;
  return {
    number,
    credits: turn.credits,
    reason: `It has the highest priority of those that are free, ${number.priority}.`,
  };
}
