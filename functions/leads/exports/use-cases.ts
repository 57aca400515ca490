import { author, seesOwnLeadsOnly, seesWorkOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { type ExportRequest, importLimits, type LeadExport } from '#shared/model/lead-import.ts';
import { allIfNoneNamed, assertChoice, type Chosen } from '../chosen.ts';
import { readLeadCounts } from '../counts.ts';
import { leadSettings } from '../settings.ts';
import { exportFiles, fileKey } from './files.ts';
import { exportsPage, findExport, insertExport, type StoredExport } from './store.ts';
import { sendExport } from './work.ts';

const keepSeconds = importLimits.keepDays * 24 * 3600;

async function answerOf(item: StoredExport): Promise<LeadExport> {
  const { exportId, plan, status, createdAt } = item;
  const { format } = plan.request;
  const filename = `Leads ${(await fileTime(Date.parse(createdAt))).moment}.${format}`;
  const isReady = status === 'completed';
  return {
    id: exportId,
    format,
    status,
    filename,
    leads: item.leads,
    of: plan.of,
    error: item.error,
    fileSize: item.fileSize,
    downloadUrl: isReady ? await exportFiles().downloadUrl(fileKey(exportId, format), filename) : null,
    createdAt,
    updatedAt: item.updatedAt,
  };
}

const isAll = ({ filter }: Chosen) => filter !== undefined && 'all' in filter && filter.all.length === 0;

interface Wanted extends Chosen, Pick<ExportRequest, 'format' | 'sort'> {}

/**
 * Begins an export of chosen leads that the caller may see; of all where neither ids nor a filter is given.
 * @throws 400, 409 'count_changed'
 */
export async function startExport({ format, sort, ...given }: Wanted): Promise<LeadExport> {
  const chosen = allIfNoneNamed(given);
  const found = await assertChoice(chosen);
  const { userId, role, username } = author();
  const { customFields } = await leadSettings();
  const isWhole = isAll(chosen) && !seesOwnLeadsOnly();
  const { ids, filter = { all: [] } } = chosen;
  const at = clock.iso();
  const item: StoredExport = {
    exportId: newId('lex'),
    plan: {
      request: { format, sort, filter, ids },
      of: isWhole ? ((await readLeadCounts()).get('all:live') ?? 0) : found,
      customFields: customFields.map(({ key, label }) => ({ key, label })),
      by: { userId, role, username },
    },
    status: 'running',
    open: 'yes',
    parts: 0,
    leads: 0,
    read: false,
    fileSize: null,
    error: null,
    beatAt: clock.now(),
    createdAt: at,
    updatedAt: at,
    expiresAt: clock.seconds() + keepSeconds,
  };
  const target = { kind: 'export', id: item.exportId, name: '' };
  await commit(insertExport(item), auditEntry('lead.exported', target, { format, expected: item.plan.of }));
  await sendExport(item.exportId);
  return answerOf(item);
}

/** Everybody sees the exports that they asked for; admins all. */
const maySee = ({ plan }: StoredExport): boolean => seesWorkOf(plan.by);

/** @throws 404 */
export async function exportOf(exportId: string): Promise<LeadExport> {
  const item = await findExport(exportId);
  if (!item || !maySee(item)) throw notFound('The export');
  return answerOf(item);
}

export async function listExports(limit: number, cursor?: string) {
  const page = await exportsPage(limit, cursor);
  return {
    exports: await Promise.all(page.exports.filter(maySee).map(answerOf)),
    nextCursor: page.nextCursor,
  };
}
