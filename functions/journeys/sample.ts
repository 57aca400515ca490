import { type LeadRecord, leadSettings, newLead } from '#functions/leads/api.ts';
import { leadFields } from '#shared/model/lead.ts';
import { sampleValues } from '#shared/model/merge-fields.ts';

/** Somebody who is not in the table, to try a journey on. */
export async function sampleLead(): Promise<LeadRecord> {
  const { firstName, lastName, company } = sampleValues().lead as Record<string, string>;
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
