import { clock } from '#functions/kernel/clock.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { phoneNameOf } from '#functions/telephony/api.ts';
import { extensionOfUserWrites } from '#functions/users/api.ts';
import type { SessionEnd } from '#shared/model/phone-session.ts';
import { numbersTo } from '../exchange/number-hooks.ts';
import { markNumbers } from '../exchange/numbers-to.ts';
import { markMany, markWrites, type Pushed } from '../exchange/pushes.ts';
import { releaseNumber, reserveNumber } from '../numbers.ts';
import { queuesNaming, queueWrite } from '../queues/store.ts';
import { queuesByGroupsOf } from '../queues/whole.ts';
import { currentSession, endWrite } from '../sessions/store.ts';
import { extensionOfUser } from './read.ts';
import { type ExtensionRecord, extensionRemoval, insertExtension, replaceExtension } from './store.ts';

type Maybe = ExtensionRecord | undefined;

interface Planning {
  /** A user whose own record whoever asks writes in the same transaction. */
  writtenUser?: string;
  /** Why a session at the extension ends, where it does. */
  sessionEnd?: SessionEnd;
}

/** What is written together, and what the exchange is told afterwards. */
export interface Plan {
  writes: object[];
  pushed: Pushed[];
}

/** The number's reservation, where it is a new one or gone. */
function numberWrites(before: Maybe, after: Maybe): object[] {
  if (before?.number === after?.number) return [];
  return [
    ...(after ? [reserveNumber({ number: after.number, kind: 'extension', id: after.extensionId })] : []),
    ...(before ? [releaseNumber(before.number)] : []),
  ];
}

/** The extension's session ends where it is another number, another person's, or rings another telephone outside. */
async function sessionPlan(before: Maybe, after: Maybe, end: SessionEnd): Promise<Plan & { ends: boolean }> {
  const session = before && (await currentSession(before.extensionId));
  if (!session) return { writes: [], pushed: [], ends: false };
  const pushed: Pushed[] = [{ kind: 'phone', name: phoneNameOf(session.number) }];
  const stays =
    after?.number === before.number &&
    after.userId === before.userId &&
    (session.device !== 'outside' || after.outsideNumber === before.outsideNumber);
  return stays
    ? { writes: [], pushed, ends: false }
    : { writes: [endWrite(session, end)], pushed, ends: true };
}

/**
 * Marks the queues of which an extension takes calls by its user's groups, before or after the change: they may be more than
 * a transaction holds, and one that is told without need is told what it was told before.
 */
async function markByGroups(before: Maybe, after: Maybe): Promise<Pushed[]> {
  if (before?.userId === after?.userId && before?.number === after?.number) return [];
  const users = [...new Set([before?.userId, after?.userId])].flatMap((userId) => userId ?? []);
  const queues = (await Promise.all(users.map(queuesByGroupsOf))).flat();
  const pushed = queues.map(({ queueId }): Pushed => ({ kind: 'queue', name: queueId }));
  // Whoever makes the change tells the exchange after it; the sweeper does so a minute later where they were killed.
  await markMany(pushed, clock.now() + 60_000);
  return pushed;
}

/** The queues that name an extension hear of its new number, or let it go. */
async function queuePlan(before: Maybe, after: Maybe): Promise<Plan> {
  const queues = before ? await queuesNaming(before.extensionId) : [];
  const gone = before && !after ? before.extensionId : undefined;
  const without = (queue: (typeof queues)[number]) => ({
    ...queue,
    members: queue.members.filter(({ extensionId }) => extensionId !== gone),
  });
  return {
    writes: gone ? queues.map((queue) => queueWrite(queue, without(queue))) : [],
    pushed: queues.map(({ queueId }) => ({ kind: 'queue', name: queueId })),
  };
}

/** Whether calls to numbers that lead to an extension ring another phone, or end in another way, after the change. */
const ringsOtherwise = (before: ExtensionRecord, after: Maybe): boolean =>
  before.number !== after?.number ||
  before.voicemail !== after.voicemail ||
  before.greeting?.url !== after.greeting?.url;

/** One extension with its number, its session, its queues and what leads to it; not what users' records say of it. */
async function recordPlan(before: Maybe, after: Maybe, end: SessionEnd): Promise<Plan & { leads: Pushed[] }> {
  const session = await sessionPlan(before, after, end);
  const queues = await queuePlan(before, after);
  const leads =
    before && ringsOtherwise(before, after) ? await markNumbers(await numbersTo.run(before.extensionId)) : [];
  leads.push(...(await markByGroups(before, after)));
  const stands = after && session.ends ? { ...after, status: 'offline' as const } : after;
  const record =
    before && stands ? replaceExtension(before, stands) : stands ? insertExtension(stands) : undefined;
  return {
    // First, so that a number that is taken is what is told.
    writes: [
      ...numberWrites(before, after),
      record ?? extensionRemoval(before!),
      ...session.writes,
      ...queues.writes,
    ],
    pushed: [...session.pushed, ...queues.pushed],
    leads,
  };
}

/** Users whose extension is another one, or none, after the change, and the extension that such a user had before. */
async function userPlan(before: Maybe, after: Maybe, { writtenUser }: Planning): Promise<Plan> {
  const isSame = before?.userId === after?.userId && before?.number === after?.number;
  if (isSame) return { writes: [], pushed: [] };
  const writes: object[] = [];
  const write = async (userId: string, number: string | null) => {
    if (userId !== writtenUser) writes.push(...(await extensionOfUserWrites(userId, number)));
  };
  if (before?.userId && before.userId !== after?.userId) await write(before.userId, null);
  if (!after?.userId) return { writes, pushed: [] };
  await write(after.userId, after.number);
  const former = await extensionOfUser(after.userId);
  if (!former || former.extensionId === after.extensionId) return { writes, pushed: [] };
  const freed = { ...former, userId: null, updatedAt: after.updatedAt };
  const plan = await recordPlan(former, freed, 'extensionChanged');
  return { writes: [...writes, ...plan.writes], pushed: plan.pushed };
}

/**
 * The writes that make, change or remove an extension, together with its number, its session, its queues and what its
 * user's own record says: a user and their extension never disagree. Somebody else's change in between refuses them.
 */
export async function extensionPlan(before: Maybe, after: Maybe, planning: Planning = {}): Promise<Plan> {
  const own = await recordPlan(before, after, planning.sessionEnd ?? 'extensionChanged');
  const users = await userPlan(before, after, planning);
  const pushed = [...own.pushed, ...users.pushed];
  const writes = [...own.writes, ...users.writes, ...markWrites(pushed)];
  return { writes, pushed: [...pushed, ...own.leads] };
}

/** An extension that has a user is not taken from them by giving it to another. @throws 409 */
export function assertNobodyElses(extension: ExtensionRecord, userId: string): void {
  if (extension.userId && extension.userId !== userId)
    throw conflict(
      `Extension ${extension.number} is another user’s.`,
      { field: 'extension' },
      'extension_taken',
    );
}
