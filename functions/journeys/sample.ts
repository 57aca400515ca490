import { type LeadRecord, leadSettings, newLead } from '#functions/leads/api.ts';
import { leadFields } from '#shared/model/lead.ts';
import { sampleMessageData } from '#shared/model/message-template.ts';

/** Somebody who is not in the table, to try a journey on. */
export async function sampleLead(): Promise<LeadRecord> {
  const { firstName, lastName, company } = sampleMessageData.lead;
  return newLead(
    leadFields.parse({
      firstName,
      lastName,
      company,
      phones: ['+12125550100'],
      emails: ['sample@example.com'],
      address: { state: 'NY' },
    }),
    await leadSettings(),
    { id: 'sample' },
  );
}
