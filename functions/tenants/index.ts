import { noun } from '#functions/kernel/http.ts';
import { firstAdmin } from '#functions/users/api.ts';
import { makeFirstAdmin } from './first-admin.ts';
import { routes } from './routes.ts';

makeFirstAdmin.register(firstAdmin);

export const handler = noun(routes);
