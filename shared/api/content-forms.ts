import { z } from 'zod';
import { formLimits } from '../scene/live/form-rules.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const projectId = id('prj');
const elementId = id('elm');
const submissionId = id('sub');

/** What visitors send by the forms of a published sign. */
const answer = z.union([
  z.string().max(formLimits.text),
  z.number(),
  z.array(z.string().max(formLimits.optionLength)).max(formLimits.options),
]);
const formSubmission = z.strictObject({
  publicId: id('pub'),
  elementId,
  pass: z
    .string()
    .min(1, 'Please ask for a pass first.')
    .max(1000)
    .describe('from …/form-pass, for one submission'),
  website: z.string().max(500).default('').describe('stays empty: only programs fill it in'),
  answers: z
    .record(z.string().max(64), answer)
    .refine((answers) => Object.keys(answers).length <= formLimits.answers, 'There are too many answers.')
    .refine(
      (answers) => JSON.stringify(answers).length <= formLimits.total,
      `The answers together may have ${formLimits.total} characters.`,
    ),
});

export const submissionKinds = ['contact', 'survey'] as const;
export const deliveryStates = ['pending', 'retrying', 'delivered', 'failed'] as const;

const submission = z.object({
  id: z.string(),
  projectId: z.string(),
  elementId: z.string(),
  kind: z.enum(submissionKinds),
  at: z.string(),
  fields: z.array(z.object({ name: z.string(), label: z.string(), answer })),
  delivery: z.object({
    action: z.enum(['email', 'webhook']),
    target: z.string(),
    status: z.enum(deliveryStates),
    attempts: z.number().int(),
    error: z.string().nullable(),
    deliveredAt: z.string().nullable(),
  }),
});
export type SubmissionAnswer = z.output<typeof submission>;

/** Which submissions of a project are meant; all without. */
const filter = {
  kind: z.enum(submissionKinds).optional(),
  status: z.enum(deliveryStates).optional(),
  elementId: elementId.optional(),
  search: z.string().trim().max(100).optional(),
};

/** How often an answer was given. */
const count = z.object({ answer: z.string(), count: z.number().int() });
const questionResults = z.object({
  name: z.string(),
  label: z.string(),
  /** 'rating' has an average; 'choice' counts; 'text' shows the latest answers. */
  type: z.enum(['rating', 'choice', 'text']),
  answered: z.number().int(),
  average: z.number().nullable(),
  counts: z.array(count),
  latest: z.array(z.string()),
});
const formResults = z.object({
  elementId: z.string(),
  kind: z.enum(submissionKinds),
  submissions: z.number().int(),
  /** Days as YYYY-MM-DD in UTC, oldest first. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
  questions: z.array(questionResults),
});
export type FormResults = z.output<typeof formResults>;

export const forms = {
  formPass: route('POST', '/content/public/{publicId}/form-pass', 'public', 'A pass for sending one form', {
    crossOrigin: true,
  })
    .input(z.strictObject({ publicId: id('pub'), elementId }))
    .output(z.object({ pass: z.string(), readyIn: z.number().describe('seconds until it is taken') })),
  sendContact: route('POST', '/content/public/{publicId}/contact', 'public', 'Send a contact form', {
    crossOrigin: true,
  })
    .input(formSubmission)
    .output(message),
  sendSurvey: route('POST', '/content/public/{publicId}/survey', 'public', 'Send a survey', {
    crossOrigin: true,
  })
    .input(formSubmission)
    .output(message),
  listSubmissions: route(
    'GET',
    '/content/projects/{id}/submissions',
    'submissions.view',
    'What visitors sent, newest first',
  )
    .input(z.strictObject({ id: projectId, ...filter, ...pageQuery(20, 100) }))
    .output(z.object({ submissions: z.array(submission), pagination: pageInfo })),
  submissionResults: route(
    'GET',
    '/content/projects/{id}/submissions/results',
    'submissions.view',
    'How the answers to each form of a project are spread',
  )
    .input(z.strictObject({ id: projectId }))
    .output(z.object({ forms: z.array(formResults), counted: z.number().int(), total: z.number().int() })),
  exportSubmissions: route(
    'POST',
    '/content/projects/{id}/submissions/export',
    'submissions.export',
    'The submissions as a CSV file that spreadsheets may open safely',
  )
    .input(z.strictObject({ id: projectId, ...filter }))
    .output(
      z.object({
        downloadUrl: z.string(),
        filename: z.string(),
        expiresIn: z.number().int(),
        submissions: z.number().int(),
      }),
    ),
  getSubmission: route(
    'GET',
    '/content/submissions/{id}',
    'submissions.view',
    'One submission and how it was handed on',
  )
    .input(z.strictObject({ id: submissionId }))
    .output(submission),
  retrySubmission: route(
    'POST',
    '/content/submissions/{id}/retry',
    'submissions.manage',
    'Hand a submission on once more',
    {
      status: 202,
    },
  )
    .input(z.strictObject({ id: submissionId }))
    .output(submission),
  removeSubmission: route('DELETE', '/content/submissions/{id}', 'submissions.manage', 'Remove a submission')
    .input(z.strictObject({ id: submissionId }))
    .output(message),
};
