import { plansForNumbers } from '#functions/dialplans/api.ts';
import { joinDidPool } from '#functions/didPools/api.ts';
import { joinPool, plansOfNumbers, targetOf } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { targetOfNumber } from '#functions/pbx/api.ts';
import { routes } from './routes.ts';

targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
joinPool.register(joinDidPool);

export const handler = noun(routes);
