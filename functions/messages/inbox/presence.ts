import { z } from 'zod';
import { currentUser } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { entity } from '#functions/kernel/entity.ts';
import { writeOne } from '#functions/kernel/table.ts';
import { findUser } from '#functions/users/api.ts';
import { inboxLimits } from '#shared/model/inbox.ts';
import { seen } from '../threads/threads.ts';
import { nameOf } from './colleagues.ts';

/** Somebody's last sign of life in a thread; the table's TTL sweeps what is over. */
const Presences = entity('conversationPresence', {
  fields: z.object({
    conversationId: z.string(),
    userId: z.string(),
    name: z.string(),
    isWriting: z.boolean(),
    /** Seconds since 1970. */
    expiresAt: z.number(),
  }),
  key: { partition: ['conversationId'], sort: ['userId'] },
});

/** Notes that the caller has a thread open, or leaves it. Answers who else has. @throws 404 */
export async function recordPresence(
  id: string,
  { isWriting, leaving }: { isWriting: boolean; leaving: boolean },
) {
  const { userId, username } = currentUser();
  const { conversation } = await seen('all', id);
  const now = clock.seconds();
  const conversationId = conversation.id;
  const [user, there] = await Promise.all([findUser(userId), Presences.all('key', { conversationId })]);
  await writeOne(
    Presences.put({
      conversationId,
      userId,
      name: user ? nameOf(user) : username,
      isWriting: isWriting && !leaving,
      expiresAt: leaving ? now : now + inboxLimits.presenceLifetime,
    }),
  );
  return {
    others: there
      .filter((one) => one.userId !== userId && one.expiresAt > now)
      .map(({ userId, name, isWriting }) => ({ userId, name, isWriting })),
  };
}
