import { recordAudit } from '#functions/kernel/audit.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { csvRow } from '#functions/kernel/csv.ts';
import { newId } from '#functions/kernel/ids.ts';
import { fileTime } from '#functions/tenants/api.ts';
import { everyUser } from '#functions/users/api.ts';
import { type Call, callLimits } from '#shared/model/call.ts';
import { type CallFilter, listCalls } from './read.ts';

/** Life of a download's address, in seconds. */
const expiresIn = 300;

const pageSize = 200;

const head = [
  'id',
  'started',
  'direction',
  'from',
  'to',
  'lead',
  'lead id',
  'status',
  'disposition',
  'agents',
  'talk seconds',
  'ended',
  'recording',
  'cost',
  'source',
  'notes',
];

const rowOf = (call: Call, names: Map<string, string>) =>
  csvRow([
    call.id,
    call.startedAt,
    call.direction,
    call.from,
    call.to,
    call.leadName,
    call.leadId ?? '',
    call.status,
    call.disposition,
    [...new Set(call.legs.map(({ agentId }) => names.get(agentId) ?? agentId))].join('; '),
    String(call.talkSeconds),
    call.endedAt ?? '',
    // An address of our own recordings would be void soon after, and is not told.
    call.recordingUrl ?? '',
    call.cost === null ? '' : String(call.cost),
    call.source,
    call.notes,
  ]);

/** Writes the calls that the actor sees into a CSV file; of very many, the newest. */
export async function exportCalls(filter: CallFilter) {
  const users = await everyUser();
  const names = new Map(
    users.map(({ userId, firstName, lastName, username }) => [
      userId,
      `${firstName} ${lastName}`.trim() || username,
    ]),
  );
  const lines: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listCalls>> = await listCalls(filter, {
      limit: pageSize,
      cursor: cursor ?? undefined,
    });
    lines.push(...page.calls.map((call) => rowOf(call, names)));
    cursor = page.nextCursor;
  } while (cursor && lines.length < callLimits.exported);
  const files = bucket('exports');
  const key = `calls/${newId('csv')}.csv`;
  await files.put(key, `\ufeff${csvRow(head)}${lines.join('')}`, 'text/csv; charset=utf-8');
  await recordAudit('call.exported', null, { calls: lines.length });
  const filename = `calls ${(await fileTime()).day}.csv`;
  const downloadUrl = await files.downloadUrl(key, filename, expiresIn);
  return { downloadUrl, filename, expiresIn, calls: lines.length, truncated: cursor !== null };
}
