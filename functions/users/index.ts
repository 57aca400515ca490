import { noun } from '#functions/kernel/http.ts';
import { changePhoneOfUser } from '#functions/pbx/api.ts';
import { phoneOfUser } from './phone-hook.ts';
import { routes } from './routes.ts';

phoneOfUser.register(changePhoneOfUser);

export const handler = noun(routes);
