import { countActive } from '#functions/calls/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { countActiveCalls } from './active-calls.ts';
import { routes } from './routes.ts';

countActiveCalls.register(countActive);

export const handler = noun(routes);
