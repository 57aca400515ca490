import { z } from 'zod';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { findUser } from '#functions/users/api.ts';
import { presenceLimits } from '#shared/model/presence.ts';
import { planOr404 } from './plans.ts';

/** A builder's last sign of life in a tab; the table's TTL sweeps what is over. */
const Presences = entity('dialPlanPresence', {
  fields: z.object({
    planId: z.string(),
    tab: z.string(),
    userId: z.string(),
    name: z.string(),
    selection: z.array(z.string()),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['planId'], sort: ['userId', 'tab'] },
});

interface Here {
  tab: string;
  selection: string[];
  leaving: boolean;
}

/** Notes that the caller has the plan open. Answers who else has, and which version is kept now. @throws 404 */
export async function recordPresence(planId: string, { tab, selection, leaving }: Here) {
  const { userId, username } = currentUser();
  const { version } = await planOr404(planId);
  const now = clock.seconds();
  const [user, there] = await Promise.all([findUser(userId), Presences.all('key', { planId })]);
  const name = user?.firstLast || username;
  const expiresAt = leaving ? now : now + presenceLimits.lifetime;
  await writeOne(Presences.put({ planId, tab, userId, name, selection, expiresAt }));
  const people = there
    .filter((one) => one.expiresAt > now && !(one.userId === userId && one.tab === tab))
    .slice(0, presenceLimits.people)
    .map((one) => ({ tab: one.tab, userId: one.userId, name: one.name, selection: one.selection }));
  return { version, people };
}
