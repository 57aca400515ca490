import { displays } from '#functions/content/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { contentDisplays } from './content-displays.ts';
import { routes } from './routes.ts';

displays.register(contentDisplays);

export const handler = noun(routes);
