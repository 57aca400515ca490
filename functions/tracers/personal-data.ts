import { onePage, type PersonalData, tellsOf, throughEach } from '#functions/kernel/personal-data.ts';
import { writeOne } from '#functions/kernel/table.ts';
import {
  eraseQuery,
  findAnswer,
  findProposals,
  removeAnswer,
  removeProposals,
  type SearchItem,
  type StoredProposals,
  searchPage,
} from './store.ts';

const pageSize = 100;

const searches: PersonalData<SearchItem> = {
  kind: 'tracerSearches',
  title: 'Searches of skip tracing and what they answered',
  stored: ['tracerSearch', 'tracerAnswer'],
  async find(subject, cursor) {
    const tells = tellsOf(subject);
    const page = await searchPage(undefined, cursor ?? undefined, pageSize);
    return { found: page.data.filter(({ query, leadId }) => tells({ query, leadId })), cursor: page.cursor };
  },
  async row({ searchId, at, query, purpose, question }) {
    return { id: searchId, at, query, purpose, answers: (await findAnswer(question))?.matches ?? [] };
  },
  async erase(found) {
    for (const search of found) {
      await removeAnswer(search.question);
      await writeOne(eraseQuery(search));
    }
  },
  kept: 'That a search was made, when, by whom and for what purpose is kept without the person: 18 U.S.C. 2721(c), 15 U.S.C. 6802.',
};

const proposals: PersonalData<StoredProposals> = {
  kind: 'tracerProposals',
  title: 'What skip tracing proposed for their leads',
  stored: ['tracerProposals'],
  find: ({ leadIds }, cursor) =>
    throughEach(leadIds, cursor, async (leadId) => {
      const found = await findProposals(leadId);
      return onePage(found ? [found] : []);
    }),
  row: ({ leadId, proposals: proposed }) => ({ leadId, proposed }),
  async erase(found) {
    for (const { leadId } of found) await removeProposals(leadId);
  },
};

export const tracerPersonalData = [searches, proposals] as PersonalData[];
