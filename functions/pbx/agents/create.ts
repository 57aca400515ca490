import type { z } from 'zod';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { ownCaps } from '#functions/tenants/api.ts';
import { getUser, newUser } from '#functions/users/api.ts';
import type { newAgent } from '#shared/api/pbx/agents.ts';
import { type Pushed, pushAfterwards } from '../exchange/pushes.ts';
import { adoptEarlier } from '../extensions/adopt.ts';
import { extensionPlan } from '../extensions/plan.ts';
import { shown } from '../extensions/read.ts';
import { newExtensionRecord, newSecret } from '../extensions/record.ts';
import { assertRoomForExtension, callerIdOf } from '../extensions/write.ts';
import { withMember } from '../queues/members.ts';
import { queueOr404, queueWrites } from '../queues/queues.ts';
import { changedSince as queueChangedSince } from '../queues/store.ts';

type NewAgent = z.output<typeof newAgent>;

/** @throws 400 for a queue that is named twice, which one transaction could not write */
function assertOnce(queues: NewAgent['queues']): void {
  if (new Set(queues.map(({ queueId }) => queueId)).size < queues.length)
    throw badRequest('A queue is in the list twice.', { field: 'queues' });
}

/** Queues with a member more, as they stand now. @throws 400 for one that is full; 404 */
async function joiningWrites(extensionId: string, queues: NewAgent['queues']): Promise<object[]> {
  const updatedAt = clock.iso();
  const writes = await Promise.all(
    queues.map(async ({ queueId, penalty }) => {
      const before = await queueOr404(queueId);
      const members = withMember(before.members, extensionId, penalty);
      return queueWrites(before, { ...before, members, updatedAt });
    }),
  );
  return writes.flat();
}

const isOvertaken = (error: unknown): boolean =>
  error === queueChangedSince || error instanceof ConditionFailed;

/**
 * Adds an agent with an extension and queues, in one transaction: a refusal, or a kill, leaves nothing behind. Who
 * does not know whether it has come through asks again, and is told that the username is taken if it has.
 * @throws 400; 404; 409 for a username, an address or a number that is taken, 'cap_reached'
 */
export async function createAgent({ extension: number, queues, callerId, voicemail, ...person }: NewAgent) {
  assertOnce(queues);
  await adoptEarlier();
  await assertRoomForExtension();
  const ownCallerId = callerIdOf(callerId);
  const [{ userId, writes: userWrites }, { users: mostUsers }, { secret, sealedSecret }] = await Promise.all([
    newUser({ ...person, role: 'agent', extension: number }),
    ownCaps(),
    newSecret(),
  ]);
  const name = `${person.firstName} ${person.lastName}`.trim() || person.username;
  const fields = { number, name, userId, callerId: ownCallerId, voicemail, sealedSecret };
  const record = await newExtensionRecord(fields);
  const { extensionId } = record;
  await retryOnConflict(
    async () => {
      // The user is written here as well, and so is no change of somebody who is there.
      const { writes } = await extensionPlan(undefined, record, { writtenUser: userId });
      await commit(userWrites(mostUsers), writes, await joiningWrites(extensionId, queues));
    },
    { isOvertaken },
  );
  await pushAfterwards(queues.map(({ queueId }): Pushed => ({ kind: 'queue', name: queueId })));
  return { user: await getUser(userId), extension: await shown(record), secret };
}
