import { clock } from '#functions/kernel/clock.ts';
import type { DueWork } from '#functions/kernel/due.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import {
  abandonedMs,
  answerWrite,
  countOnDay,
  findAnswer,
  findSearch,
  type SearchItem,
  searchEnd,
} from './store.ts';

const sentence = 'Whoever sent it was cut off. It may have been billed.';

async function callLost(search: SearchItem): Promise<void> {
  const answer = await findAnswer(search.question);
  const isIts = answer?.searchId === search.searchId && answer.state === 'asking';
  await commit(
    searchEnd(search, { state: 'lost', billed: 'maybe', error: sentence }),
    countOnDay(search.at.slice(0, 10), { maybeBilled: 1 }),
    isIts ? answerWrite(answer, { ...answer, state: 'lost', error: sentence }) : [],
  );
}

/** The sweeper's part: a search whose end was never written is lost, and counts as one that may have been billed. */
export const tracerSearchWork: DueWork = {
  look: (searchId) =>
    retryOnConflict(async () => {
      const search = await findSearch(searchId);
      if (search?.state !== 'asked') return undefined;
      const over = Date.parse(search.at) + abandonedMs;
      if (over > clock.now()) return over;
      await callLost(search);
      return undefined;
    }),
  earlier: async () => [],
};
