import { noun } from '#functions/kernel/http.ts';
import { originateFromPhone } from '#functions/pbx/api.ts';
import { callFromPhone } from './phone-hook.ts';
import { routes } from './routes.ts';

callFromPhone.register(originateFromPhone);

export const handler = noun(routes);
