import { timelineEvent } from '#functions/leads/api.ts';
import type { EnrolmentRecord } from './store/enrolments.ts';

/** The write that tells on a lead's timeline what its journey did. */
export const timelineEntry = (
  { leadId, journeyId, enrolmentId }: Pick<EnrolmentRecord, 'leadId' | 'journeyId' | 'enrolmentId'>,
  text: string,
  stepId?: string,
): object =>
  timelineEvent(leadId, 'journey', text, { journeyId, enrolmentId, ...(stepId ? { stepId } : {}) });
