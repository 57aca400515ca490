import { author, seesOwnLeadsOnly, seesWorkOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError, badRequest, conflict, forbidden, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import {
  type ImportMapping,
  type ImportOptions,
  type ImportReason,
  importLimits,
  importMapping,
  importOptions,
  type LeadImport,
} from '#shared/model/lead-import.ts';
import { beginning } from '#shared/model/text.ts';
import { leadSettings } from '../settings.ts';
import { fieldsOf, guessFields, mappingOf } from './columns.ts';
import { importFiles, openFile } from './file.ts';
import { reasonsOf } from './reasons.ts';
import { rejectedKey, writeRejectedFor } from './rejected.ts';
import { findImport, importsPage, insertImport, type StoredImport, tallyOf } from './store.ts';
import { moved, sendTurns } from './turns.ts';

/** The bucket keeps what lies there as long. */
const keepSeconds = importLimits.keepDays * 24 * 3600;
const linkSeconds = 600;

export const uploadKey = (uploadId: string) => `uploads/${uploadId}.csv`;

export async function startUpload(): Promise<{
  uploadId: string;
  upload: { url: string; fields: Record<string, string> };
}> {
  const uploadId = newId('upl');
  const { url, fields } = await importFiles().uploadForm(
    uploadKey(uploadId),
    'text/csv',
    importLimits.fileBytes,
  );
  return { uploadId, upload: { url, fields } };
}

/** Agents see the imports that they began, admins all. @throws 404 */
async function importOr404(importId: string): Promise<StoredImport> {
  const item = await findImport(importId);
  if (!item || !maySee(item)) throw notFound('The import');
  return item;
}

const maySee = ({ plan }: StoredImport): boolean => seesWorkOf(plan.by);

async function answerOf(item: StoredImport): Promise<LeadImport> {
  const { plan, checked, status } = item;
  const { removed, ...tally } = await tallyOf(item.importId);
  const worked = tally.created + tally.updated + tally.skipped + tally.failed;
  const isCounted = !['checking', 'failed'].includes(status) || worked > 0;
  const share = { part: worked, of: checked.rows };
  if (status === 'checking') Object.assign(share, { part: checked.offset, of: plan.fileSize });
  if (status === 'undoing') Object.assign(share, { part: removed, of: tally.created });
  const isOver = status === 'completed' || status === 'undone';
  return {
    id: item.importId,
    filename: plan.filename,
    fileSize: plan.fileSize,
    status,
    progress: isOver ? 100 : Math.min(99, Math.floor((100 * share.part) / Math.max(1, share.of))),
    totalRows: isCounted ? checked.rows : null,
    ...tally,
    hasRejected: item.hasRejected,
    mapping: plan.mapping,
    options: plan.options,
    headers: plan.headers,
    error: item.error,
    undo: status === 'undone' || status === 'undoing' ? { removed, kept: item.kept ?? 0 } : null,
    createdBy: plan.by.userId,
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
    expiresAt: new Date(item.expiresAt * 1000).toISOString(),
  };
}

/** Everybody's leads may be given to an active user by an admin; an agent imports for themselves or for nobody. */
async function assertOwner(ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  const { userId } = author();
  if (seesOwnLeadsOnly() && ownerId !== userId)
    throw forbidden('An agent can take the leads of an import, or leave them to nobody.');
  if (!takesLeads(await findUser(ownerId)))
    throw badRequest('The owner is not an active user.', { field: 'ownerId' });
}

interface StartInput {
  file: string;
  filename: string;
  /** Guessed when left out. */
  mapping: ImportMapping | undefined;
  options: ImportOptions;
}

/**
 * Begins an import of a file that lies in the bucket. Nothing is written before every row has been looked at.
 * @throws 400 for a file that is no CSV, a column or field that is not there; 403, 404
 */
export async function startImport({ file, filename, mapping, options }: StartInput): Promise<LeadImport> {
  await assertOwner(options.ownerId);
  const [settings, opened] = await Promise.all([leadSettings(), openFile(file, options)]);
  const wanted = mapping ?? mappingOf(guessFields(opened.headers, settings));
  if (wanted.length === 0)
    throw badRequest('No column has a name that is known. Please say which columns fill which fields.');
  const missing = wanted.find(({ column }) => column >= opened.headers.length);
  if (missing) throw badRequest(`The file has no column ${missing.column + 1}.`);
  const fields = new Set(fieldsOf(settings).map(({ field }) => field));
  const unknown = wanted.find(({ field }) => !fields.has(field));
  if (unknown) throw badRequest(`There is no field ${unknown.field}.`);
  const { userId, role, username } = author();
  const at = clock.iso();
  const item: StoredImport = {
    importId: newId('imp'),
    plan: { ...opened, filename, mapping: wanted, options, settings, by: { userId, role, username } },
    status: 'checking',
    open: 'yes',
    checked: { offset: opened.dataStart, row: opened.firstRow, rows: 0, invalid: 0, chunks: 0 },
    error: null,
    hasRejected: false,
    beatAt: clock.now(),
    createdAt: at,
    updatedAt: at,
    expiresAt: clock.seconds() + keepSeconds,
  };
  await commit(insertImport(item));
  await sendTurns(item.importId);
  return answerOf(item);
}

function parsed<T>(
  text: string | undefined,
  what: string,
  parse: (value: unknown) => { success: boolean; data?: T; error?: { issues: { message: string }[] } },
  none: T,
): T {
  if (text === undefined || text.trim() === '') return none;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest(`The ${what} of the form are not valid JSON.`, { field: what });
  }
  const result = parse(value);
  if (!result.success) throw badRequest(`${what}: ${result.error!.issues[0]!.message}`, { field: what });
  return result.data!;
}

/** The specification's own way: a form of file, mappings and options. @throws 400, 413 */
export async function startImportOfForm(form: {
  file: Blob;
  mappings?: string | undefined;
  options?: string | undefined;
}): Promise<LeadImport> {
  const { file } = form;
  if (file.size === 0) throw badRequest('The file is empty.');
  if (file.size > importLimits.formBytes)
    throw new AppError(
      413,
      'payload_too_large',
      'A form may have a file of 4 MB. Upload larger ones by POST /leads/import/uploads.',
      { details: { maxBytes: importLimits.formBytes, bytes: file.size } },
    );
  const mapping = parsed<ImportMapping | undefined>(
    form.mappings,
    'mappings',
    (value) => importMapping.safeParse(value),
    undefined,
  );
  const options = parsed(
    form.options,
    'options',
    (value) => importOptions.safeParse(value),
    importOptions.parse({}),
  );
  const key = uploadKey(newId('upl'));
  await importFiles().put(key, Buffer.from(await file.arrayBuffer()), 'text/csv');
  const filename = (file instanceof File && beginning(file.name, 255)) || 'leads.csv';
  return startImport({ file: key, filename, mapping, options });
}

export const importOf = async (importId: string): Promise<LeadImport> =>
  answerOf(await importOr404(importId));

export async function listImports(limit: number, cursor?: string) {
  const page = await importsPage(limit, cursor);
  return {
    imports: await Promise.all(page.imports.filter(maySee).map(answerOf)),
    nextCursor: page.nextCursor,
  };
}

/** Stops an import; the rows that are in stay. @throws 404, 409 when it has ended */
export async function cancelImport(importId: string): Promise<LeadImport> {
  const item = await importOr404(importId);
  if (!(await moved(item, ['checking', 'running'], { status: 'cancelled', beatAt: clock.now() })))
    throw conflict('The import has ended already.');
  await sendTurns(importId);
  return importOf(importId);
}

/** Goes on with an import that was cancelled, from where it stopped. @throws 404, 409 */
export async function resumeImport(importId: string): Promise<LeadImport> {
  const item = await importOr404(importId);
  const wholeFile = item.checked.offset >= item.plan.fileSize;
  const status = wholeFile ? 'running' : 'checking';
  if (!(await moved(item, ['cancelled'], { status, open: 'yes', beatAt: clock.now() })))
    throw conflict('Only an import that was cancelled can be gone on with.');
  await sendTurns(importId, wholeFile ? 4 : 1);
  return importOf(importId);
}

/** Deletes what an import made and nobody has changed since. @throws 404, 409 while it is at work or when it was undone */
export async function undoImport(importId: string): Promise<LeadImport> {
  const item = await importOr404(importId);
  if (
    !(await moved(item, ['completed', 'cancelled'], { status: 'undoing', open: 'yes', beatAt: clock.now() }))
  )
    throw conflict(
      ['checking', 'running'].includes(item.status)
        ? 'The import is still at work. Cancel it first.'
        : 'There is nothing to undo.',
    );
  await sendTurns(importId);
  return importOf(importId);
}

export const importReasons = async (importId: string): Promise<ImportReason[]> =>
  reasonsOf(await importOr404(importId));

/** The rows that did not come in, as a file; those of one reason also while the import runs. @throws 404 */
export async function rejectedRows(importId: string, reason?: string) {
  const item = await importOr404(importId);
  const hasRows = reason === undefined ? item.hasRejected : await writeRejectedFor(item, reason);
  if (!hasRows) throw notFound('A file of refused rows');
  const about = reason === undefined ? 'not imported' : 'not imported, one reason';
  const filename = `${item.plan.filename.replace(/\.\w{1,5}$/, '')} - ${about}.csv`;
  const downloadUrl = await importFiles().downloadUrl(rejectedKey(importId, reason), filename, linkSeconds);
  return { downloadUrl, filename, expiresIn: linkSeconds };
}
