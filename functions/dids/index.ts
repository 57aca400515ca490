import { plansForNumbers } from '#functions/dialplans/api.ts';
import { joinDidPoolMany, poolIdsByName, poolUses } from '#functions/didPools/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { targetOfNumber } from '#functions/pbx/api.ts';
import { plansOfNumbers } from './plan-hooks.ts';
import { poolsForUploads, poolsOfNumbers } from './pool-hooks.ts';
import { routes } from './routes.ts';
import { targetOf } from './target.ts';

targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
poolsOfNumbers.register({ poolUses });
poolsForUploads.register({ poolIdsByName, joinMany: joinDidPoolMany });

export const handler = noun(routes);
