import { z } from 'zod';
import { AuditEntries, auditMonth, type StoredAuditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { firstThat, placeCursor } from '#functions/kernel/paging.ts';
import { type AuditAction, type AuditRecord, auditDays, auditSentence } from '#shared/model/audit.ts';

export interface AuditFilter {
  action?: AuditAction | undefined;
  /** A user's id. */
  user?: string | undefined;
  /** ISO 8601; entries from then on. */
  from?: string | undefined;
  /** ISO 8601; entries before then. */
  to?: string | undefined;
}

interface Place {
  at: string;
  entryId: string;
}
const { cursorOf, placeOf } = placeCursor(z.object({ at: z.iso.datetime(), entryId: z.string().max(64) }));

const dayMs = 86_400_000;

/** The months from the one of `to` back to the one of `from`, as `2026-11`. */
function monthsBack(from: string, to: string): string[] {
  const months: string[] = [];
  const first = auditMonth(from);
  const day = new Date(`${auditMonth(to)}-01T00:00:00Z`);
  for (; ; day.setUTCMonth(day.getUTCMonth() - 1)) {
    const month = auditMonth(day.toISOString());
    if (month < first) return months;
    months.push(month);
  }
}

/** A page of one index: entries from `from` (included) back from `before` (excluded), newest first. */
async function read(
  month: string | undefined,
  { action, user }: AuditFilter,
  from: string,
  before: Place,
  limit: number,
): Promise<StoredAuditEntry[]> {
  // The table refuses a range whose end lies before its beginning.
  if (from >= before.at) return [];
  const query =
    user !== undefined
      ? AuditEntries.query('byUser', { userId: user }).between({ at: from }, before)
      : action !== undefined
        ? AuditEntries.query('byAction', { action }).between({ at: from }, before)
        : AuditEntries.query('key', { month: month! }).between({ at: from }, before);
  return firstThat(
    (options) => query.go({ ...options, order: 'desc' }),
    // The index gives the last place itself once more.
    ({ at, entryId, action: done }) =>
      (at !== before.at || entryId !== before.entryId) && (action === undefined || done === action),
    limit + 1,
  );
}

const view = (entry: StoredAuditEntry): AuditRecord => {
  const { entryId, at, action, actor, address, target, details } = entry;
  const record = {
    id: entryId,
    at,
    action,
    actor,
    address: address ?? null,
    target: target ?? null,
    details,
  };
  return { ...record, summary: auditSentence(action, details, target?.name ?? '') };
};

/** Entries of the actor's tenant that a filter finds, newest first. @throws 400 for a cursor that no list gave */
export async function listAudit(filter: AuditFilter, limit: number, cursor?: string) {
  const oldest = new Date(clock.now() - auditDays * dayMs).toISOString();
  const from =
    filter.from !== undefined && filter.from > oldest ? new Date(filter.from).toISOString() : oldest;
  const newest: Place = { at: new Date(filter.to ?? clock.now() + dayMs).toISOString(), entryId: '' };
  const before = cursor ? (placeOf(cursor) as Place) : newest;
  const isIndexed = filter.user !== undefined || filter.action !== undefined;
  const entries: StoredAuditEntry[] = [];
  for (const month of isIndexed ? [undefined] : monthsBack(from, before.at)) {
    entries.push(...(await read(month, filter, from, before, limit - entries.length)));
    if (entries.length > limit) break;
  }
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(view),
    nextCursor: entries.length > limit && last ? cursorOf({ at: last.at, entryId: last.entryId }) : null,
  };
}
