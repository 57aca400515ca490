import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { keepSending } from './send.ts';
import { type EndpointRecord, Endpoints } from './store.ts';

export interface EndpointEvent {
  type: string;
  eventId: string;
  entityId: string;
  at: string;
  data: Record<string, unknown>;
}

/** Endpoints by tenant, as they were a second ago: an import is an event for each lead. */
const known = new Map<number, { at: number; endpoints: Promise<EndpointRecord[]> }>();
const knownMs = 1_000;

function endpointsNow(): Promise<EndpointRecord[]> {
  const tenant = tenantOf();
  const have = known.get(tenant);
  if (have && clock.now() - have.at < knownMs && clock.now() >= have.at) return have.endpoints;
  const endpoints = Endpoints.all('key');
  known.set(tenant, { at: clock.now(), endpoints });
  endpoints.catch(() => known.delete(tenant));
  return endpoints;
}

/** Tells the endpoints that want to know. Told twice, it is the same message. */
export async function notifyEndpoints({ type, eventId, entityId, at, data }: EndpointEvent): Promise<void> {
  for (const { endpointId, active, events } of await endpointsNow())
    if (active && events.includes(type))
      await keepSending({ endpointId, type, payload: { id: entityId, at, ...data }, key: eventId });
}
