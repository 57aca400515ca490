import { onLeaving } from '#functions/leads/leaving.ts';
import { write } from './engine/transition.ts';
import { leaveJourneys } from './leave.ts';
import { deleteEnrolment, enrolmentsOfLead } from './store/enrolments.ts';
import { removeHistory } from './store/executions.ts';
import { deleteMembership } from './store/memberships.ts';

/** Takes a lead that goes for good out of its journeys first, and what they know of it with it. */
onLeaving(async (leadId) => {
  await leaveJourneys(leadId, 'The lead was deleted');
  for (const { enrolmentId, journeyId } of await enrolmentsOfLead(leadId)) {
    await removeHistory(enrolmentId);
    await write(deleteEnrolment(enrolmentId), deleteMembership(journeyId, leadId));
  }
});
