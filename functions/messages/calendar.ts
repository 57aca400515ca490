import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tenantById } from '#functions/tenants/api.ts';
import type { Tenant } from '#shared/model/tenant.ts';
import { dateAfter, instantOf, localTime } from '#shared/model/zone-time.ts';

/** How long a tenant's name and zone are believed, in ms of the real clock: each text of a thousand asks for them. */
const believed = 5_000;
const known = new Map<number, { until: number; tenant: Promise<Tenant> }>();

function tenant(): Promise<Tenant> {
  const id = tenantOf();
  const found = known.get(id);
  if (found && found.until > Date.now()) return found.tenant;
  if (known.size > 500) known.clear();
  const asked = tenantById(id);
  known.set(id, { until: Date.now() + believed, tenant: asked });
  asked.catch(() => known.delete(id));
  return asked;
}

/** The tenant's own calendar at this instant: its date, and when its next day begins. */
export async function calendar(at = clock.now()) {
  const { name, plan, timeZone } = await tenant();
  const day = localTime(timeZone, at).date;
  return {
    name,
    tenant: { name, plan },
    timeZone,
    day,
    nextDay: new Date(instantOf(timeZone, dateAfter(day, 1), 0)).toISOString(),
  };
}
