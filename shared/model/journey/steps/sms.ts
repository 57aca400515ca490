import * as z from 'zod';
import { templateLimits } from '../../message-template.ts';
import { refersTo } from '../../reference.ts';
import { defineStep, shortened } from './define.ts';

export const smsStep = defineStep({
  type: 'sms',
  label: 'Text message',
  about: 'Texts the lead, with the values of the lead put in.',
  group: 'contact',
  channel: 'sms',
  config: z.strictObject({
    templateId: refersTo('messageTemplate', z.string().max(64)).nullable().default(null),
    body: z.string().max(templateLimits.sms).default('').describe('where no template is chosen'),
    poolId: refersTo('didPool', z.string().max(64))
      .nullable()
      .default(null)
      .describe('a pool of numbers, for who knows none of yours; null: the one that was used least'),
  }),
  outputs: () => [
    { key: 'next', label: 'Sent' },
    { key: 'failed', label: 'Not sent' },
  ],
  problems: ({ templateId, body }) =>
    templateId || body.trim() ? [] : ['Choose a template or write a text.'],
  summary: ({ templateId, body }) => (templateId ? 'A template' : shortened(body)),
});
