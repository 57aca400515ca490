import { markWrites } from '#functions/pbx/api.ts';

/** What a change of a number is committed with, so that the exchange hears of it, and what it is told of afterwards. */
export function numberMark(...phoneNumbers: string[]) {
  const pushed = phoneNumbers.map((name) => ({ kind: 'number' as const, name }));
  return { pushed, writes: markWrites(pushed) };
}
