import type { TermEraser } from '#functions/kernel/retention.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { eraseQuery, findSearch, removeAnswer } from './store.ts';

/** What erases each kind of data of searches, by its name in data-terms.ts. */
export const tracerTermErasers: Readonly<Record<string, TermEraser>> = {
  async tracerSearches(searchIds) {
    for (const searchId of searchIds) {
      const search = await findSearch(searchId);
      if (!search || search.question === '') continue;
      await removeAnswer(search.question);
      await writeOne(eraseQuery(search));
    }
  },
};
