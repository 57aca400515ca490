import { pagination } from '#functions/kernel/paging.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { type CampaignLead, type CampaignLeadStatus, campaignLimits } from '#shared/model/campaign.ts';
import { variantKey } from '#shared/model/campaign-test.ts';
import { type CampaignRecipient, recipientsIn, recipientsOf } from '../record/recipient-store.ts';
import { blastOr404 } from './blasts.ts';
import { theirHours } from './step.ts';
import { type BlastRecord, chunksOf, latersOf } from './store.ts';

/** What somebody who was put off waits for. */
interface Wait {
  why: string;
  until: string;
}
type Waits = Map<string, Wait>;

function viewOf(
  leadId: string,
  lead: LeadRecord | undefined,
  one: CampaignRecipient | undefined,
  wait: Wait | undefined,
): CampaignLead {
  const seen = lead?.state === 'live' && mayUse(lead) ? lead : undefined;
  return {
    leadId,
    name: (seen && (`${seen.firstName} ${seen.lastName}`.trim() || seen.company)) || '',
    phone: seen?.phones[0]?.number ?? '',
    status: one?.status ?? 'pending',
    variant: one?.variant == null ? null : variantKey(one.variant),
    reason: one?.status === 'failed' || one?.status === 'skipped' ? one.reason : (wait?.why ?? null),
    waitsUntil: wait?.until ?? null,
    sentAt: one?.sentAt ?? null,
    clickedAt: one?.clickedAt ?? null,
    repliedAt: one?.repliedAt ?? null,
  };
}

async function views(campaignId: string, leadIds: readonly string[], waits?: Waits): Promise<CampaignLead[]> {
  const [leads, recipients] = await Promise.all([findLeads([...leadIds]), recipientsOf(campaignId, leadIds)]);
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return leadIds.map((leadId) =>
    viewOf(leadId, byId.get(leadId), recipients.get(leadId), waits?.get(leadId)),
  );
}

const hits = ({ name, phone }: CampaignLead, search: string): boolean => {
  const digits = search.replace(/\D/g, '');
  return name.toLowerCase().includes(search.toLowerCase()) || (digits.length > 2 && phone.includes(digits));
};

interface Page {
  page: number;
  limit: number;
  status?: CampaignLeadStatus | undefined;
  search?: string | undefined;
  /** Of the leads in their order the first that a search looks at. */
  from?: number | undefined;
}

/** Leads of a campaign in their order. */
async function* every({ id, chunks }: BlastRecord): AsyncGenerator<readonly string[]> {
  for await (const { leadIds } of chunksOf(id, chunks)) yield leadIds;
}

/** Of a chunk that is at work, who is left: what a step has sent is known by its leads before the place moves. */
async function leftOf(blast: BlastRecord, leadIds: readonly string[]): Promise<readonly string[]> {
  const rest = leadIds.slice(blast.done);
  const reached = await recipientsOf(blast.id, rest);
  return rest.filter((leadId) => !reached.has(leadId));
}

/**
 * Leads that have their turn still before them, and what those wait for who were put off: who was put off, then the
 * others from the campaign's place on.
 */
async function* leftToSend(blast: BlastRecord, waits: Waits): AsyncGenerator<readonly string[]> {
  const { id, chunks, chunk, later } = blast;
  for await (const { leadIds, later: key, why } of latersOf(id)) {
    for (const leadId of leadIds) waits.set(leadId, { why: why ?? theirHours, until: key!.notBefore });
    const isAtWork = later?.notBefore === key?.notBefore && later?.n === key?.n;
    yield isAtWork ? await leftOf(blast, leadIds) : leadIds;
  }
  for await (const { n, leadIds } of chunksOf(id, chunks, chunk))
    yield n === chunk && !later ? await leftOf(blast, leadIds) : leadIds;
}

/**
 * Leads that a search finds among so many from `from` on: names lie with the leads, and are read one by one. It tells
 * how far it has looked, so that it can be gone on with.
 */
async function found(blast: BlastRecord, { page, limit, status, search = '', from = 0 }: Page) {
  const first = (page - 1) * limit;
  const leads: CampaignLead[] = [];
  let [total, at, looked] = [0, 0, 0];
  const waits: Waits = new Map();
  for await (const chunk of status === 'pending' ? leftToSend(blast, waits) : every(blast)) {
    const room = campaignLimits.searched - looked;
    const leadIds = chunk.slice(Math.max(0, from - at)).slice(0, room);
    at += chunk.length;
    if (leadIds.length === 0) continue;
    for (const one of room > 0 ? await views(blast.id, leadIds, waits) : []) {
      if ((status && one.status !== status) || !hits(one, search)) continue;
      if (total >= first && leads.length < limit) leads.push(one);
      total++;
    }
    looked += leadIds.length;
  }
  return { leads, total, searched: { from, to: from + looked, of: at } };
}

/** A page of leads in their order. How many there are is counted where it is not known. */
async function pageIn(
  { id }: BlastRecord,
  ids: AsyncGenerator<readonly string[]>,
  { page, limit }: Page,
  known?: number,
  waits?: Waits,
) {
  const from = (page - 1) * limit;
  const wanted: string[] = [];
  let at = 0;
  for await (const leadIds of ids) {
    wanted.push(...leadIds.slice(Math.max(0, from - at), Math.max(0, from + limit - at)));
    at += leadIds.length;
    if (known !== undefined && wanted.length === limit) break;
  }
  return { leads: await views(id, wanted, waits), total: known ?? at };
}

async function ofStatus(blast: BlastRecord, status: CampaignLeadStatus, { page, limit }: Page) {
  const { recipients, total } = await recipientsIn(blast.id, status, (page - 1) * limit, limit);
  return {
    leads: await views(
      blast.id,
      recipients.map(({ leadId }) => leadId),
    ),
    total,
  };
}

async function pageOfLeads(blast: BlastRecord, query: Page) {
  const { status, search } = query;
  if (search) return found(blast, query);
  const searched = null;
  if (status === 'pending') {
    const waits: Waits = new Map();
    return { ...(await pageIn(blast, leftToSend(blast, waits), query, undefined, waits)), searched };
  }
  if (status) return { ...(await ofStatus(blast, status, query)), searched };
  const known = blast.found - (blast.unusable ?? 0);
  return { ...(await pageIn(blast, every(blast), query, known)), searched };
}

/** A page of the leads of a campaign. @throws 404 for one that the caller may not see */
export async function campaignLeads(campaignId: string, query: Page) {
  const { leads, total, searched } = await pageOfLeads(await blastOr404(campaignId), query);
  return { leads, pagination: pagination(query.page, query.limit, total), searched };
}
