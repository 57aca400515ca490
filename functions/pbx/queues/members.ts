import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { type QueueMember, queueLimits, type ShownMember } from '#shared/model/queue.ts';
import { extensionOr404 } from '../extensions/read.ts';
import { assertOwn } from '../extensions/status.ts';
import { assertRoom, changeQueue, membersShown, queueOr404 } from './queues.ts';
import type { QueueRecord } from './store.ts';

const answer = async ({ members }: QueueRecord): Promise<{ members: ShownMember[] }> => ({
  members: await membersShown(members),
});

/** The members with one more, or with another penalty of one that is there. @throws 400 where there are too many */
export function withMember(
  members: readonly QueueMember[],
  extensionId: string,
  penalty: number,
): QueueMember[] {
  if (members.some((one) => one.extensionId === extensionId))
    return members.map((one) => (one.extensionId === extensionId ? { ...one, penalty } : one));
  if (members.length >= queueLimits.members)
    throw badRequest(`A queue has at most ${queueLimits.members} members.`);
  return [...members, { extensionId, penalty, paused: false, reason: '' }];
}

/** @throws 400, 404 */
export async function addMember(queueId: string, extensionId: string, penalty: number) {
  await assertRoom([extensionId], queueId);
  return answer(
    await changeQueue(queueId, ({ members }) => ({ members: withMember(members, extensionId, penalty) })),
  );
}

const memberOr404 = ({ members }: QueueRecord, extensionId: string): QueueMember => {
  const member = members.find((one) => one.extensionId === extensionId);
  if (!member) throw notFound('The member');
  return member;
};

/** @throws 404 */
export const removeMember = async (queueId: string, extensionId: string) =>
  answer(
    await changeQueue(queueId, (before) => {
      const gone = memberOr404(before, extensionId);
      return { members: before.members.filter((one) => one !== gone) };
    }),
  );

interface Pause {
  paused: boolean;
  reason: string;
}

/** @throws 400 without a reason; 403 for an agent whose extension it is not; 404 */
export async function pauseMember(queueId: string, extensionId: string, { paused, reason }: Pause) {
  memberOr404(await queueOr404(queueId), extensionId);
  assertOwn(await extensionOr404(extensionId));
  if (paused && !reason)
    throw badRequest('Please say why you pause: a break, training, paperwork.', { field: 'reason' });
  return answer(
    await changeQueue(queueId, (before) => {
      const member = memberOr404(before, extensionId);
      const after = { ...member, paused, reason: paused ? reason : '' };
      return { members: before.members.map((one) => (one === member ? after : one)) };
    }),
  );
}
