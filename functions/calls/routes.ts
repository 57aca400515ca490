import { routesOf } from '#functions/kernel/http.ts';
import { calls } from '#shared/api/calls.ts';
import { changeCall, setStatus, transferCall } from './change.ts';
import { exportCalls } from './export.ts';
import { activeCalls, callOr404, callsOfNumber, listCalls } from './read.ts';
import { callStatistics, callStats } from './stats.ts';
import { createCall } from './write.ts';

const r = routesOf(calls);

export const routes = r.router({
  list: r.list.handler(({ input: { limit, cursor, ...filter } }) => listCalls(filter, { limit, cursor })),
  create: r.create.handler(({ input }) => createCall(input)),
  stats: r.stats.handler(({ input }) => callStats(input)),
  statistics: r.statistics.handler(({ input }) => callStatistics(input)),
  active: r.active.handler(async () => ({ calls: await activeCalls() })),
  search: r.search.handler(({ input: { phone, ...page } }) => callsOfNumber(phone, page)),
  export: r.export.handler(({ input }) => exportCalls(input)),
  get: r.get.handler(({ input }) => callOr404(input.id)),
  update: r.update.handler(({ input: { id, version, ...changes } }) => changeCall(id, changes, version)),
  transfer: r.transfer.handler(({ input }) => transferCall(input.id, input.agentId)),
  setStatus: r.setStatus.handler(({ input }) => setStatus(input.id, input.status, input.disposition)),
});
