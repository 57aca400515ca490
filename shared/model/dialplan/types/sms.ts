import * as z from 'zod';
import { idOf, refersTo } from '../../reference.ts';
import { answerMs, definePlanType } from './define.ts';

const templateId = idOf('mtp', 'Please choose a template.');

export const smsType = definePlanType({
  type: 'sms',
  label: 'Send a text',
  group: 'Routing',
  data: z.strictObject({
    templateId: refersTo('messageTemplate', templateId)
      .nullable()
      .default(null)
      .describe('a template of texts, whose variables are those of the lead who calls'),
  }),
  ports: ['sent', 'failed'],
  otherwise: 'failed',
  fields: { templateId },
  isAsked: true,
  answersWithin: () => answerMs,
  resolve({ templateId: id }, { fail, resources, need }) {
    need('texts');
    if (id === null) return fail('Please choose which text is sent.');
    const template = resources.templates.get(id) ?? fail('The template that it sends is gone.');
    if (template.channel !== 'sms') fail(`The template “${template.name}” is one of e-mails.`);
    return { templateId: id };
  },
});
