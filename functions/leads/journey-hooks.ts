import { hook } from '#functions/kernel/hook.ts';
import type { EnrolmentView } from '#shared/model/journey/journey.ts';

/*
 * What journeys do for leads, which know nothing of them: journeys are built on leads.
 */

/** Lets go of a lead before it is gone for good. It may be run twice for one lead. */
export const leadDeleted = hook<[leadId: string], void>('leadDeleted');

/** The journeys that a lead is or was in, newest first. */
export const journeysOfLead = hook<[leadId: string], EnrolmentView[]>('journeysOfLead');
