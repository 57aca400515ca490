/**
 * What lets go of a lead before it is gone for good, given by the function's entry: leads know nothing of journeys. It
 * may be run twice for one lead.
 */
type LeadDeleted = (leadId: string) => Promise<void>;

let leadDeleted: LeadDeleted | undefined;

export const onLeadDeleted = (run: LeadDeleted): void => {
  leadDeleted = run;
};

/** @throws in a function whose entry says nothing of it: a lead would leave its journeys running */
export async function runLeadDeleted(leadId: string): Promise<void> {
  if (!leadDeleted) throw new Error('The entry of this function has to call onLeadDeleted.');
  await leadDeleted(leadId);
}
