/**
 * What has to let go of a lead before it is gone for good: journeys take it out of themselves here. Each may be
 * asked twice.
 */
type Leave = (leadId: string) => Promise<void>;

const leavers: Leave[] = [];

export const onLeadDeleted = (leave: Leave): void => {
  leavers.push(leave);
};

export async function runLeadDeleted(leadId: string): Promise<void> {
  for (const leave of leavers) await leave(leadId);
}
