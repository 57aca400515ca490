import { z } from 'zod';
import { defineEvent } from './define.ts';

const projectId = z.string();
const sampleProject = 'prj_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const templateId = z.string();
const sampleTemplate = 'tpl_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const sampleBulk = 'blk_01J8Z3K4M5N6P7Q8R9S0T1V2W3';
const sampleExport = 'exp_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

export const contentEvents = {
  'content.project.created': defineEvent(z.object({ projectId, name: z.string() }), {
    projectId: sampleProject,
    name: 'Deal of the day',
  }),
  'content.project.updated': defineEvent(z.object({ projectId, changed: z.array(z.string()) }), {
    projectId: sampleProject,
    changed: ['name'],
  }),
  'content.project.removed': defineEvent(z.object({ projectId }), { projectId: sampleProject }),
  'content.elements.saved': defineEvent(
    z.object({ projectId, created: z.number(), updated: z.number(), removed: z.number() }),
    { projectId: sampleProject, created: 1, updated: 2, removed: 0 },
  ),
  'content.export.requested': defineEvent(
    z.object({ projectId, exportId: z.string(), exportType: z.string() }),
    {
      projectId: sampleProject,
      exportId: sampleExport,
      exportType: 'image',
    },
  ),
  'content.export.finished': defineEvent(
    z.object({ projectId, exportId: z.string(), status: z.enum(['completed', 'failed']) }),
    { projectId: sampleProject, exportId: sampleExport, status: 'completed' },
  ),
  'content.template.created': defineEvent(z.object({ templateId, name: z.string() }), {
    templateId: sampleTemplate,
    name: 'Friday numbers',
  }),
  'content.template.updated': defineEvent(z.object({ templateId, changed: z.array(z.string()) }), {
    templateId: sampleTemplate,
    changed: ['name'],
  }),
  'content.template.removed': defineEvent(z.object({ templateId }), { templateId: sampleTemplate }),
  'content.personalised.requested': defineEvent(
    z.object({ projectId, batchId: z.string(), records: z.number().int() }),
    { projectId: sampleProject, batchId: 'bat_01J8Z3K4M5N6P7Q8R9S0T1V2W3', records: 250 },
  ),
  'content.personalised.finished': defineEvent(
    z.object({ projectId, batchId: z.string(), done: z.number().int(), failed: z.number().int() }),
    { projectId: sampleProject, batchId: 'bat_01J8Z3K4M5N6P7Q8R9S0T1V2W3', done: 249, failed: 1 },
  ),
  'content.bulk.requested': defineEvent(z.object({ bulkId: z.string(), projects: z.number() }), {
    bulkId: sampleBulk,
    projects: 12,
  }),
  'content.bulk.finished': defineEvent(
    z.object({ bulkId: z.string(), status: z.enum(['completed', 'failed']) }),
    { bulkId: sampleBulk, status: 'completed' },
  ),
  'content.published': defineEvent(
    z.object({ projectId, publicId: z.string(), displayIds: z.array(z.string()), version: z.number() }),
    { projectId: sampleProject, publicId: 'pub_1_x7', displayIds: ['disp-1'], version: 3 },
  ),
  'content.form.submitted': defineEvent(
    z.object({
      projectId,
      submissionId: z.string(),
      elementId: z.string(),
      kind: z.enum(['contact', 'survey']),
    }),
    { projectId: sampleProject, submissionId: 'sub_x7', elementId: 'elm_x7', kind: 'contact' },
  ),
  'content.unpublished': defineEvent(z.object({ projectId, publicId: z.string() }), {
    projectId: sampleProject,
    publicId: 'pub_1_x7',
  }),
};
