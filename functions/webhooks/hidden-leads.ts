import { toE164 } from '#functions/kernel/phone.ts';
import { hiddenAddresses, hiddenLeads, tellsOfHiddenLead } from '#functions/leads/api.ts';
import type { WebhookRow } from '#shared/model/webhook.ts';

/** A row of which an agent is told no more than what became of it. */
const bare = ({ index, outcome }: WebhookRow): WebhookRow => ({
  index,
  outcome,
  leadId: null,
  name: '',
  phone: '',
  email: '',
  tags: [],
  error: null,
  notes: [],
});

const addressesOf = ({ phone, email }: WebhookRow) => [toE164(phone) ?? '', email].filter(Boolean);

/** The rows of a delivery as the actor is told of them: those of a lead that they may not use hold nothing. */
export async function discreetRows(rows: readonly WebhookRow[]): Promise<WebhookRow[]> {
  const leads = await hiddenLeads(rows.flatMap(({ leadId }) => leadId ?? []));
  const addresses = await hiddenAddresses(rows.filter(({ leadId }) => !leadId).flatMap(addressesOf));
  return rows.map((row) => {
    const isHidden = row.leadId ? leads.has(row.leadId) : addressesOf(row).some((one) => addresses.has(one));
    return isHidden ? bare(row) : row;
  });
}

/**
 * Whether what was sent in a delivery may not be told to the actor: it holds a lead that they may not use. What became
 * of its rows says so; of rows that were not worked, what they hold.
 */
export async function isHiddenPayload(
  payload: string,
  results: readonly WebhookRow[],
  rows: number,
): Promise<boolean> {
  const shown = await discreetRows(results);
  if (shown.some((row, at) => row !== results[at])) return true;
  return results.length < rows && tellsOfHiddenLead(payload);
}
