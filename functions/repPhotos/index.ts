import { chartsOfSigns } from '#functions/content/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { signChartsOf } from '#functions/reports/api.ts';
import { routes } from './routes.ts';

chartsOfSigns.register(signChartsOf);

export const handler = noun(routes);
