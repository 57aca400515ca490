import { everyExtension, everyQueue } from '#functions/pbx/api.ts';
import { areaCodeOf } from '#shared/model/compliance/area-codes.ts';
import type { Did, DidRoute } from '#shared/model/did.ts';
import { type DidRecord, isInService } from './store.ts';

const only = (values: readonly string[] = []): string | null => (values.length === 1 ? values[0]! : null);

/** What shows numbers as they are answered, with the names of what they lead to now. */
export async function viewer(): Promise<(did: DidRecord) => Did> {
  const [queues, extensions] = await Promise.all([everyQueue(), everyExtension()]);
  const names = new Map([
    ...queues.map(({ queueId, name }): [string, string] => [queueId, name]),
    ...extensions.map(({ extensionId, number, name }): [string, string] => [
      extensionId,
      `${number} ${name}`.trim(),
    ]),
  ]);
  const nameOf = (route: DidRoute | null) =>
    route && (names.get(route.kind === 'queue' ? route.queueId : route.extensionId) ?? null);
  return (did) => {
    const { didId, phoneNumber, label, carrier, route, messaging, createdAt, updatedAt, version } = did;
    const area = areaCodeOf(phoneNumber);
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
      areaCode: /^\+1(\d{3})/.exec(phoneNumber)?.[1] ?? null,
      state: only(area?.states),
      timeZone: only(area?.zones),
      route,
      routeName: nameOf(route),
      createdAt,
      updatedAt,
      version,
    };
  };
}
