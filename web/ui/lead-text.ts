import type { Lead } from '#shared/model/lead.ts';
import { formatPhone } from '#shared/scene/variable-format.ts';

/** '(212) 555-0123' for E.164 of North America; others as they are kept. */
export const phoneText = (e164: string) => (/^\+1\d{10}$/.test(e164) ? formatPhone(e164) : e164);

/** What a lead is called: the name, else the company, else a phone or e-mail. */
export const leadName = (lead: Pick<Lead, 'fullName' | 'company' | 'phone' | 'email'>): string =>
  lead.fullName || lead.company || (lead.phone && phoneText(lead.phone)) || lead.email || 'Without a name';
