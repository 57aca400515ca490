import { noun } from '#functions/kernel/http.ts';
import { routes } from './routes.ts';

export const handler = noun(routes);
