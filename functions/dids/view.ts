import { everyExtension, everyQueue } from '#functions/pbx/api.ts';
import type { Did, DidRoute } from '#shared/model/did.ts';
import { placeOfNumber } from './place.ts';
import { plansOfNumbers } from './plan-hooks.ts';
import { type DidRecord, idOfRoute, isInService } from './store.ts';

/** What shows numbers as they are answered, with the names of what they lead to now. */
export async function viewer(): Promise<(did: DidRecord) => Did> {
  const [queues, extensions, plans] = await Promise.all([
    everyQueue(),
    everyExtension(),
    plansOfNumbers.run.planNames(),
  ]);
  const names = new Map([
    ...plans,
    ...queues.map(({ queueId, name }): [string, string] => [queueId, name]),
    ...extensions.map(({ extensionId, number, name }): [string, string] => [
      extensionId,
      `${number} ${name}`.trim(),
    ]),
  ]);
  const nameOf = (route: DidRoute | null) => route && (names.get(idOfRoute(route)) ?? null);
  return (did) => {
    const { didId, phoneNumber, label, carrier, route, messaging, createdAt, updatedAt, version } = did;
    return {
      id: didId,
      phoneNumber,
      label,
      carrier,
      carrierId: messaging?.providerId ?? null,
      status: isInService(did) ? 'active' : 'released',
      // A number that was brought by hand is one that callers call; whether it texts a provider says.
      capabilities: {
        voice: did.byHand || (messaging?.voice ?? false),
        sms: messaging?.sms ?? false,
        mms: messaging?.mms ?? false,
      },
      ...placeOfNumber(phoneNumber),
      route,
      routeName: nameOf(route),
      createdAt,
      updatedAt,
      version,
    };
  };
}
