import { routesOf } from '#functions/kernel/http.ts';
import { telephony } from '#shared/api/telephony.ts';
import { hearExchange } from './events.ts';

const r = routesOf(telephony);

export const routes = r.router({
  event: r.event.handler(({ input }) => hearExchange(input)),
});
