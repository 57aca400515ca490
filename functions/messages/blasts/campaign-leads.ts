import { pagination } from '#functions/kernel/paging.ts';
import { findLeads, type LeadRecord, mayUse } from '#functions/leads/api.ts';
import { type CampaignLead, type CampaignLeadStatus, campaignLimits } from '#shared/model/campaign.ts';
import { type CampaignRecipient, recipientsIn, recipientsOf } from '../record/recipient-store.ts';
import { blastOr404 } from './blasts.ts';
import { type BlastRecord, chunksOf } from './store.ts';

function viewOf(
  leadId: string,
  lead: LeadRecord | undefined,
  one: CampaignRecipient | undefined,
): CampaignLead {
  const seen = lead?.state === 'live' && mayUse(lead) ? lead : undefined;
  return {
    leadId,
    name: (seen && (`${seen.firstName} ${seen.lastName}`.trim() || seen.company)) || '',
    phone: seen?.phones[0]?.number ?? '',
    status: one?.status ?? 'pending',
    reason: one?.status === 'failed' || one?.status === 'skipped' ? one.reason : null,
    sentAt: one?.sentAt ?? null,
    repliedAt: one?.repliedAt ?? null,
  };
}

async function views(campaignId: string, leadIds: readonly string[]): Promise<CampaignLead[]> {
  const [leads, recipients] = await Promise.all([findLeads([...leadIds]), recipientsOf(campaignId, leadIds)]);
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return leadIds.map((leadId) => viewOf(leadId, byId.get(leadId), recipients.get(leadId)));
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
}

/** Leads of a campaign that pass, looked through in their order, as far as a search looks. */
async function narrowed({ id, chunks }: BlastRecord, { page, limit, status, search = '' }: Page) {
  const from = (page - 1) * limit;
  const leads: CampaignLead[] = [];
  let [total, looked] = [0, 0];
  for await (const leadIds of chunksOf(id, chunks)) {
    for (const one of await views(id, leadIds)) {
      if ((status && one.status !== status) || !hits(one, search)) continue;
      if (total >= from && leads.length < limit) leads.push(one);
      total++;
    }
    looked += leadIds.length;
    if (looked >= campaignLimits.searched) break;
  }
  return { leads, total };
}

/** Leads of a campaign in their order, whatever has become of them. */
async function inOrder({ id, chunks, found, unusable = 0 }: BlastRecord, { page, limit }: Page) {
  const from = (page - 1) * limit;
  const wanted: string[] = [];
  let at = 0;
  for await (const leadIds of chunksOf(id, chunks)) {
    wanted.push(...leadIds.slice(Math.max(0, from - at), Math.max(0, from + limit - at)));
    at += leadIds.length;
    if (at >= from + limit) break;
  }
  return { leads: await views(id, wanted), total: found - unusable };
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

/** A page of the leads of a campaign. @throws 404 for one that the caller may not see */
export async function campaignLeads(campaignId: string, query: Page) {
  const blast = await blastOr404(campaignId);
  const { page, limit, status, search } = query;
  const { leads, total } =
    search || status === 'pending'
      ? await narrowed(blast, query)
      : status
        ? await ofStatus(blast, status, query)
        : await inOrder(blast, query);
  return { leads, pagination: pagination(page, limit, total) };
}
