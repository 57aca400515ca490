import { tenantOf } from '#functions/kernel/actor.ts';
import { conflict } from '#functions/kernel/errors.ts';
import { send } from '#functions/kernel/queue.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import type { SubmissionAnswer } from '#shared/api/content-forms.ts';
import { formTypeOf } from '#shared/scene/live/form-rules.ts';
import { elementsOf } from '../elements/store.ts';
import { deliveryOf } from './form.ts';
import { submissionAnswer, submissionOr404 } from './list.ts';
import { restartDelivery, type Submission } from './store.ts';

/** Where a submission is handed on to now: as its form says at present, so that a mended address is used. */
async function presentDelivery({ projectId, elementId, action, target }: Submission) {
  const form = (await elementsOf(projectId)).find(({ id }) => id === elementId);
  return form && formTypeOf(form) ? deliveryOf(form) : { action, target };
}

/** Hands a submission on once more that could not be handed on. @throws 404; 409 while it is tried, or delivered */
export async function retrySubmission(submissionId: string): Promise<SubmissionAnswer> {
  const submission = await submissionOr404(submissionId);
  if (submission.status === 'delivered') throw conflict('It has been delivered already.');
  if (submission.status !== 'failed') throw conflict('It is being delivered. It is tried again by itself.');
  const delivery = await presentDelivery(submission);
  try {
    await commit(restartDelivery(submissionId, delivery));
  } catch (error) {
    if (error instanceof ConditionFailed) throw conflict('It is being delivered already.');
    throw error;
  }
  await send('FORMS', tenantOf(), { submissionId });
  return submissionAnswer(await submissionOr404(submissionId));
}
