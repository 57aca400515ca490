import { floor } from '#functions/agentStatus/api.ts';
import { env } from '#functions/kernel/env.ts';
import { routesOf } from '#functions/kernel/http.ts';
import { system } from '#shared/api/system.ts';
import { capabilities } from '#shared/model/dialplan/capabilities.ts';
import { installation, statusForMonitors } from './installation.ts';
import { moduleStates } from './modules.ts';

const r = routesOf(system);

export const routes = r.router({
  health: r.health.handler(() => ({ status: 'ok' as const })),
  agentStatus: r.agentStatus.handler(floor),
  moduleStatus: r.moduleStatus.handler(moduleStates),
  installation: r.installation.handler(installation),
  status: r.status.handler(statusForMonitors),
  dialplanCapabilities: r.dialplanCapabilities.handler(() => capabilities),
  pushChannel: r.pushChannel.handler(() => ({ url: env('PUSH_REALTIME_URL'), host: env('PUSH_HOST') })),
});
