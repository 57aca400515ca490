import { actorName, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import type { SearchRecord } from '#shared/model/tracer.ts';
import { connection } from './account.ts';
import { type DayFigures, daysOf, readAccess, type SearchItem, searchPage, usedIn } from './store.ts';

const view = ({
  searchId,
  question: _question,
  expiresAt: _expiresAt,
  version: _version,
  ...search
}: SearchItem): SearchRecord => ({ id: searchId, ...search });

/** Admins see everybody's searches, agents their own; newest first. */
export async function history(limit: number, cursor: string | undefined) {
  const { data, cursor: nextCursor } = await searchPage(
    seesOwnLeadsOnly() ? actorName() : undefined,
    cursor,
    limit,
  );
  return { searches: data.map(view), nextCursor };
}

const thisMonth = (): string => clock.iso().slice(0, 7);

/** @param period a month such as 2026-11, of UTC; this one by default */
export async function usage(period = thisMonth()) {
  const [days, used, { monthlyLimit }] = await Promise.all([daysOf(period), usedIn(period), readAccess()]);
  const sum = (name: keyof Omit<DayFigures, 'month' | 'day'>) =>
    days.reduce((all, day) => all + day[name], 0);
  return {
    period,
    used,
    monthlyLimit,
    billed: sum('billed'),
    maybeBilled: sum('maybeBilled'),
    cached: sum('cached'),
    found: sum('found'),
    cost: sum('cost') / 10_000,
    days: days.map(({ day, billed, maybeBilled, cached }) => ({ day, billed, maybeBilled, cached })),
  };
}

export async function status() {
  const [{ enabled, monthlyLimit }, used, connected] = await Promise.all([
    readAccess(),
    usedIn(thisMonth()),
    connection(),
  ]);
  return { enabled, monthlyLimit, balance: enabled ? Math.max(0, monthlyLimit - used) : 0, ...connected };
}
