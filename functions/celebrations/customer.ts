import { type LeadRecord, view } from '#functions/leads/api.ts';

/** Who bought, as lists and walls have it. */
export const customerOf = (lead: LeadRecord): string => view(lead).fullName || lead.company;
