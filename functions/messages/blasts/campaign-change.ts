import { findDidPool } from '#functions/didPools/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, notFound } from '#functions/kernel/errors.ts';
import { toE164 } from '#functions/kernel/phone.ts';
import { assertChoice } from '#functions/leads/api.ts';
import type { AutoReply, CampaignSchedule } from '#shared/model/campaign.ts';
import type { CampaignTest } from '#shared/model/campaign-test.ts';
import type { LeadFilter } from '#shared/model/lead-filter.ts';
import { nextOpening } from '#shared/model/week-hours.ts';
import { usableNumbers } from '../numbers/numbers.ts';
import { mayText, notRegistered } from '../numbers/registrations.ts';
import { readSettings } from '../settings/store.ts';
import { blastOr404, blastText, leadsOfList } from './blasts.ts';
import type { FollowUp } from './follow-up.ts';
import { type BlastRecord, inChunks } from './store.ts';

/* What somebody may say of a campaign, and what that makes of it. */

export interface CampaignInput {
  name?: string | undefined;
  message?: string | undefined;
  templateId?: string | undefined;
  test?: CampaignTest | null | undefined;
  from?: string | null | undefined;
  poolId?: string | null | undefined;
  rateLimit?: number | undefined;
  schedule?: { [Name in keyof CampaignSchedule]?: CampaignSchedule[Name] | undefined } | undefined;
  autoReply?: AutoReply | undefined;
  onceWithinHours?: number | undefined;
  outsideHours?: 'wait' | 'skip' | undefined;
  shortLinks?: boolean | undefined;
  leadIds?: readonly string[] | undefined;
  filter?: LeadFilter | undefined;
  expected?: number | undefined;
  followUp?: FollowUp | undefined;
}

export type Change = Partial<BlastRecord>;

/** @throws 400 */
export function assertAutoReply({ enabled, message }: AutoReply): void {
  if (enabled && !message)
    throw badRequest('Please write what replies are answered with.', { field: 'autoReply' });
  if (message.includes('{{') || message.includes('{%'))
    throw badRequest('An automatic reply has no variables.', { field: 'autoReply' });
}

/** @throws 400 for a pace above what the tenant lets a campaign have */
export async function rateOf(rateLimit: number | undefined): Promise<number> {
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
  const sender = numbers.find(({ number }) => number === wanted);
  if (from && !sender) throw badRequest('This is not one of your numbers.', { field: 'from' });
  const trouble = sender && notRegistered(sender);
  if (trouble) throw badRequest(trouble, { field: 'from' });
  if (pool) {
    if (!pool.isActive) throw badRequest('This pool is switched off.', { field: 'poolId' });
    const pooled = numbers.filter(({ numberId }) => pool.dids.some(({ didId }) => numberId === didId));
    if (!pooled.some(mayText))
      throw badRequest(
        ['No number of this pool can text.', ...new Set(pooled.map(notRegistered))].join(' '),
        { field: 'poolId' },
      );
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

/** What becomes of a campaign, and the leads that are written with it. */
export interface Chunked {
  change: Change;
  chunks: string[][];
}

/** @throws 404 for a campaign that the caller may not see; 400 for one that has reached nobody yet, or itself */
export async function assertFollowUp(campaignId: string, followUp: FollowUp): Promise<void> {
  const { id, counted, status, startedAt, kind } = await blastOr404(followUp.campaignId);
  const hasBegun = kind === 'campaign' ? Boolean(startedAt) : status !== 'draft';
  if (id === campaignId || !counted || !hasBegun)
    throw badRequest('Please choose a campaign that has begun.', { field: 'followUp' });
}

/** @throws 400, 404 */
async function audienceChange(
  campaignId: string,
  { leadIds, filter, expected, followUp }: CampaignInput,
): Promise<Chunked> {
  if ([leadIds, filter, followUp].filter((one) => one !== undefined).length > 1)
    throw badRequest('Please say whom it is for: leads, a filter, or those of another campaign.');
  const nobody = { found: 0, chunks: 0, failed: 0, unusable: 0, reasons: {} };
  if (followUp) {
    await assertFollowUp(campaignId, followUp);
    return { change: { ...nobody, audience: { followUp } }, chunks: [] };
  }
  if (filter) {
    await assertChoice({ filter, expected });
    return { change: { ...nobody, audience: { filter, expected } }, chunks: [] };
  }
  if (!leadIds) return { change: {}, chunks: [] };
  const { there, ...found } = await leadsOfList(leadIds);
  const chunks = inChunks(there);
  return { change: { ...found, chunks: chunks.length, audience: { leads: found.found } }, chunks };
}

/** @throws 400, 404 */
async function textChange(
  before: BlastRecord,
  { message, templateId, test }: CampaignInput,
): Promise<Change> {
  const isText = message !== undefined || templateId !== undefined;
  if (test) {
    if (isText) throw badRequest('Please write one text or a test of several, not both.', { field: 'test' });
    for (const one of test.variants) await blastText(one);
    return { test, message: test.variants[0]!.message, templateId: null };
  }
  if (!isText) return test === null ? { test } : {};
  if (before.test && test === undefined)
    throw badRequest('It tests several texts. Change those, or end the test first.', { field: 'test' });
  return {
    ...(test === null ? { test } : {}),
    message: await blastText({ message, templateId }),
    templateId: templateId ?? null,
  };
}

/** What an input makes of a campaign. @throws 400, 404 */
export async function changeOf(before: BlastRecord, input: CampaignInput): Promise<Chunked> {
  const { name, rateLimit, autoReply, onceWithinHours, outsideHours, shortLinks } = input;
  if (autoReply) assertAutoReply(autoReply);
  const audience = await audienceChange(before.id, input);
  return {
    chunks: audience.chunks,
    change: {
      ...audience.change,
      ...(await textChange(before, input)),
      ...(await senderChange(input)),
      ...scheduleChange(before.schedule ?? { startAt: null, hours: null }, input),
      ...(name === undefined ? {} : { name }),
      ...(rateLimit === undefined ? {} : { ratePerMinute: await rateOf(rateLimit) }),
      ...(autoReply ? { autoReply } : {}),
      ...(onceWithinHours === undefined ? {} : { onceWithinHours }),
      ...(outsideHours ? { outsideHours } : {}),
      ...(shortLinks === undefined ? {} : { shortLinks }),
    },
  };
}
