import { randomUUID } from 'node:crypto';
import { findDidPool } from '#functions/didPools/api.ts';
import { author } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, changedSinceOpened, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { assertChoice, importFiles, previewImport } from '#functions/leads/api.ts';
import {
  type AutoReply,
  type Campaign,
  type CampaignSchedule,
  campaignLimits,
  noAutoReply,
} from '#shared/model/campaign.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { importOptions } from '#shared/model/lead-import.ts';
import { nextOpening } from '#shared/model/week-hours.ts';
import { usableNumbers } from '../numbers/numbers.ts';
import { assertMaySend } from '../send/assert-may-send.ts';
import { campaignFull } from '../send/compose.ts';
import { readSettings } from '../settings/store.ts';
import { waitingAfter } from '../threads/conversation-store.ts';
import { markResolved } from '../threads/threads.ts';
import {
  beginsWith,
  blastText,
  chunkSeconds,
  kept,
  known,
  leadsOfList,
  phoneFields,
  sendTurn,
} from './blasts.ts';
import { campaignOf, statusOf, viewOf } from './campaign-view.ts';
import {
  type BlastRecord,
  chunkSize,
  insertBlast,
  isOver,
  putChunk,
  removeBlast,
  replaceBlast,
} from './store.ts';

/** Rows of a file that are shown when it has been read. */
const previewRows = 5;

export interface CampaignInput {
  name?: string | undefined;
  message?: string | undefined;
  templateId?: string | undefined;
  from?: string | null | undefined;
  poolId?: string | null | undefined;
  rateLimit?: number | undefined;
  schedule?: { [Name in keyof CampaignSchedule]?: CampaignSchedule[Name] | undefined } | undefined;
  autoReply?: AutoReply | undefined;
  onceWithinHours?: number | undefined;
  outsideHours?: 'wait' | 'skip' | undefined;
  leadIds?: readonly string[] | undefined;
  filter?: LeadFilter | undefined;
  expected?: number | undefined;
}

type Change = Partial<BlastRecord>;

const changedSince = changedSinceOpened('campaign');
const stateError = (blast: BlastRecord, text: string) =>
  conflict(text, { status: statusOf(blast) }, 'wrong_state');

/** @throws 400 */
function assertAutoReply({ enabled, message }: AutoReply): AutoReply | undefined {
  if (enabled && !message)
    throw badRequest('Please write what replies are answered with.', { field: 'autoReply' });
  if (message.includes('{{') || message.includes('{%'))
    throw badRequest('An automatic reply has no variables.', { field: 'autoReply' });
  return undefined;
}

/** @throws 400 for a pace above what the tenant lets a campaign have */
async function rateOf(rateLimit: number | undefined): Promise<number> {
  const { campaignPerMinute } = await readSettings();
  if (rateLimit !== undefined && rateLimit > campaignPerMinute)
    throw badRequest(
      `Your settings let a campaign send ${campaignPerMinute} texts a minute at most. An admin can change that.`,
      { field: 'rateLimit', most: campaignPerMinute },
    );
  return rateLimit ?? campaignPerMinute;
}

/** @throws 400, 404 */
async function senderChange({ from, poolId }: CampaignInput): Promise<Change> {
  if (from && poolId) throw badRequest('Please choose a number or a pool, not both.', { field: 'poolId' });
  const pool = poolId ? await findDidPool(poolId) : undefined;
  if (poolId && !pool) throw notFound('The pool');
  const numbers = from || poolId ? await usableNumbers(await readSettings()) : [];
  const wanted = from ? toE164(from) : null;
  if (from && !numbers.some(({ number }) => number === wanted))
    throw badRequest('This is not one of your numbers.', { field: 'from' });
  if (pool) {
    if (!pool.isActive) throw badRequest('This pool is switched off.', { field: 'poolId' });
    if (!pool.dids.some(({ didId }) => numbers.some(({ numberId }) => numberId === didId)))
      throw badRequest('No number of this pool can text.', { field: 'poolId' });
  }
  return {
    ...(from === undefined ? {} : { from: wanted, ...(wanted ? { poolId: null } : {}) }),
    ...(poolId === undefined ? {} : { poolId, ...(poolId ? { from: null } : {}) }),
  };
}

/** @throws 400 */
function scheduleChange(before: CampaignSchedule, { schedule }: CampaignInput): Change {
  if (!schedule) return {};
  const hours = schedule.hours === undefined ? before.hours : schedule.hours;
  const startAt = schedule.startAt === undefined ? before.startAt : schedule.startAt;
  if (hours && nextOpening(hours, clock.now()) === null)
    throw badRequest('These hours are closed on every day.', { field: 'schedule' });
  return { schedule: { startAt, hours } };
}

interface Chunked {
  change: Change;
  chunks: string[][];
}

/** @throws 400, 404 */
async function audienceChange({ leadIds, filter, expected }: CampaignInput): Promise<Chunked> {
  if (leadIds && filter) throw badRequest('Please say whom it is for: leads, or a filter.');
  const nobody = { found: 0, chunks: 0, failed: 0, unusable: 0, reasons: {} };
  if (filter) {
    await assertChoice({ filter, expected });
    return { change: { ...nobody, audience: { filter, expected } }, chunks: [] };
  }
  if (!leadIds) return { change: {}, chunks: [] };
  const { there, ...found } = await leadsOfList(leadIds);
  const chunks = Array.from({ length: Math.ceil(there.length / chunkSize) }, (_, n) =>
    there.slice(n * chunkSize, (n + 1) * chunkSize),
  );
  return { change: { ...found, chunks: chunks.length, audience: { leads: found.found } }, chunks };
}

async function textChange({ message, templateId }: CampaignInput): Promise<Change> {
  if (message === undefined && templateId === undefined) return {};
  return { message: await blastText({ message, templateId }), templateId: templateId ?? null };
}

async function changeOf(before: BlastRecord, input: CampaignInput): Promise<Chunked> {
  const { name, rateLimit, autoReply, onceWithinHours, outsideHours } = input;
  if (autoReply) assertAutoReply(autoReply);
  const audience = await audienceChange(input);
  return {
    chunks: audience.chunks,
    change: {
      ...audience.change,
      ...(await textChange(input)),
      ...(await senderChange(input)),
      ...scheduleChange(before.schedule ?? { startAt: null, hours: null }, input),
      ...(name === undefined ? {} : { name }),
      ...(rateLimit === undefined ? {} : { ratePerMinute: await rateOf(rateLimit) }),
      ...(autoReply ? { autoReply } : {}),
      ...(onceWithinHours === undefined ? {} : { onceWithinHours }),
      ...(outsideHours ? { outsideHours } : {}),
    },
  };
}

const chunkWrites = (id: string, chunks: readonly string[][]): object[] =>
  chunks.map((ids, n) => putChunk(id, n, ids, clock.seconds() + chunkSeconds));

async function blankCampaign(): Promise<BlastRecord> {
  const { userId, role, username } = author();
  return {
    id: newId('cmp'),
    kind: 'campaign',
    name: '',
    status: 'draft',
    message: '',
    templateId: null,
    from: null,
    poolId: null,
    ratePerMinute: await rateOf(undefined),
    schedule: { startAt: null, hours: null },
    autoReply: noAutoReply,
    onceWithinHours: campaignLimits.onceWithinHours.otherwise,
    counted: true,
    by: { userId, role, username },
    audience: {},
    found: 0,
    chunks: 0,
    chunk: 0,
    later: null,
    done: 0,
    sent: 0,
    refused: 0,
    failed: 0,
    deferred: 0,
    outsideHours: 'wait',
    reasons: {},
    nextAt: null,
    why: null,
    token: '',
    leaseUntil: 0,
    downs: 0,
    createdAt: clock.iso(),
    startedAt: null,
    endedAt: null,
    version: 1,
  };
}

/** Writes a campaign, as a draft. @throws 400, 404 */
export async function createCampaign(input: CampaignInput & { name: string }): Promise<Campaign> {
  const blank = await blankCampaign();
  if (input.message === undefined && input.templateId === undefined)
    throw badRequest('Please write a message or choose a template.');
  const { change, chunks } = await changeOf(blank, input);
  const made: BlastRecord = { ...blank, ...change };
  await commit(insertBlast(made), chunkWrites(made.id, chunks));
  return viewOf(made);
}

/** Brings a campaign to a new state, also while it is worked. */
const change = (
  campaignId: string,
  to: (before: BlastRecord) => Promise<Chunked> | Chunked,
): Promise<BlastRecord> =>
  retryOnConflict(
    async () => {
      const before = await known(campaignId);
      const { change: changed, chunks } = await to(before);
      const after: BlastRecord = { ...before, ...changed, version: before.version + 1 };
      await commit(replaceBlast(before, after), chunkWrites(campaignId, chunks));
      return after;
    },
    { tries: 12, pauseMs: 15, maxPauseMs: 300 },
  );

const only = (changed: Change): Chunked => ({ change: changed, chunks: [] });
const isOpenToEdit = ({ status }: BlastRecord) => status === 'draft' || status === 'scheduled';

/** Changes a campaign that has not started. @throws 400, 404, 409 with the state */
export async function changeCampaign(
  campaignId: string,
  input: CampaignInput,
  version: number | undefined,
): Promise<Campaign> {
  const after = await change(campaignId, async (before) => {
    if (version !== undefined && version !== before.version) throw changedSince;
    if (!isOpenToEdit(before))
      throw stateError(before, `It is ${statusOf(before)} and can no longer be changed.`);
    const { change: changed, chunks } = await changeOf(before, input);
    const startAt = changed.schedule?.startAt;
    // Its place among what is due follows its start.
    const moved = before.status === 'scheduled' && changed.schedule;
    return { change: { ...changed, ...(moved ? { nextAt: startAt ?? clock.iso() } : {}) }, chunks };
  });
  if (after.status === 'scheduled') await sendTurn(after.id, secondsUntil(after.nextAt));
  return viewOf(after);
}

const secondsUntil = (at: string | null): number =>
  at ? Math.max(0, (Date.parse(at) - clock.now()) / 1000) : 0;

/** Removes a campaign; its texts and replies stay. @throws 404, 409 while it is active */
export async function removeCampaign(campaignId: string): Promise<string> {
  const blast = await known(campaignId);
  if (statusOf(blast) === 'active') throw stateError(blast, 'It is active. Pause it first.');
  await commit(removeBlast(blast));
  if (blast.audience.file) await importFiles().remove(blast.audience.file);
  return blast.name;
}

/** What starting makes of a campaign. @throws 400, 409 with the state */
function started(before: BlastRecord): Change {
  const { status, schedule, audience, found, pausedFrom } = before;
  if (status !== 'draft' && status !== 'scheduled' && status !== 'paused')
    throw stateError(before, `It is ${statusOf(before)} and cannot be started.`);
  if (status === 'paused' && pausedFrom)
    return { status: pausedFrom, nextAt: null, why: null, leaseUntil: 0 };
  if (!audience.filter && !audience.file && found === 0)
    throw badRequest('Please say whom it is for.', { field: 'leadIds' });
  const startAt = schedule?.startAt;
  // Who starts one that is scheduled does not want to wait.
  if (startAt && Date.parse(startAt) > clock.now() && status !== 'scheduled')
    return { status: 'scheduled', nextAt: startAt, why: null };
  return { status: beginsWith(before), nextAt: null, why: null, leaseUntil: 0, startedAt: clock.iso() };
}

/** Starts a campaign, or goes on with one that was paused. @throws 400, 403, 404, 409 with the state */
export async function startCampaign(campaignId: string): Promise<Campaign> {
  await assertMaySend();
  const after = await change(campaignId, (before) => only(started(before)));
  await sendTurn(campaignId, secondsUntil(after.nextAt));
  return viewOf(after);
}

/** Pauses a campaign: the texts of the step that is on its way are the last. @throws 404, 409 with the state */
export async function pauseCampaign(campaignId: string): Promise<Campaign> {
  const after = await change(campaignId, (before) => {
    const status = statusOf(before);
    if (status !== 'active' && status !== 'scheduled')
      throw stateError(before, `It is ${status} and cannot be paused.`);
    const pausedFrom = before.status === 'gathering' ? 'gathering' : 'sending';
    return only({
      status: 'paused',
      ...(status === 'active' ? { pausedFrom } : {}),
      token: randomUUID(),
      leaseUntil: 0,
      nextAt: null,
      why: null,
    });
  });
  return viewOf(after);
}

/** Sets the pace. It holds from the next step on, also where the old one is waited for. @throws 400, 404, 409 */
export async function setRateLimit(campaignId: string, rateLimit: number): Promise<Campaign> {
  const ratePerMinute = await rateOf(rateLimit);
  let isWaiting = false;
  const after = await change(campaignId, (before) => {
    if (isOver(before)) throw stateError(before, 'It has ended.');
    isWaiting = before.status === 'waiting' && before.why === campaignFull;
    const paces = ratePerMinute === before.ratePerMinute ? before.paces : (before.paces ?? 0) + 1;
    return only({
      ratePerMinute,
      ...(paces === undefined ? {} : { paces }),
      ...(isWaiting ? { nextAt: null, why: null } : {}),
    });
  });
  if (isWaiting) await sendTurn(campaignId);
  return viewOf(after);
}

/** Sets what replies are answered with; what is left out stays. @throws 400, 404 */
export async function setAutoReply(
  campaignId: string,
  some: { [Name in keyof AutoReply]?: AutoReply[Name] | undefined },
): Promise<Campaign> {
  const after = await change(campaignId, (before) => {
    const given = Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined));
    const autoReply = { ...(before.autoReply ?? noAutoReply), ...given } as AutoReply;
    assertAutoReply(autoReply);
    return only({ autoReply });
  });
  return viewOf(after);
}

/** Conversations that are marked at once. */
const resolvedAtOnce = 100;

/** Marks every reply to a campaign that waits as resolved. @throws 404 */
export async function clearUnresponded(campaignId: string): Promise<{ resolved: number }> {
  await known(campaignId);
  let resolved = 0;
  let from: { at: string; id: string } | undefined;
  for (;;) {
    const { waiting, more } = await waitingAfter(campaignId, from, resolvedAtOnce);
    resolved += await markResolved(waiting.map(({ conversationId }) => conversationId));
    const last = waiting.at(-1);
    if (!more || !last) return { resolved };
    from = { at: last.since, id: last.conversationId };
  }
}

/** Makes the contacts of a file whom a campaign is for; they become leads when it starts. @throws 400, 404, 409, 413 */
export async function uploadContacts(campaignId: string, contacts: Blob | undefined) {
  const before = await known(campaignId);
  if (!contacts) throw badRequest('Please choose a file.', { field: 'contacts' });
  if (!isOpenToEdit(before))
    throw stateError(before, `It is ${statusOf(before)} and can no longer be changed.`);
  const { key, filename } = await kept(contacts);
  const read = await previewImport(key, filename, undefined, importOptions.parse({}));
  if (!read.mapping.some(({ field }) => phoneFields.includes(field))) {
    await importFiles().remove(key);
    throw badRequest('No column of the file holds phone numbers. Please name one Phone or Mobile.');
  }
  await change(campaignId, (now) => {
    if (!isOpenToEdit(now)) throw stateError(now, `It is ${statusOf(now)} and can no longer be changed.`);
    const audience = { file: key, filename, leads: read.rows.count };
    return only({ audience, found: 0, chunks: 0, failed: 0, unusable: 0, reasons: {} });
  });
  if (before.audience.file) await importFiles().remove(before.audience.file);
  return {
    campaign: await campaignOf(campaignId),
    columns: read.columns.map(({ header, guess }) => ({ header, field: guess })),
    rows: read.preview.slice(0, previewRows),
    count: read.rows.count,
  };
}
