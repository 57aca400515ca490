import { numberForAgent } from '#functions/didPools/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { numberToShow, originateFromPhone, winSoldLead } from '#functions/pbx/api.ts';
import { callDisposed } from './disposed-hook.ts';
import { callFromPhone } from './phone-hook.ts';
import { routes } from './routes.ts';

numberToShow.register(numberForAgent);
callFromPhone.register(originateFromPhone);
callDisposed.register(winSoldLead);

export const handler = noun(routes);
