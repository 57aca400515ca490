import { noun } from '#functions/kernel/http.ts';
import { contentDisplays } from '#functions/signage/api.ts';
import { displays } from './displays.ts';
import { routes } from './routes.ts';

displays.register(contentDisplays);

export const handler = noun(routes);
