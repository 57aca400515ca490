import { clock } from '#functions/kernel/clock.ts';
import { everyExtension, everyQueue } from '#functions/pbx/api.ts';
import { fileTime } from '#functions/tenants/api.ts';
import type { Did, DidRoute, DidStatus } from '#shared/model/did.ts';
import { placeOfNumber } from './place.ts';
import { plansOfNumbers } from './plan-hooks.ts';
import { type PoolUse, poolsOfNumbers } from './pool-hooks.ts';
import { type DidRecord, idOfRoute, isInService } from './store.ts';

const unused: PoolUse = { poolIds: [], callsToday: 0, lastUsedAt: null };

/** @param day of the workspace's time zone, as the rests of numbers name theirs */
function statusOf(did: DidRecord, day: string): DidStatus {
  if (!isInService(did)) return did.pendingSince ? 'pending' : 'released';
  return did.restsThrough !== null && did.restsThrough >= day ? 'resting' : 'active';
}

/** What shows numbers as they are answered, with the names of what they lead to now. */
export async function viewer(): Promise<(did: DidRecord) => Did> {
  const [queues, extensions, plans, uses, { day }] = await Promise.all([
    everyQueue(),
    everyExtension(),
    plansOfNumbers.run.planNames(),
    poolsOfNumbers.run.poolUses(),
    fileTime(clock.now()),
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
    const { spamLabel, spamLabelAt, reputation, restsThrough, monthlyCost, currency, releasedAt } = did;
    return {
      id: didId,
      phoneNumber,
      label,
      carrier,
      carrierId: messaging?.providerId ?? null,
      status: statusOf(did, day),
      // A number that was brought by hand is one that callers call; whether it texts a provider says.
      capabilities: {
        voice: did.byHand || (messaging?.voice ?? false),
        sms: messaging?.sms ?? false,
        mms: messaging?.mms ?? false,
      },
      registration: messaging?.isActive ? messaging.registration : null,
      registrationAt: messaging?.isActive ? messaging.registrationAt : null,
      ...placeOfNumber(phoneNumber),
      route,
      routeName: nameOf(route),
      spamLabel,
      spamLabelAt,
      reputation,
      restsThrough,
      ...(uses.get(didId) ?? unused),
      monthlyCost,
      currency,
      releasedAt: isInService(did) ? null : releasedAt,
      createdAt,
      updatedAt,
      version,
    };
  };
}
