import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { turnOf } from '#functions/signage/api.ts';
import { celebrationLimits as limits } from '#shared/model/celebration.ts';
import { stands } from './day.ts';
import {
  type CelebrationKey,
  type CelebrationRecord,
  findCelebration,
  findCelebrations,
  ownEvent,
  replaceCelebration,
} from './store.ts';

/*
 * Many sales of one rule at once: the first has its sign at once, the second waits for its turn, and who comes while it
 * waits is shown on that sign too, which is then announced anew. So a rush of sales is two signs and not an hour of them.
 *
 *   A ──on displays──────────────▶
 *        B ──waits──▶ B + C ──waits──▶ B + C + D ──on displays──▶
 *
 * The one that waits leads: its record names its members, and theirs name it; both are written in one transaction.
 */

/** A sign that comes on within so long is as good as on; ms. */
const soonMs = 3_000;

const keyOf = ({ at, celebrationId }: CelebrationKey): CelebrationKey => ({ at, celebrationId });
const isSame = (one: CelebrationKey | null, other: CelebrationKey): boolean =>
  one?.celebrationId === other.celebrationId;

/**
 * The celebration of a rule on whose sign a new one is shown too; undefined where none waits.
 * @param before what stands of the day, the earliest first
 */
export async function leaderOf(
  ruleId: string,
  before: readonly CelebrationRecord[],
): Promise<CelebrationRecord | undefined> {
  const last = before.findLast(
    (record) => record.ruleId === ruleId && !record.leader && ['chosen', 'celebrated'].includes(record.state),
  );
  if (!last || last.members.length + 1 >= limits.together) return undefined;
  return (await turnOf(ownEvent(last), soonMs)) === 'waits' ? last : undefined;
}

/** Puts a celebration on the sign of another; refused where either has changed since it was read. */
export async function putTogether(
  record: CelebrationRecord,
  leader: CelebrationRecord,
  also: object[],
): Promise<CelebrationRecord> {
  const updatedAt = clock.iso();
  const member: CelebrationRecord = {
    ...record,
    state: 'celebrated',
    leader: keyOf(leader),
    note: 'On one sign with other sales.',
    updatedAt,
    version: record.version + 1,
  };
  const leading: CelebrationRecord = {
    ...leader,
    state: 'chosen',
    members: [...leader.members, keyOf(record)],
    round: leader.round + 1,
    updatedAt,
    version: leader.version + 1,
  };
  await commit(replaceCelebration(member), replaceCelebration(leading), ...also);
  return member;
}

/** The sales that a sign shows: its own and those that are with it, as far as they stand. */
export async function salesOn(record: CelebrationRecord): Promise<CelebrationRecord[]> {
  const members = await findCelebrations(record.members);
  return [record, ...members.filter((member) => isSame(member.leader, record))].filter(stands);
}

type Write = (record: CelebrationRecord, change: Partial<CelebrationRecord>) => Promise<CelebrationRecord>;

/** Takes one that was called off from the sign that it shared, and answers whose that is, to be shown anew. */
export async function leaveSign(record: CelebrationRecord, write: Write): Promise<CelebrationKey[]> {
  const leader = record.leader ? await findCelebration(record.leader) : undefined;
  if (!leader?.members.some((member) => isSame(member, record))) return [];
  const isOver = !stands(leader) || (await turnOf(ownEvent(leader))) === 'over';
  const members = leader.members.filter((member) => !isSame(member, record));
  await write(leader, { members, ...(isOver ? {} : { state: 'chosen', round: leader.round + 1 }) });
  return isOver ? [] : [keyOf(leader)];
}

/** Has those that share the sign of one that was called off go by themselves, and answers them. */
export async function partSign(record: CelebrationRecord, write: Write): Promise<CelebrationKey[]> {
  const members = (await findCelebrations(record.members)).filter((member) => isSame(member.leader, record));
  if (members.length === 0) return [];
  const isOver = (await turnOf(ownEvent(record))) === 'over';
  for (const member of members) {
    const goesOn = !isOver && stands(member);
    await write(member, { leader: null, ...(goesOn ? { state: 'chosen', note: '' } : {}) });
  }
  return isOver ? [] : members.filter(stands).map(keyOf);
}
