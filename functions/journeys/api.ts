/** What other nouns use of this one. They import this file and no other. */

export { journeyLives } from './data-terms.ts';
export { deleteHistory } from './delete-history.ts';
export { removeFromJourneys } from './end-enrolment.ts';
export { barred, enrol } from './enrol.ts';
export { journeyJobs } from './job-pages.ts';
export { createJourney, publishJourney } from './manage.ts';
export { journeysOfLead } from './of-lead.ts';
export { openEnrolmentsOf } from './open-enrolments.ts';
export { pauseEnrolment, pauseLead, resumeLead } from './pause.ts';
export { journeyPersonalData } from './personal-data.ts';
export { type EnrolmentRecord, enteredBetween } from './store/enrolments.ts';
export { allJourneys, findJourney, journeysThere } from './store/journeys.ts';
export { findMembership } from './store/memberships.ts';
