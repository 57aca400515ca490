import { routesOf } from '#functions/kernel/http.ts';
import { system } from '#shared/api/system.ts';

const r = routesOf(system);

export const routes = r.router({
  health: r.health.handler(() => ({ status: 'ok' as const })),
});
