import { findExtension, findQueue } from '#functions/pbx/api.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import type { Target } from '#shared/exchange/commands.ts';
import { didNumbered, isInService } from './store.ts';

/**
 * Whom the exchange is to ring when somebody calls a number of the tenant's; undefined where the number leads nowhere,
 * or what it led to is gone.
 */
export async function targetOf(phoneNumber: string): Promise<Target | undefined> {
  const did = await didNumbered(phoneNumber);
  const route = did && isInService(did) ? did.route : null;
  if (!route) return undefined;
  if (route.kind === 'queue')
    return (await findQueue(route.queueId)) ? { queueId: route.queueId } : undefined;
  const extension = await findExtension(route.extensionId);
  return extension && { phone: phoneNameOf(extension.number) };
}
