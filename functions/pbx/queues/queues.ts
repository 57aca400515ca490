import { everyAgentGroup } from '#functions/agentGroups/api.ts';
import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import {
  type Queue,
  type QueueGroup,
  type QueueMember,
  queueLimits,
  type ShownMember,
} from '#shared/model/queue.ts';
import { numbersTo } from '../exchange/number-hooks.ts';
import { markNumbers } from '../exchange/numbers-to.ts';
import { markWrites, pushAfterwards } from '../exchange/pushes.ts';
import { adoptEarlier } from '../extensions/adopt.ts';
import { everyShown } from '../extensions/read.ts';
import { releaseNumber, reserveNumber } from '../numbers.ts';
import { notePauses } from '../sessions/pauses.ts';
import { changedSince, everyQueue, findQueue, type QueueRecord, queueRemoval, queueWrite } from './store.ts';
import { type WholeMember, type WholeQueue, wholeQueue, wholeQueues } from './whole.ts';

type Fields = Omit<
  QueueRecord,
  'queueId' | 'greeting' | 'members' | 'groupPauses' | 'version' | 'createdAt' | 'updatedAt'
>;
type GivenMember = Pick<QueueMember, 'extensionId' | 'penalty'>;

/** Members with their extensions; one whose extension is just being removed is left out. */
function shownOf(
  members: readonly WholeMember[],
  extensions: Awaited<ReturnType<typeof everyShown>>,
): ShownMember[] {
  return members.flatMap((member) => {
    const found = extensions.get(member.extensionId);
    if (!found) return [];
    const { number, name, userId, userName, status } = found;
    return [{ ...member, number, name, userId, userName, status }];
  });
}

export const membersShown = async (queue: QueueRecord): Promise<ShownMember[]> =>
  shownOf((await wholeQueue(queue)).members, await everyShown());

/** Queues as they are shown; a group that was removed is left out. */
async function shown(queues: readonly QueueRecord[]): Promise<Queue[]> {
  const [whole, extensions, groups] = await Promise.all([
    wholeQueues(queues),
    everyShown(),
    queues.some((queue) => queue.groups.length > 0) ? everyAgentGroup() : [],
  ]);
  const nameOf = new Map(groups.map(({ groupId, name }) => [groupId, name]));
  return whole.map(({ queueId, members, groupPauses: _, ...queue }: WholeQueue) => ({
    id: queueId,
    ...queue,
    members: shownOf(members, extensions),
    groups: queue.groups.flatMap((group) => {
      const name = nameOf.get(group.groupId);
      return name === undefined ? [] : [{ ...group, name }];
    }),
  }));
}

export const queueShown = async (queue: QueueRecord): Promise<Queue> => (await shown([queue]))[0]!;

/** @throws 404 */
export async function queueOr404(queueId: string): Promise<QueueRecord> {
  const queue = await findQueue(queueId);
  if (!queue) throw notFound('The queue');
  return queue;
}

export async function listQueues(search = ''): Promise<{ queues: Queue[] }> {
  const text = search.toLowerCase();
  const found = (await everyQueue()).filter(
    ({ name, number }) => name.toLowerCase().includes(text) || number.includes(text),
  );
  return {
    queues: (await shown(found)).sort((one, other) => Number(one.number) - Number(other.number)),
  };
}

/** @throws 400 for an extension that is named twice */
function assertOnce(members: readonly GivenMember[]): void {
  if (new Set(members.map(({ extensionId }) => extensionId)).size < members.length)
    throw badRequest('An extension is in the list of members twice.', { field: 'members' });
}

/** @throws 400 for an extension that takes calls of as many other queues as one can */
export async function assertRoom(extensionIds: readonly string[], queueId?: string): Promise<void> {
  const others = (await everyQueue()).filter((queue) => queue.queueId !== queueId);
  for (const extensionId of extensionIds) {
    const has = others.filter(({ members }) => members.some((one) => one.extensionId === extensionId));
    if (has.length >= queueLimits.queuesOfExtension)
      throw badRequest(`An extension takes calls of at most ${queueLimits.queuesOfExtension} queues.`);
  }
}

/** @throws 400 for a group that is named twice, or that as many other queues name as can */
async function assertGroups(groups: readonly QueueGroup[], queueId?: string): Promise<void> {
  if (new Set(groups.map(({ groupId }) => groupId)).size < groups.length)
    throw badRequest('A group is in the list twice.', { field: 'groups' });
  const others = (await everyQueue()).filter((queue) => queue.queueId !== queueId);
  const isFull = ({ groupId }: QueueGroup) =>
    others.filter((queue) => queue.groups.some((one) => one.groupId === groupId)).length >=
    queueLimits.queuesOfGroup;
  if (groups.some(isFull))
    throw badRequest(`A group takes calls of at most ${queueLimits.queuesOfGroup} queues.`, {
      field: 'groups',
    });
}

/** @throws 409 */
async function assertNameFree(name: string, queueId?: string): Promise<void> {
  const other = (await everyQueue()).find(
    (queue) => queue.queueId !== queueId && queue.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a queue named “${other.name}” already.`, { field: 'name' });
}

const reserved = ({ number, queueId }: QueueRecord) => reserveNumber({ number, kind: 'queue', id: queueId });

/** @throws 400; 409 for a name or number that is taken */
export async function createQueue({
  members,
  ...fields
}: Fields & { members: GivenMember[] }): Promise<Queue> {
  await adoptEarlier();
  assertOnce(members);
  await assertNameFree(fields.name);
  await assertRoom(members.map(({ extensionId }) => extensionId));
  await assertGroups(fields.groups);
  if ((await everyQueue()).length >= queueLimits.queues)
    throw badRequest(`A workspace has at most ${queueLimits.queues} queues.`);
  const now = clock.iso();
  const queue: QueueRecord = {
    ...fields,
    queueId: newId('que'),
    greeting: null,
    groupPauses: [],
    members: members.map((member) => ({ ...member, paused: false, reason: '' })),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const pushed = [{ kind: 'queue', name: queue.queueId }] as const;
  await commit(reserved(queue), queueWrite(undefined, queue), markWrites(pushed));
  await pushAfterwards(pushed);
  return queueShown(queue);
}

const isOvertaken = (error: unknown): boolean => error === changedSince || error instanceof ConditionFailed;

/** The writes of a queue's change. */
export const queueWrites = (before: QueueRecord, after: QueueRecord): object[] => [
  ...(before.number === after.number ? [] : [reserved(after), releaseNumber(before.number)]),
  queueWrite(before, after),
  ...markWrites([{ kind: 'queue', name: after.queueId }]),
];

const pauseOf = ({ members, groupPauses }: QueueRecord, extensionId: string) =>
  [...members, ...groupPauses].find((one) => one.extensionId === extensionId)?.reason ?? '';

/** Whose pause begins, ends or has another reason by a change. */
const pausesChanged = (before: QueueRecord, after: QueueRecord): string[] =>
  [before, after]
    .flatMap(({ members, groupPauses }) => [...members, ...groupPauses])
    .map(({ extensionId }) => extensionId)
    .filter((extensionId) => pauseOf(before, extensionId) !== pauseOf(after, extensionId));

/** Writes what `change` makes of a queue, reads it again when somebody else was quicker, and tells the exchange. */
export async function changeQueue(
  queueId: string,
  change: (before: QueueRecord) => Partial<QueueRecord> | Promise<Partial<QueueRecord>>,
  version?: number,
): Promise<QueueRecord> {
  const { before, after } = await changeVersioned({
    read: () => queueOr404(queueId),
    change,
    write: (before, after) => commit(queueWrites(before, after)),
    changedSince,
    version,
  });
  await Promise.all([
    pushAfterwards([{ kind: 'queue', name: queueId }]),
    notePauses(pausesChanged(before, after)),
  ]);
  return after;
}

type Changes = { [K in keyof Fields]?: Fields[K] | undefined } & { members?: GivenMember[] | undefined };

/** @throws 400, 404; 409 for a taken name or number, or when the queue has changed since `version` */
export async function updateQueue(
  queueId: string,
  { members, ...changes }: Changes,
  version?: number,
): Promise<Queue> {
  if (members) {
    assertOnce(members);
    await assertRoom(
      members.map(({ extensionId }) => extensionId),
      queueId,
    );
  }
  const given = givenOf(changes);
  if (given.groups) await assertGroups(given.groups, queueId);
  if (given.name !== undefined) await assertNameFree(given.name, queueId);
  const change = (before: QueueRecord) => {
    if (!members) return given;
    const kept = new Map(before.members.map((member) => [member.extensionId, member]));
    const of = (member: GivenMember): QueueMember => ({
      paused: false,
      reason: '',
      ...kept.get(member.extensionId),
      ...member,
    });
    return { ...given, members: members.map(of) };
  };
  const after = await changeQueue(queueId, change, version);
  return queueShown(after);
}

/** @throws 404 */
export async function removeQueue(queueId: string): Promise<QueueRecord> {
  const pushed = [{ kind: 'queue' as const, name: queueId }];
  const numbers = await markNumbers(await numbersTo.run(queueId));
  const gone = await retryOnConflict(
    async () => {
      const queue = await queueOr404(queueId);
      await commit(queueRemoval(queue), releaseNumber(queue.number), markWrites(pushed));
      return queue;
    },
    { isOvertaken },
  );
  await Promise.all([
    pushAfterwards([...pushed, ...numbers]),
    notePauses(pausesChanged(gone, { ...gone, members: [], groupPauses: [] })),
  ]);
  return gone;
}
