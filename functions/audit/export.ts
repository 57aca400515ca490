import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import { newId } from '#functions/kernel/ids.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { auditExportLines } from '#shared/api/audit.ts';
import type { AuditRecord } from '#shared/model/audit.ts';
import { type AuditFilter, listAudit } from './list.ts';

/** Life of a download's address, in seconds. */
const expiresIn = 300;

const pageSize = 1_000;

const head = [
  'time',
  'action',
  'what',
  'by',
  'by kind',
  'by id',
  'address',
  'on kind',
  'on',
  'on id',
  'details',
];

const rowOf = ({ at, action, summary, actor, address, target, details }: AuditRecord) =>
  csvRow([
    at,
    action,
    summary,
    actor.name,
    actor.kind,
    actor.id,
    address ?? '',
    target?.kind ?? '',
    target?.name ?? '',
    target?.id ?? '',
    JSON.stringify(details),
  ]);

/** Writes what a filter finds into a CSV file, newest first, and notes that it was taken. */
export async function exportAudit(filter: AuditFilter) {
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAudit>> = await listAudit(
      filter,
      pageSize,
      cursor ?? undefined,
    );
    lines.push(...page.entries.map(rowOf));
    cursor = page.nextCursor;
  } while (cursor && lines.length < auditExportLines);
  const files = bucket('exports');
  const key = `audit/${newId('csv')}.csv`;
  await files.put(key, `\ufeff${csvRow(head)}${lines.join('')}`, 'text/csv; charset=utf-8');
  await recordAudit('audit.exported', null, { entries: lines.length });
  const filename = `audit log ${(await fileTime()).day}.csv`;
  const downloadUrl = await files.downloadUrl(key, filename, expiresIn);
  return { downloadUrl, filename, expiresIn, entries: lines.length, truncated: cursor !== null };
}
