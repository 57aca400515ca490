import { badRequest } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { e164 } from '#functions/kernel/phone.ts';
import { tracers } from '#shared/api/tracers.ts';
import { assertMaySearch, searchableLead } from './about.ts';
import { assertAccess, getAccess, setAccess } from './access.ts';
import { testConnection } from './account.ts';
import { acceptFor, enrichLead } from './enrich.ts';
import { history, status, usage } from './history.ts';
import { enrichmentStatus, startEnrichment } from './jobs.ts';
import type { Query } from './persons.ts';
import { type Ask, lookUp } from './search.ts';

const r = routesOf(tracers);

async function search(query: Query, given: Pick<Ask, 'purpose' | 'again'> & { leadId?: string | undefined }) {
  await assertAccess();
  await assertMaySearch(query, given.leadId);
  return lookUp({ query, ...given });
}

export const routes = r.router({
  searchPhone: r.searchPhone.handler(({ input: { phone, ...given } }) =>
    search({ phone: e164(phone) }, given),
  ),
  search: r.search.handler(({ input: { purpose, leadId, again, ...person } }) =>
    search(person, { purpose, leadId, again }),
  ),
  enrichLead: r.enrichLead.handler(async ({ input: { id, purpose, again, apply, accept } }) => {
    await searchableLead(id);
    await assertAccess();
    if (accept) return acceptFor(id, accept);
    if (!purpose) throw badRequest('Please say what the search is for.', { field: 'purpose' });
    return enrichLead(id, { purpose, again, apply });
  }),
  bulkEnrich: r.bulkEnrich.handler(({ input }) => startEnrichment(input)),
  enrichmentStatus: r.enrichmentStatus.handler(({ input }) => enrichmentStatus(input.id)),
  history: r.history.handler(({ input }) => history(input.limit, input.cursor)),
  usage: r.usage.handler(({ input }) => usage(input.period)),
  status: r.status.handler(() => status()),
  testConnection: r.testConnection.handler(async ({ input }) => {
    await assertAccess();
    return testConnection(input);
  }),
  getAccess: r.getAccess.handler(({ input }) => getAccess(input.tenantId)),
  setAccess: r.setAccess.handler(({ input: { tenantId, ...changes } }) => setAccess(tenantId, changes)),
});
