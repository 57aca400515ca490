import type { EnrolmentView } from '#shared/model/journey/journey.ts';
import { enrolmentsOfLead } from './store/enrolments.ts';
import { enrolmentViews } from './view.ts';

/** The journeys that a lead is or was in, newest first. */
export const journeysOfLead = async (leadId: string): Promise<EnrolmentView[]> =>
  enrolmentViews(await enrolmentsOfLead(leadId));
