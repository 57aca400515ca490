import { routesOf } from '#functions/kernel/http.ts';
import { content } from '#shared/api/content.ts';
import { exportSubmissions, listSubmissions, removeOne, submissionAnswer, submissionOr404 } from './list.ts';
import { submissionResults } from './results.ts';
import { retrySubmission } from './retry.ts';
import { formPass, submitForm } from './submit.ts';

const r = routesOf(content);

export const forms = {
  formPass: r.formPass.handler(({ input }) => formPass(input.publicId, input.elementId)),
  sendContact: r.sendContact.handler(({ input }) => submitForm('contact', input)),
  sendSurvey: r.sendSurvey.handler(({ input }) => submitForm('survey', input)),
  listSubmissions: r.listSubmissions.handler(({ input: { id, page, limit, ...filter } }) =>
    listSubmissions(id, filter, page, limit),
  ),
  submissionResults: r.submissionResults.handler(({ input }) => submissionResults(input.id)),
  exportSubmissions: r.exportSubmissions.handler(({ input: { id, ...filter } }) =>
    exportSubmissions(id, filter),
  ),
  getSubmission: r.getSubmission.handler(async ({ input }) =>
    submissionAnswer(await submissionOr404(input.id)),
  ),
  retrySubmission: r.retrySubmission.handler(({ input }) => retrySubmission(input.id)),
  removeSubmission: r.removeSubmission.handler(async ({ input }) => {
    await removeOne(input.id);
    return { message: 'Submission deleted.' };
  }),
};
