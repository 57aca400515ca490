import { createHash } from 'node:crypto';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import type { TransferNumber } from '#shared/model/transfer-group.ts';
import { isOpenAt, nextOpening } from '#shared/model/week-hours.ts';
import { chooseNumber } from './choose.ts';
import { groupOr404 } from './groups.ts';
import { drawInsertion, drawsOf, findDraw, type GroupRecord, type Turn, turnOf, turnWrite } from './store.ts';

/** A dialler asks for many numbers of a group at one instant, and each changes whose turn it is. */
const manyAtOnce = { tries: 60, pauseMs: 4, maxPauseMs: 120 };
/** What was drawn is answered again under its key for so long, in seconds. */
const keptSeconds = 86_400;

/** From 0 to below 1, the same for the same key. */
const chanceOf = (key: string): number =>
  createHash('sha256').update(key).digest().readUIntBE(0, 6) / 2 ** 48;

/** A number for a call. */
export interface Chosen {
  /** Null is the fallback number. */
  numberId: string | null;
  /** E.164 */
  phoneNumber: string;
  label: string;
  reason: string;
}

export const isOpen = ({ hours }: GroupRecord, at: number): boolean => !hours || isOpenAt(hours, at);

/** What calls still have at an instant, ms since 1970. */
const stillTaken = ({ taken }: Turn, at: number): Turn['taken'] =>
  Object.fromEntries(Object.entries(taken).filter(([, { until }]) => until > at));

/** Numbers that can take one more call. */
function freeNumbers({ numbers }: GroupRecord, taken: Turn['taken']) {
  const callsOf = (id: string) => Object.values(taken).filter(({ numberId }) => numberId === id).length;
  return numbers.filter(({ id, isActive, maxConcurrent }) => isActive && callsOf(id) < maxConcurrent);
}

/** What keeps a group from taking a call. */
const obstacles = {
  closed: 'The group is closed now.',
  empty: 'The group has no active number.',
  taken: 'Every number of the group is taken.',
} as const;
type Obstacle = keyof typeof obstacles;

/** Numbers of a group that can take a call; where there are none, the obstacle. */
function standing(
  group: GroupRecord,
  turn: Turn,
  at: number,
): { free: TransferNumber[]; obstacle?: Obstacle } {
  if (!isOpen(group, at)) return { free: [], obstacle: 'closed' };
  const free = freeNumbers(group, stillTaken(turn, at));
  if (free.length > 0) return { free };
  const isEmpty = !group.numbers.some(({ isActive }) => isActive);
  return { free, obstacle: isEmpty ? 'empty' : 'taken' };
}

/** @throws 404 'no_number_available' where the group has no fallback number */
function fallbackOf({ fallbackNumber }: GroupRecord, obstacle: Obstacle): Chosen {
  const reason = obstacles[obstacle];
  if (!fallbackNumber) throw new AppError(404, 'no_number_available', `No number is available. ${reason}`);
  return { numberId: null, phoneNumber: fallbackNumber, label: 'Fallback', reason };
}

/** The number that is to take the next call of a group; nothing is drawn. @throws as `drawNumber` */
export async function nextNumber(groupId: string): Promise<Chosen> {
  const [group, turn] = await Promise.all([groupOr404(groupId), turnOf(groupId)]);
  const { free, obstacle } = standing(group, turn, clock.now());
  if (obstacle) return fallbackOf(group, obstacle);
  const chance = chanceOf(String(turn.version));
  const choice = chooseNumber({ strategy: group.strategy, free, turn, chance });
  return chosen(choice.number, choice.reason);
}

const chosen = ({ id, phoneNumber, label }: TransferNumber, reason: string): Chosen => ({
  numberId: id,
  phoneNumber,
  label,
  reason,
});

/**
 * Draws a number of a group for the call that `key` names: it is taken until `releaseNumbers`, or for `busySeconds`, by
 * default the time that it rings. The same key is answered the same for a day.
 * @throws 404 for a group that is not there; 404 'no_number_available'
 */
export function drawNumber(groupId: string, key: string, busySeconds?: number): Promise<Chosen> {
  return retryOnConflict(async () => {
    const group = await groupOr404(groupId);
    const known = await findDraw(groupId, key);
    if (known) return known;
    const at = clock.now();
    const turn = await turnOf(groupId);
    const { free, obstacle } = standing(group, turn, at);
    if (obstacle) return fallbackOf(group, obstacle);
    const { strategy, ringSeconds } = group;
    const choice = chooseNumber({ strategy, free, turn, chance: chanceOf(key) });
    const numberId = choice.number.id;
    const until = at + (busySeconds ?? ringSeconds) * 1000;
    const draw = { ...chosen(choice.number, choice.reason), numberId };
    const after: Turn = {
      ...turn,
      credits: choice.credits,
      lastUsedAt: { ...turn.lastUsedAt, [numberId]: at },
      taken: { ...stillTaken(turn, at), [key]: { numberId, until } },
    };
    await commit([
      turnWrite(turn, after),
      drawInsertion({ ...draw, groupId, key, expiresAt: clock.seconds() + keptSeconds }),
    ]);
    return draw;
  }, manyAtOnce);
}

const release = (groupId: string, key: string): Promise<void> =>
  retryOnConflict(async () => {
    const turn = await turnOf(groupId);
    if (!turn.taken[key]) return;
    const { [key]: _, ...taken } = turn.taken;
    await writeOne(turnWrite(turn, { ...turn, taken }));
  }, manyAtOnce);

/** Gives free what was drawn for a call, of whichever group. What was never drawn, or is free again, stays as it is. */
export async function releaseNumbers(key: string): Promise<void> {
  for (const { groupId } of await drawsOf(key)) await release(groupId, key);
}

/** Whether a group can take a call now, and when it opens else. @throws 404 */
export async function availability(groupId: string) {
  const [group, turn] = await Promise.all([groupOr404(groupId), turnOf(groupId)]);
  const at = clock.now();
  const openNow = isOpen(group, at);
  const opening = openNow || !group.hours ? null : nextOpening(group.hours, at);
  const { free, obstacle } = standing(group, turn, at);
  return {
    available: free.length > 0,
    openNow,
    opensAt: opening === null ? null : new Date(opening).toISOString(),
    numbersFree: free.length,
    reason: obstacle ? obstacles[obstacle] : '',
    obstacle,
  };
}
