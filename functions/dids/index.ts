import { noun } from '#functions/kernel/http.ts';
import { targetOfNumber } from '#functions/pbx/api.ts';
import { routes } from './routes.ts';
import { targetOf } from './target.ts';

targetOfNumber.register(targetOf);

export const handler = noun(routes);
