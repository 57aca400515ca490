import { routesOf } from '#functions/kernel/http.ts';
import { signage } from '#shared/api/signage.ts';
import { listDisplays, maxDisplays } from './displays.ts';
import { setSignageConfig, signageConfig } from './provider.ts';

const r = routesOf(signage);

export const routes = r.router({
  displays: r.displays.handler(({ input }) => listDisplays(input.limit)),
  config: r.config.handler(() => signageConfig()),
  setConfig: r.setConfig.handler(({ input }) => setSignageConfig(input)),
  sync: r.sync.handler(() => listDisplays(maxDisplays)),
});
