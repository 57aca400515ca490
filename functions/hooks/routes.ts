import { routesOf } from '#functions/kernel/http.ts';
import { receive } from '#functions/webhooks/api.ts';
import { hooks } from '#shared/api/webhooks.ts';

const r = routesOf(hooks);

export const routes = r.router({
  receive: r.receive.handler(() => receive()),
});
