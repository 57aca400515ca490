import type { Lead } from '#shared/model/lead.ts';
import { phoneText } from '#shared/scene/variable-format.ts';

export { phoneText };

/** What a lead is called: the name, else the company, else a phone or e-mail. */
export const leadName = (lead: Pick<Lead, 'fullName' | 'company' | 'phone' | 'email'>): string =>
  lead.fullName || lead.company || (lead.phone && phoneText(lead.phone)) || lead.email || 'Without a name';
