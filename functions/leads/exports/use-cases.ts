import { author, seesOwnLeadsOnly } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { type ExportRequest, importLimits, type LeadExport } from '#shared/model/lead-import.ts';
import { readLeadCounts } from '../counts.ts';
import { assertStorableFilter } from '../query/validate.ts';
import { leadSettings } from '../settings.ts';
import { exportFiles, fileKey } from './files.ts';
import { exportsPage, findExport, insertExport, type StoredExport } from './store.ts';
import { sendExport } from './work.ts';

const keepSeconds = importLimits.keepDays * 24 * 3600;

async function answerOf(item: StoredExport): Promise<LeadExport> {
  const { exportId, plan, status, createdAt } = item;
  const { format } = plan.request;
  const filename = `Leads ${createdAt.slice(0, 16).replace('T', ' ').replace(':', '.')}.${format}`;
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

const isAll = (filter: ExportRequest['filter']) => 'all' in filter && filter.all.length === 0;

/** Begins an export of the leads that a filter finds and that the caller may see. @throws 400 */
export async function startExport(request: ExportRequest): Promise<LeadExport> {
  assertStorableFilter(request.filter);
  const { userId, role, username } = author();
  const { customFields } = await leadSettings();
  const all = isAll(request.filter) && !seesOwnLeadsOnly();
  const at = clock.iso();
  const item: StoredExport = {
    exportId: newId('lex'),
    plan: {
      request,
      of: all ? ((await readLeadCounts()).get('all:live') ?? 0) : null,
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
  const { format } = request;
  await commit(insertExport(item), auditEntry('lead.exported', target, { format, expected: item.plan.of }));
  await sendExport(item.exportId);
  return answerOf(item);
}

/** Everybody sees the exports that they asked for; admins all. */
function maySee({ plan }: StoredExport): boolean {
  return !seesOwnLeadsOnly() || plan.by.userId === author().userId;
}

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
