import { Readable } from 'node:stream';
import { onBehalfOf, tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { jobWork } from '#functions/kernel/job.ts';
import { send } from '#functions/kernel/queue.ts';
import { accepted, commit } from '#functions/kernel/table.ts';
import { queryLeads } from '../query/page.ts';
import { findLeads, type LeadRecord } from '../store.ts';
import { view } from '../view.ts';
import { usableIds } from '../write.ts';
import { exportFiles, fileKey } from './files.ts';
import { earlierExports, findExport, noteExport, type StoredExport } from './store.ts';
import { headOf, linesOf } from './table.ts';

/*
 * An export is read a part at a time, each a file of its own, and put together at the end. A part is noted with the
 * cursor behind it, so a worker that dies loses at most the part that it was at.
 */

export interface ExportMessage {
  exportId: string;
}

const partLeads = 2_000;
const pageLeads = 500;
const turnMs = 40_000;
/** An export that no worker has said anything of for so long is taken up by the sweeper, in ms. */
const forgottenAfter = 45_000;

export const sendExport = (exportId: string): Promise<void> =>
  send('IMPORTS', tenantOf(), { exportId } satisfies ExportMessage);

const partKey = (exportId: string, n: number) => `${exportId}/parts/${n}`;

/** Whether it was written; another worker was quicker otherwise. */
const noted = (item: StoredExport, change: Parameters<typeof noteExport>[1]): Promise<boolean> =>
  accepted(commit(noteExport(item, { ...change, beatAt: clock.now(), updatedAt: clock.iso() })));

/** Those that were named, in that order: no more than one part. */
const namedLeads = async (ids: readonly string[]) => ({
  leads: await findLeads(await usableIds(ids)),
  nextCursor: null,
});

/** Writes the next part. Answers the export as it is then; undefined when another worker was quicker. */
async function writePart(
  item: StoredExport,
  until: number,
  hide: () => Promise<void>,
): Promise<StoredExport | undefined> {
  const { exportId, plan, parts } = item;
  const { ids, filter, sort, format } = plan.request;
  const leads: LeadRecord[] = [];
  let cursor = item.cursor;
  do {
    // A filter that few leads pass is looked through for long before a part is full.
    await hide();
    const page = ids ? await namedLeads(ids) : await queryLeads(filter, sort, { limit: pageLeads, cursor });
    leads.push(...page.leads);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && leads.length < partLeads && clock.now() < until);
  const text =
    format === 'csv'
      ? linesOf(leads, plan.customFields)
      : leads.map((lead) => JSON.stringify(view(lead))).join(',\n');
  if (leads.length > 0) await exportFiles().put(partKey(exportId, parts), text, 'text/plain');
  const next = {
    parts: parts + (leads.length > 0 ? 1 : 0),
    leads: item.leads + leads.length,
    read: !cursor,
    ...(cursor ? { cursor } : {}),
  };
  return (await noted(item, next)) ? { ...item, ...next } : undefined;
}

async function* pieces({ exportId, parts, plan }: StoredExport): AsyncGenerator<string | Buffer> {
  const isCsv = plan.request.format === 'csv';
  yield isCsv ? headOf(plan.customFields) : '[\n';
  for (let n = 0; n < parts; n++) {
    if (n > 0 && !isCsv) yield ',\n';
    yield (await exportFiles().get(partKey(exportId, n)))!;
  }
  if (!isCsv) yield '\n]\n';
}

async function finish(item: StoredExport): Promise<void> {
  const { exportId } = item;
  const { format } = item.plan.request;
  const key = fileKey(exportId, format);
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  await exportFiles().upload(key, Readable.from(pieces(item), { objectMode: false }), type);
  const stat = await exportFiles().stat(key);
  if (await noted(item, { status: 'completed', open: 'no', fileSize: stat?.size ?? 0 }))
    await exportFiles().removeAll(`${exportId}/parts/`);
}

/** One turn at an export. `hide` keeps its message from coming again while it lives. */
export async function workExport(
  exportId: string,
  hide: () => Promise<void> = async () => undefined,
): Promise<void> {
  const found = await findExport(exportId);
  if (found?.status !== 'running') return;
  const { by } = found.plan;
  const until = clock.now() + turnMs;
  // Who asked for it reads: an agent's export holds what the agent may see.
  await onBehalfOf(by, 'export', async () => {
    let item: StoredExport | undefined = found;
    try {
      while (!item.read) {
        item = await writePart(item, until, hide);
        if (!item) return;
        if (!item.read && clock.now() > until) return await sendExport(exportId);
      }
      await hide();
      await finish(item);
    } catch (error) {
      if (!(error instanceof AppError) || !item) throw error;
      await noted(item, { status: 'failed', open: 'no', error: error.message });
    }
  });
}

/** The sweeper's part: a turn for an export that no worker is at. */
export const leadExportWork = jobWork({
  find: findExport,
  isOpen: ({ open }) => open === 'yes',
  quietAt: ({ beatAt }) => beatAt + forgottenAfter,
  revive: async (item, exportId) => {
    if (await noted(item, {})) await sendExport(exportId);
  },
  againMs: forgottenAfter,
  earlier: earlierExports,
});
