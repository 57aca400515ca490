import { type EnrolmentRecord, replaceEnrolment } from '../store/enrolments.ts';

/** The write that sets an enrolment aside while its journey is paused; its due time stays, for what has become stale. */
export const pauseWrite = (enrolment: EnrolmentRecord, note: string): object =>
  replaceEnrolment({ ...enrolment, status: 'held', note });

/** The write that lets a held one go on; a contact that has gone stale meanwhile is left out by the engine. */
export const resumeWrite = (enrolment: EnrolmentRecord): object =>
  replaceEnrolment({ ...enrolment, status: 'active', queueAt: enrolment.dueAt, note: '' });
