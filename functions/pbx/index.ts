import { numbersTo as numbersLeadingTo, targetOf } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { numbersTo, targetOfNumber } from './exchange/number-hooks.ts';
import { routes } from './routes.ts';

numbersTo.register(numbersLeadingTo);
targetOfNumber.register(targetOf);

export const handler = noun(routes);
