import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { accessWrite, readAccess } from '#functions/tracers/store.ts';

/** Lets a tenant search so often a month. */
export const openTracing = (tenantId: number, monthlyLimit = 100): Promise<void> =>
  asSystem(tenantId, 'test', async () => {
    const before = await readAccess();
    await commit(accessWrite(before, { ...before, enabled: true, monthlyLimit }));
  });
