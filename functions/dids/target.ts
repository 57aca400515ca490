import { findExtension, findQueue } from '#functions/pbx/api.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import type { NumberTarget } from '#shared/exchange/commands.ts';
import type { DidRoute } from '#shared/model/did.ts';
import { plansOfNumbers } from './plan-hooks.ts';
import { didNumbered, isInService } from './store.ts';

/**
 * What the exchange is to ring when somebody calls a number of the tenant's: a dial plan while it is deployed; undefined
 * where the number leads nowhere, or what it led to is gone.
 */
export async function targetOf(phoneNumber: string): Promise<NumberTarget | undefined> {
  const did = await didNumbered(phoneNumber);
  if (!did || !isInService(did)) return undefined;
  const { route, routeBefore } = did;
  if (route?.kind !== 'plan') return targetOfRoute(route);
  return (await plansOfNumbers.run.isServing(route.planId))
    ? { planId: route.planId }
    : targetOfRoute(routeBefore);
}

async function targetOfRoute(route: DidRoute | null): Promise<NumberTarget | undefined> {
  // Where it led before it led to a plan was no plan.
  if (!route || route.kind === 'plan') return undefined;
  if (route.kind === 'queue')
    return (await findQueue(route.queueId)) ? { queueId: route.queueId } : undefined;
  const extension = await findExtension(route.extensionId);
  return extension && { phone: phoneNameOf(extension.number) };
}
