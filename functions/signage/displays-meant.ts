import { listDisplays } from './displays.ts';
import { loadPlans } from './plans/load.ts';
import { maxDisplays } from './reconcile.ts';
import { displaysThere } from './store.ts';

/**
 * The displays that are meant by all, by their ids or by groups; those that are gone are left out. The provider is asked
 * only where it has told of none yet. @throws 409 without a provider; 502
 */
export async function displaysMeant(target: {
  all: boolean;
  displayIds: string[];
  groupIds: string[];
}): Promise<string[]> {
  const [plans, known] = await Promise.all([loadPlans(), displaysThere(target.displayIds)]);
  const there = known.length > 0 ? known : (await listDisplays(maxDisplays)).displays.map(({ id }) => id);
  return [...new Set(there)].filter((displayId) => plans.means(displayId, target));
}
