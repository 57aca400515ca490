import type { ExchangeQueue } from '#shared/exchange/commands.ts';
import type { QueueMemory } from './store.ts';

/** A member of a queue who can be rung now. */
export interface Candidate {
  phone: string;
  penalty: number;
}

const least = <T>(list: readonly T[], of: (one: T) => number): T[] => {
  const lowest = Math.min(...list.map(of));
  return list.filter((one) => of(one) === lowest);
};

/** The members behind the one that was asked last, then those before. */
function inTurn(members: readonly string[], free: readonly Candidate[], last: string): Candidate[] {
  const from = members.indexOf(last) + 1;
  const turn = [...members.slice(from), ...members.slice(0, from)];
  return turn.flatMap((phone) => free.filter((one) => one.phone === phone));
}

/**
 * Whose phones ring for the next caller, by the meaning that Asterisk's app_queue gives the strategies. A higher penalty
 * is asked only when nobody with a lower one can be; under `wrandom` it makes somebody less likely instead.
 */
export function chosenMembers(
  { strategy, members }: Pick<ExchangeQueue, 'strategy' | 'members'>,
  free: readonly Candidate[],
  { last, members: past }: QueueMemory,
  random: () => number = Math.random,
): string[] {
  if (free.length === 0) return [];
  const group = strategy === 'wrandom' ? [...free] : least(free, ({ penalty }) => penalty);
  const one = (list: readonly Candidate[]) => list.slice(0, 1).map(({ phone }) => phone);
  const phones = members.map(({ phone }) => phone);
  switch (strategy) {
    case 'ringall':
      return group.map(({ phone }) => phone);
    case 'leastrecent':
      return one(least(group, ({ phone }) => Date.parse(past[phone]?.lastAt ?? '') || 0));
    case 'fewestcalls':
      return one(least(group, ({ phone }) => past[phone]?.calls ?? 0));
    case 'random':
      return one([group[Math.floor(random() * group.length)]!]);
    case 'wrandom':
      return one(
        least(
          group.map((each) => ({ ...each, draw: random() * (1 + each.penalty) })),
          ({ draw }) => draw,
        ),
      );
    case 'linear':
      return one(inTurn(phones, group, ''));
    case 'rrmemory':
      return one(inTurn(phones, group, last));
    case 'rrordered':
      return one(inTurn([...phones].sort(), group, last));
    default:
      return strategy satisfies never;
  }
}
