import { plansOfNumbers, targetOf } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { pushPlan, targetOfNumber } from '#functions/pbx/api.ts';
import { pushDeployment } from './deploy.ts';
import { plansForNumbers } from './for-numbers.ts';
import { routes } from './routes.ts';

targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
pushPlan.register(pushDeployment);

export const handler = noun(routes);
