import { plansUsingMenus as usersOfMenus } from '#functions/dialplans/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { plansUsingMenus } from './plan-hooks.ts';
import { routes } from './routes.ts';

plansUsingMenus.register(usersOfMenus);

export const handler = noun(routes);
