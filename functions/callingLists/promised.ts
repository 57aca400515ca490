import { entriesOfLeads, everyList } from './store.ts';

/** Of some leads those to whom somebody promised in a calling list to call again. */
export async function promisedCallbacks(leadIds: readonly string[]): Promise<Set<string>> {
  const lists = await everyList();
  const entries = await Promise.all(lists.map(({ listId }) => entriesOfLeads(listId, leadIds)));
  return new Set(
    entries
      .flat()
      .filter(({ state }) => state === 'callback')
      .map(({ leadId }) => leadId),
  );
}
