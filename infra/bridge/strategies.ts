import type { ExchangeQueue } from '#shared/exchange/commands.ts';

/** A member of a queue who is free, with what the strategies go by. */
export interface Candidate {
  phone: string;
  penalty: number;
  /** Place in the queue's list. */
  index: number;
  /** How many callers of this queue they took, and when the last of these ended; ms since 1970, 0 for never. */
  taken: number;
  lastEnded: number;
}

/**
 * The phones that a caller is offered to now, as Asterisk's app_queue would. Members of a higher penalty come only
 * where nobody of a lower one is free. `lastIndex`: who was offered the last caller.
 */
export function choose(
  strategy: ExchangeQueue['strategy'],
  free: readonly Candidate[],
  lastIndex: number,
  random: () => number = Math.random,
): Candidate[] {
  if (free.length === 0) return [];
  // Of wrandom the penalty is a weight, not a rank.
  const lowest = Math.min(...free.map(({ penalty }) => penalty));
  const able = strategy === 'wrandom' ? [...free] : free.filter(({ penalty }) => penalty === lowest);
  const least = (metric: (one: Candidate) => number): Candidate[] => [
    able.reduce((best, one) => (metric(one) < metric(best) ? one : best)),
  ];
  switch (strategy) {
    case 'ringall':
      return able;
    case 'leastrecent':
      return least(({ lastEnded }) => lastEnded);
    case 'fewestcalls':
      return least(({ taken }) => taken);
    case 'random':
      return [able[Math.floor(random() * able.length)]!];
    case 'wrandom': {
      const metrics = new Map(able.map((one) => [one, random() * (one.penalty + 1)]));
      return least((one) => metrics.get(one)!);
    }
    case 'linear':
      return least(({ index }) => index);
    // Round the list from whom the last caller went to. (In app_queue rrordered keeps the order of the file, as both do here.)
    case 'rrmemory':
    case 'rrordered':
      return least(({ index }) => (index > lastIndex ? index - 1_000_000 : index));
    default:
      return strategy satisfies never;
  }
}
