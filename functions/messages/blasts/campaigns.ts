import { randomUUID } from 'node:crypto';
import { auditEntry } from '#functions/kernel/audit.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, changedSinceOpened, conflict } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit } from '#functions/kernel/table.ts';
import { importFiles } from '#functions/leads/api.ts';
import { type AutoReply, type Campaign, campaignLimits, noAutoReply } from '#shared/model/campaign.ts';
import { messageLimits } from '#shared/model/message.ts';
import { assertMaySend } from '../send/assert-may-send.ts';
import { campaignFull } from '../send/compose.ts';
import { waitingAfter } from '../threads/conversation-store.ts';
import { markResolved } from '../threads/threads.ts';
import { blastOr404, firstStatus, sendTurn } from './blasts.ts';
import {
  assertAutoReply,
  type CampaignInput,
  type Change,
  type Chunked,
  changeOf,
  rateOf,
} from './campaign-change.ts';
import { campaignOf, statusOf, viewOf } from './campaign-view.ts';
import { type GivenContacts, readContacts, withoutPhones } from './contacts-file.ts';
import { newBlast } from './new-blast.ts';
import { type BlastRecord, chunkWrites, insertBlast, isOver, removeBlast, replaceBlast } from './store.ts';

const changedSince = changedSinceOpened('campaign');
const stateError = (blast: BlastRecord, text: string) =>
  conflict(text, { status: statusOf(blast) }, 'wrong_state');

const blankCampaign = async (name: string): Promise<BlastRecord> =>
  newBlast({
    id: newId('cmp'),
    kind: 'campaign',
    name,
    status: 'draft',
    message: '',
    poolId: null,
    shortLinks: true,
    ratePerMinute: await rateOf(undefined),
    schedule: { startAt: null, hours: null },
    autoReply: noAutoReply,
    onceWithinHours: campaignLimits.onceWithinHours.otherwise,
    startedAt: null,
  });

/** Writes a campaign, as a draft. @throws 400, 404 */
export async function createCampaign(input: CampaignInput & { name: string }): Promise<Campaign> {
  const blank = await blankCampaign(input.name);
  if (input.message === undefined && input.templateId === undefined && !input.test)
    throw badRequest('Please write a message or choose a template.');
  const { change, chunks } = await changeOf(blank, input);
  const made: BlastRecord = { ...blank, ...change };
  await commit(insertBlast(made), chunkWrites(made.id, chunks));
  return viewOf(made);
}

const audited = ({ id, name }: BlastRecord) => ({ kind: 'campaign', id, name });

/** Brings a campaign to a new state, also while it is worked; `entry` is kept in the audit log with it. */
const change = (
  campaignId: string,
  to: (before: BlastRecord) => Promise<Chunked> | Chunked,
  entry?: 'campaign.started' | 'campaign.paused',
): Promise<BlastRecord> =>
  retryOnConflict(
    async () => {
      const before = await blastOr404(campaignId);
      const { change: changed, chunks } = await to(before);
      const after: BlastRecord = { ...before, ...changed, version: before.version + 1 };
      await commit(
        replaceBlast(before, after),
        chunkWrites(campaignId, chunks),
        entry ? auditEntry(entry, audited(after), {}) : [],
      );
      return after;
    },
    { tries: 12, pauseMs: 15, maxPauseMs: 300 },
  );

const only = (changed: Change): Chunked => ({ change: changed, chunks: [] });
const isOpenToEdit = ({ status }: BlastRecord) => status === 'draft' || status === 'scheduled';

/** Where a campaign that is scheduled stands after a change: due at its start, and a draft again without one. */
function rescheduled({ status }: BlastRecord, { schedule }: Change): Change {
  if (status !== 'scheduled' || !schedule) return {};
  return schedule.startAt ? { nextAt: schedule.startAt } : { status: 'draft', nextAt: null };
}

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
    return { change: { ...changed, ...rescheduled(before, changed) }, chunks };
  });
  if (after.status === 'scheduled') await sendTurn(after.id, secondsUntil(after.nextAt));
  return viewOf(after);
}

const secondsUntil = (at: string | null): number =>
  at ? Math.max(0, (Date.parse(at) - clock.now()) / 1000) : 0;

/** Removes a campaign; its texts and replies stay. @throws 404, 409 while it is active */
export async function removeCampaign(campaignId: string): Promise<string> {
  const blast = await blastOr404(campaignId);
  if (statusOf(blast) === 'active') throw stateError(blast, 'It is active. Pause it first.');
  await commit(removeBlast(blast), auditEntry('campaign.deleted', audited(blast), {}));
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
  if (!audience.filter && !audience.file && !audience.followUp && found === 0)
    throw badRequest('Please say whom it is for.', { field: 'leadIds' });
  const startAt = schedule?.startAt;
  // Who starts one that is scheduled does not want to wait.
  if (startAt && Date.parse(startAt) > clock.now() && status !== 'scheduled')
    return { status: 'scheduled', nextAt: startAt, why: null };
  return { status: firstStatus(before), nextAt: null, why: null, leaseUntil: 0, startedAt: clock.iso() };
}

/** Starts a campaign, or goes on with one that was paused. @throws 400, 403, 404, 409 with the state */
export async function startCampaign(campaignId: string): Promise<Campaign> {
  await assertMaySend();
  const after = await change(campaignId, (before) => only(started(before)), 'campaign.started');
  await sendTurn(campaignId, secondsUntil(after.nextAt));
  return viewOf(after);
}

/** Pauses a campaign: the texts of the step that is on its way are the last. @throws 404, 409 with the state */
export async function pauseCampaign(campaignId: string): Promise<Campaign> {
  const after = await change(
    campaignId,
    (before) => {
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
    },
    'campaign.paused',
  );
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
  await blastOr404(campaignId);
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
export async function uploadContacts(campaignId: string, contacts: GivenContacts) {
  const before = await blastOr404(campaignId);
  if (!isOpenToEdit(before))
    throw stateError(before, `It is ${statusOf(before)} and can no longer be changed.`);
  const { key, filename, columns, rows, count, hasPhone } = await readContacts(contacts);
  if (!hasPhone) {
    await importFiles().remove(key);
    throw withoutPhones();
  }
  await change(campaignId, (now) => {
    if (!isOpenToEdit(now)) throw stateError(now, `It is ${statusOf(now)} and can no longer be changed.`);
    const audience = { file: key, filename, leads: count };
    return only({ audience, found: 0, chunks: 0, failed: 0, unusable: 0, reasons: {} });
  });
  if (before.audience.file) await importFiles().remove(before.audience.file);
  return {
    campaign: await campaignOf(campaignId),
    columns,
    rows: rows.slice(0, messageLimits.previewRows),
    count,
  };
}
