import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { tenantById } from '#functions/tenants/api.ts';
import { systemData } from '#shared/scene/variables.ts';

/** What is known without a lead or a call: the company and the time. Other variables show their defaults. */
export async function sceneData(): Promise<Record<string, unknown>> {
  const tenant = await tenantById(tenantOf());
  return {
    tenant: { name: tenant.name },
    company: { name: tenant.name },
    system: systemData(clock.date(), tenant.timeZone),
  };
}
