import { onePage, type PersonalData, throughEach } from '#functions/kernel/personal-data.ts';
import { deleteHistory } from './delete-history.ts';
import { type EnrolmentRecord, enrolmentsOfLead } from './store/enrolments.ts';
import { historyOf } from './store/executions.ts';

/** Steps of an enrolment that the person gets to read. */
const stepsAtMost = 500;

export const journeyPersonalData: PersonalData<EnrolmentRecord>[] = [
  {
    kind: 'journeys',
    title: 'Journeys that they were in, and what these did',
    stored: ['enrolment', 'journeyexecution', 'journeymembership'],
    find: ({ leadIds }, cursor) =>
      throughEach(leadIds, cursor, async (leadId) => onePage(await enrolmentsOfLead(leadId))),
    async row({ enrolmentId, journeyId, leadName, status, note, enteredAt, endedAt }) {
      const { history } = await historyOf(enrolmentId, stepsAtMost, null);
      const steps = history.map(({ at, stepName, text }) => ({ at, step: stepName, text }));
      return { id: enrolmentId, journeyId, name: leadName, status, note, enteredAt, endedAt, steps };
    },
    async erase(enrolments) {
      for (const leadId of new Set(enrolments.map((one) => one.leadId))) await deleteHistory(leadId);
    },
  },
];
