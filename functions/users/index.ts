import { plansForNumbers } from '#functions/dialplans/api.ts';
import { numbersTo as numbersLeadingTo, plansOfNumbers, targetOf } from '#functions/dids/api.ts';
import { noun } from '#functions/kernel/http.ts';
import { changePhoneOfUser, numbersTo, targetOfNumber } from '#functions/pbx/api.ts';
import { phoneOfUser } from './phone-hook.ts';
import { routes } from './routes.ts';

numbersTo.register(numbersLeadingTo);
targetOfNumber.register(targetOf);
plansOfNumbers.register(plansForNumbers);
phoneOfUser.register(changePhoneOfUser);

export const handler = noun(routes);
