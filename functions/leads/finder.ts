import { queryLeads } from './query/page.ts';
import { searchLeads } from './search.ts';

/**
 * Where leads are found. The table answers both; a tenant that has outgrown it (docs/leads.md says when) is put on
 * a search engine fed by the table's stream, whose adapter answers these two with ids and reads the leads by them.
 */
export interface LeadFinder {
  query: typeof queryLeads;
  search: typeof searchLeads;
}

const table: LeadFinder = { query: queryLeads, search: searchLeads };

/** The finder of the actor's tenant. */
export const finder = (): LeadFinder => table;
