import * as z from 'zod';
import { templateLimits } from '../../message-template.ts';
import { refersTo } from '../../reference.ts';
import { defineStep, shortened } from './define.ts';

/** An own mail in a step: a longer one is a template. All steps of a version lie in one item of the table. */
const bodyCharacters = 20_000;

export const emailStep = defineStep({
  type: 'email',
  label: 'E-mail',
  about: 'Mails the lead, with the values of the lead put in.',
  group: 'contact',
  channel: 'email',
  config: z.strictObject({
    templateId: refersTo('messageTemplate', z.string().max(64)).nullable().default(null),
    subject: z.string().trim().max(templateLimits.subject).default(''),
    body: z.string().max(bodyCharacters).default('').describe('where no template is chosen'),
  }),
  outputs: () => [
    { key: 'next', label: 'Sent' },
    { key: 'failed', label: 'Not sent' },
  ],
  problems: ({ templateId, subject, body }) => {
    if (templateId) return [];
    if (!body.trim()) return ['Choose a template or write a mail.'];
    return subject ? [] : ['A mail needs a subject.'];
  },
  summary: ({ templateId, subject }) => (templateId ? 'A template' : shortened(subject)),
});
