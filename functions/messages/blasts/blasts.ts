import { author, seesWorkOf, tenantOf } from '#functions/kernel/actor.ts';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { deterministicId, newId } from '#functions/kernel/ids.ts';
import { send } from '#functions/kernel/queue.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { assertChoice, usableIds } from '#functions/leads/api.ts';
import { templateById, variablesOf } from '#functions/messageTemplates/api.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import type { Blast } from '#shared/model/message.ts';
import { assertMaySend } from '../send/assert-may-send.ts';
import { readSettings } from '../settings/store.ts';
import { readContacts, withoutPhones } from './contacts-file.ts';
import { newBlast } from './new-blast.ts';
import {
  type BlastRecord,
  blastsPage,
  chunkWrites,
  failedAs,
  findBlast,
  inChunks,
  insertBlast,
  isOver,
  replaceBlast,
} from './store.ts';

export interface BlastMessage {
  blastId: string;
}
export const sendTurn = (blastId: string, delaySeconds = 0): Promise<void> =>
  send('MESSAGES', tenantOf(), { blastId } satisfies BlastMessage, delaySeconds);

/** What the work of a blast begins with: finding whom it is for, or sending to the leads that were chosen. */
export const firstStatus = ({ audience }: BlastRecord): 'gathering' | 'sending' =>
  audience.filter || audience.file || audience.followUp ? 'gathering' : 'sending';

function view(blast: BlastRecord): Blast {
  const { found, sent, refused, failed, status, reasons } = blast;
  const isGathered = status !== 'gathering';
  const share = isGathered && found > 0 ? (sent + refused + failed) / found : 0;
  return {
    id: blast.id,
    name: blast.name,
    status,
    total: isGathered ? found : null,
    sent,
    refused,
    failed,
    deferred: isOver(blast) ? 0 : blast.deferred,
    progress: status === 'completed' ? 100 : Math.min(99, Math.floor(100 * share)),
    reasons: Object.entries(reasons)
      .map(([code, reason]) => ({ code, ...reason }))
      .sort((a, b) => b.count - a.count),
    ratePerMinute: blast.ratePerMinute,
    templateId: blast.templateId,
    message: blast.message,
    from: blast.from,
    nextAt: blast.nextAt,
    why: blast.why,
    createdBy: blast.by.userId,
    createdAt: blast.createdAt,
    endedAt: blast.endedAt,
  };
}

/** Agents see the blasts that they began, admins all. */
const maySee = ({ by }: BlastRecord): boolean => seesWorkOf(by);

/** @throws 404 */
export async function blastOr404(blastId: string): Promise<BlastRecord> {
  const blast = await findBlast(blastId);
  if (!blast || !maySee(blast)) throw notFound('The blast');
  return blast;
}

/** @throws 404 for a blast that the caller may not see */
export const assertBlast = async (blastId: string): Promise<void> => void (await blastOr404(blastId));

interface Begin {
  name: string;
  message?: string | undefined;
  templateId?: string | undefined;
  from?: string | undefined;
  ratePerMinute?: number | undefined;
  outsideHours?: 'wait' | 'skip' | undefined;
  leadIds?: readonly string[] | undefined;
  filter?: LeadFilter | undefined;
  expected?: number | undefined;
  file?: string | undefined;
  key?: string | undefined;
}

/** The text, with its variables looked at now and not at the thousandth lead. @throws 400, 404 */
export async function blastText({
  message,
  templateId,
}: Pick<Begin, 'message' | 'templateId'>): Promise<string> {
  if (Boolean(message) === Boolean(templateId))
    throw badRequest('Please write a message or choose a template.');
  if (!templateId) {
    variablesOf('sms', message!);
    return message!;
  }
  const template = await templateById(templateId);
  if (template.channel !== 'sms') throw badRequest('This is a template for mails.', { field: 'templateId' });
  if (!template.isActive) throw badRequest('This template is switched off.', { field: 'templateId' });
  return template.body;
}

/**
 * Whom a list names: the leads that are there and the caller's to use, and those that are not, who count as failed from
 * the first, all in one sentence, so that it tells nothing of a colleague's lead or another tenant's. @throws 404 when
 * it names none
 */
export async function leadsOfList(
  leadIds: readonly string[],
): Promise<Pick<BlastRecord, 'found' | 'failed' | 'reasons'> & { there: string[]; unusable: number }> {
  const given = [...new Set(leadIds)];
  const there = await usableIds(given);
  const missing = notFound('The lead');
  if (given.length > 0 && there.length === 0) throw missing;
  const failed = given.length - there.length;
  const reasons = failed > 0 ? { [failedAs(missing.message)]: { count: failed, text: missing.message } } : {};
  return { there, found: given.length, failed, reasons, unusable: failed };
}

/** Begins a blast. The same key again is the same blast. @throws 400, 403, 404 */
export async function beginBlast(begin: Begin): Promise<Blast> {
  await assertMaySend();
  const { leadIds, filter, expected, file, key } = begin;
  if ([leadIds, filter, file].filter((one) => one !== undefined).length !== 1)
    throw badRequest('Please say whom it is for: leads, or a filter.');
  if (filter) await assertChoice({ filter, expected });
  const message = await blastText(begin);
  const { campaignPerMinute } = await readSettings();
  const id = key ? deterministicId('cmp', author().userId, key) : newId('cmp');
  const { there, found, failed, reasons, unusable } = await leadsOfList(leadIds ?? []);
  const chunks = inChunks(there);
  const blast = newBlast({
    id,
    kind: 'blast',
    name: begin.name,
    status: leadIds ? 'sending' : 'gathering',
    message,
    templateId: begin.templateId ?? null,
    from: begin.from ?? null,
    ratePerMinute: Math.min(begin.ratePerMinute ?? campaignPerMinute, campaignPerMinute),
    audience: { filter, expected, file, leads: leadIds && found },
    found,
    chunks: chunks.length,
    failed,
    unusable,
    reasons,
    outsideHours: begin.outsideHours ?? 'wait',
    onceWithinHours: 0,
  });
  try {
    await commit(
      insertBlast(blast),
      chunkWrites(id, chunks),
      auditEntry(
        'blast.begun',
        { kind: 'campaign', id, name: begin.name },
        { leads: leadIds ? found : null },
      ),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return view(await blastOr404(id));
  }
  await sendTurn(id);
  return view(blast);
}

export const blastStatus = async (blastId: string): Promise<Blast> => view(await blastOr404(blastId));

export async function listBlasts(limit: number, cursor?: string) {
  const page = await blastsPage(limit, cursor);
  return { blasts: page.blasts.filter(maySee).map(view), nextCursor: page.nextCursor };
}

/** Stops a blast; what is out is out. @throws 404, 409 when it has ended */
export const cancelBlast = (blastId: string): Promise<Blast> =>
  retryOnConflict(
    async () => {
      const before = await blastOr404(blastId);
      if (isOver(before)) throw conflict('The blast has ended already.');
      const after: BlastRecord = {
        ...before,
        status: 'cancelled',
        nextAt: null,
        why: null,
        endedAt: clock.iso(),
        version: before.version + 1,
      };
      await commit(replaceBlast(before, after));
      return view(after);
    },
    { tries: 9 },
  );

/** Makes leads of a file of contacts and texts them. @throws 400, 404, 413 */
export async function blastContacts(given: {
  file: Blob;
  name?: string | undefined;
  message?: string | undefined;
  templateId?: string | undefined;
  ratePerMinute?: number | undefined;
}) {
  const { key, filename, hasPhone } = await readContacts({ file: given.file });
  if (!hasPhone) throw withoutPhones();
  return beginBlast({
    ...given,
    file: key,
    name: given.name ?? filename.replace(/\.\w{1,5}$/, '').slice(0, 100),
  });
}
