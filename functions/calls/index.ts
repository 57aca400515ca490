import { numberForAgent } from '#functions/didPools/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { numberToShow, originateFromPhone } from '#functions/pbx/api.ts';
import { callFromPhone } from './phone-hook.ts';
import { routes } from './routes.ts';

numberToShow.register(numberForAgent);
callFromPhone.register(originateFromPhone);

export const handler = noun(routes);
