import { routesOf } from '#functions/kernel/http.ts';
import { audit } from '#shared/api/audit.ts';
import { exportAudit } from './export.ts';
import { listAudit } from './list.ts';

const r = routesOf(audit);

export const routes = r.router({
  list: r.list.handler(({ input: { limit, cursor, ...filter } }) => listAudit(filter, limit, cursor)),
  export: r.export.handler(({ input }) => exportAudit(input)),
});
