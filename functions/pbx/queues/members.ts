import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { type QueueMember, queueLimits, type ShownMember } from '#shared/model/queue.ts';
import { extensionOr404 } from '../extensions/read.ts';
import { assertOwn } from '../extensions/status.ts';
import { assertRoom, changeQueue, membersShown, queueOr404 } from './queues.ts';
import type { QueueRecord } from './store.ts';
import { wholeQueue } from './whole.ts';

const answer = async (queue: QueueRecord): Promise<{ members: ShownMember[] }> => ({
  members: await membersShown(queue),
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

const memberOr404 = <M extends QueueMember>(
  { members }: { members: readonly M[] },
  extensionId: string,
): M => {
  const member = members.find((one) => one.extensionId === extensionId);
  if (!member) throw notFound('The member');
  return member;
};

/** @throws 404; 409 for who is a member by a group */
export const removeMember = async (queueId: string, extensionId: string) =>
  answer(
    await changeQueue(queueId, async (before) => {
      const { members } = await wholeQueue(before);
      if (members.some((one) => one.extensionId === extensionId && one.groupId))
        throw conflict('This extension takes calls as one of a group. Take its agent out of the group.');
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
  memberOr404(await wholeQueue(await queueOr404(queueId)), extensionId);
  assertOwn(await extensionOr404(extensionId));
  if (paused && !reason)
    throw badRequest('Please say why you pause: a break, training, paperwork.', { field: 'reason' });
  return answer(
    await changeQueue(queueId, async (before) => {
      const whole = await wholeQueue(before);
      if (memberOr404(whole, extensionId).groupId) {
        const byGroup = new Set(whole.members.flatMap((one) => (one.groupId ? [one.extensionId] : [])));
        const others = before.groupPauses.filter(
          (one) => one.extensionId !== extensionId && byGroup.has(one.extensionId),
        );
        return { groupPauses: paused ? [...others, { extensionId, reason }] : others };
      }
      const member = memberOr404(before, extensionId);
      const after = { ...member, paused, reason: paused ? reason : '' };
      return { members: before.members.map((one) => (one === member ? after : one)) };
    }),
  );
}
