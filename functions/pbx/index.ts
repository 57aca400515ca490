import { plansForNumbers } from '#functions/dialplans/api.ts';
import { numberForAgent } from '#functions/didPools/api.ts';
import { numbersTo as numbersLeadingTo, plansOfNumbers, targetOf } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { numberToShow } from './calls/number-hook.ts';
import { numbersTo, targetOfNumber } from './exchange/number-hooks.ts';
import { routes } from './routes.ts';

numberToShow.register(numberForAgent);
numbersTo.register(numbersLeadingTo);
targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);

export const handler = noun(routes);
