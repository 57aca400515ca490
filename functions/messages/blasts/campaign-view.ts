import { seesWorkOf } from '#functions/kernel/actor.ts';
import { pagination } from '#functions/kernel/paging.ts';
import {
  type Campaign,
  type CampaignCounts,
  type CampaignStatus,
  campaignLimits,
  noAutoReply,
} from '#shared/model/campaign.ts';
import type { BlastStatus } from '#shared/model/message.ts';
import { hoursOfCampaign } from '../record/hour-store.ts';
import { recipientCounts } from '../record/recipient-store.ts';
import { countWaiting } from '../threads/conversation-store.ts';
import { blastOr404 } from './blasts.ts';
import { type BlastRecord, newestBlasts } from './store.ts';
import { testView } from './variants.ts';

const statuses: Readonly<Record<BlastStatus, CampaignStatus>> = {
  draft: 'draft',
  scheduled: 'scheduled',
  gathering: 'active',
  sending: 'active',
  waiting: 'active',
  paused: 'paused',
  completed: 'completed',
  cancelled: 'completed',
  failed: 'failed',
};

export const statusOf = ({ status }: BlastRecord): CampaignStatus => statuses[status];

/** Whether all whom it is for are blastOr404. */
const isGathered = ({ status, pausedFrom, audience }: BlastRecord): boolean => {
  if (status === 'gathering' || pausedFrom === 'gathering') return false;
  return audience.leads !== undefined || !['draft', 'scheduled'].includes(status);
};

type Counted = Awaited<ReturnType<typeof recipientCounts>>;

async function countsOf(blast: BlastRecord, { all: counts }: Counted): Promise<CampaignCounts> {
  const { id, found, sent, refused, failed } = blast;
  const total = isGathered(blast) ? found : null;
  const unresponded = await countWaiting(id);
  if (!blast.counted) {
    const pending = Math.max(0, found - sent - refused - failed);
    const skipped = refused;
    return {
      total,
      pending,
      sent,
      delivered: null,
      failed,
      skipped,
      clicked: null,
      clicks: null,
      replied: null,
      optedOut: null,
      unresponded,
    };
  }
  const skipped = counts.skipped + (blast.unusable ?? 0);
  return {
    total,
    pending: Math.max(0, found - counts.messaged - skipped),
    sent: counts.sent,
    delivered: counts.delivered,
    failed: counts.failed,
    skipped,
    clicked: counts.clicked,
    clicks: counts.clicks,
    replied: counts.replied,
    optedOut: counts.optedOut,
    unresponded,
  };
}

const audienceOf = ({
  audience: { filter, file, followUp, filename, leads },
  found,
}: BlastRecord): Campaign['audience'] => {
  if (file) return { kind: 'file', leads: leads ?? null, filename: filename ?? null };
  if (followUp) return { kind: 'followUp', followUp, leads: null, filename: null };
  if (filter) return { kind: 'filter', filter, leads: null, filename: null };
  const chosen = leads ?? found;
  return { kind: chosen > 0 ? 'leads' : 'none', leads: chosen > 0 ? chosen : null, filename: null };
};

/** A campaign as it is shown. Blasts of earlier versions have none of its fields, and read as what they were. */
export async function viewOf(blast: BlastRecord): Promise<Campaign> {
  const { status, found, sent, refused, failed, reasons, schedule } = blast;
  const counted = await recipientCounts(blast.id);
  const share = isGathered(blast) && found > 0 ? (sent + refused + failed) / found : 0;
  return {
    id: blast.id,
    kind: blast.kind ?? 'blast',
    name: blast.name,
    message: blast.message,
    templateId: blast.templateId,
    from: blast.from,
    poolId: blast.poolId ?? null,
    rateLimit: blast.ratePerMinute,
    status: statusOf(blast),
    shortLinks: blast.shortLinks ?? false,
    schedule: schedule ?? { startAt: null, hours: null },
    autoReply: blast.autoReply ?? noAutoReply,
    test: testView(blast, counted.ofVariant),
    onceWithinHours: blast.onceWithinHours ?? 0,
    outsideHours: blast.outsideHours,
    audience: audienceOf(blast),
    counts: await countsOf(blast, counted),
    progress: status === 'completed' ? 100 : Math.min(99, Math.floor(100 * share)),
    reasons: Object.entries(reasons)
      .map(([code, reason]) => ({ code, ...reason }))
      .sort((one, other) => other.count - one.count),
    nextAt: blast.nextAt,
    why: status === 'cancelled' ? 'It was cancelled.' : blast.why,
    createdBy: blast.by.userId,
    createdAt: blast.createdAt,
    startedAt: blast.startedAt ?? (blast.kind === 'campaign' ? null : blast.createdAt),
    endedAt: blast.endedAt,
    version: blast.version,
  };
}

/** @throws 404 for one that the caller may not see */
export const campaignOf = async (campaignId: string): Promise<Campaign> =>
  viewOf(await blastOr404(campaignId));

/** When a campaign's texts left. @throws 404 */
export async function campaignHours(campaignId: string) {
  await blastOr404(campaignId);
  return { hours: await hoursOfCampaign(campaignId) };
}

interface List {
  page: number;
  limit: number;
  status?: CampaignStatus | undefined;
  search?: string | undefined;
}

/** A page of the campaigns that the caller may see, newest first. */
export async function listCampaigns({ page, limit, status, search = '' }: List) {
  const needle = search.toLowerCase();
  const all = (await newestBlasts(campaignLimits.listed)).filter(
    (one) =>
      seesWorkOf(one.by) &&
      (!status || statusOf(one) === status) &&
      (one.name.toLowerCase().includes(needle) || one.message.toLowerCase().includes(needle)),
  );
  const shown = all.slice((page - 1) * limit, page * limit);
  return { campaigns: await Promise.all(shown.map(viewOf)), pagination: pagination(page, limit, all.length) };
}
