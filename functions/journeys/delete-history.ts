import { removeFromJourneys } from './end-enrolment.ts';
import { write } from './engine/transition.ts';
import { deleteEnrolment, enrolmentsOfLead } from './store/enrolments.ts';
import { removeHistory } from './store/executions.ts';
import { deleteMembership } from './store/memberships.ts';

/** Takes a lead that goes for good out of its journeys first, and what they know of it with it. */
export async function deleteHistory(leadId: string): Promise<void> {
  await removeFromJourneys(leadId, 'The lead was deleted');
  for (const { enrolmentId, journeyId } of await enrolmentsOfLead(leadId)) {
    await removeHistory(enrolmentId);
    await write(deleteEnrolment(enrolmentId), deleteMembership(journeyId, leadId));
  }
}
