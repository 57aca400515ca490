import { type EnrolmentRecord, findEnrolment } from './store/enrolments.ts';
import { openEnrolments } from './store/memberships.ts';

/** What a lead is in now, as it is in the table: an index would tell of what happened just now too late. */
export async function openEnrolmentsOf(leadId: string): Promise<EnrolmentRecord[]> {
  const found = await Promise.all((await openEnrolments(leadId)).map(findEnrolment));
  return found.filter((one) => one !== undefined);
}
