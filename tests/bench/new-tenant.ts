import { createTenant } from '#functions/tenants/create.ts';
import { firstAdmin } from '#functions/users/create.ts';
import { setPasswordCost } from '#functions/users/passwords.ts';

/** A tenant for a bench, and its admin as the actor of what is done in it. Imported once the cloud's addresses are set. */
export async function newTenant(username = 'boss') {
  setPasswordCost({ ln: 1, r: 8, p: 1 } as never);
  const admin = {
    email: `${username}@example.com`,
    password: 'correct horse battery',
    firstName: 'A',
    lastName: 'B',
  };
  const { userId, writes } = await firstAdmin({ ...admin, username }, 'Bench');
  const { id: tenantId } = await createTenant({ name: 'Bench', timeZone: 'America/New_York' }, writes);
  const actor = { kind: 'user', tenantId, userId, role: 'admin', username, permissions: {}, sessionId: 'b' };
  return { tenantId, boss: actor as never };
}
