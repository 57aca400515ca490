import { holds } from '#functions/kernel/access.ts';
import { changeLead, findLead, leadSettings, mayUse } from '#functions/leads/api.ts';
import type { Call } from '#shared/model/call.ts';
import { dispositionCodes } from '../dispositions/codes.ts';

/**
 * Wins the lead of a call whose disposition says that the person has bought, as whoever said it: its status becomes the
 * first that is won. One that is won already stays as it is, and so does one that the actor may not change.
 */
export async function winSoldLead({
  disposition,
  leadId,
}: Pick<Call, 'disposition' | 'leadId'>): Promise<void> {
  if (!disposition || !leadId || !holds('leads.edit')) return;
  const isSale = (await dispositionCodes()).some((one) => one.isSale && one.code === disposition);
  if (!isSale) return;
  const [lead, { statuses }] = await Promise.all([findLead(leadId), leadSettings()]);
  if (lead?.state !== 'live' || !mayUse(lead)) return;
  const won = statuses.filter(({ kind }) => kind === 'won').map(({ key }) => key);
  if (won[0] && !won.includes(lead.status)) await changeLead(leadId, { status: won[0] });
}
