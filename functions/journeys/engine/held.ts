import { counting } from '../store/counts.ts';
import { type EnrolmentRecord, replaceEnrolment } from '../store/enrolments.ts';
import { unparked } from './transition.ts';

/** The writes that set an enrolment aside while its journey is paused; its due time stays, for what has become stale. */
export const holdWrites = (enrolment: EnrolmentRecord, note: string): object[] => [
  replaceEnrolment({ ...enrolment, status: 'held', note }),
  ...counting(enrolment.journeyId, enrolment.enrolmentId, unparked(enrolment)),
];

/** The writes that let a held one go on; a contact that has gone stale meanwhile is left out by the engine. */
export const releaseWrites = (enrolment: EnrolmentRecord): object[] => [
  replaceEnrolment({ ...enrolment, status: 'active', queueAt: enrolment.dueAt, note: '' }),
];
