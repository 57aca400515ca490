import { z } from 'zod';
import { sampleRecord } from '../model/sample-record.ts';
import { id, message, route } from './contract.ts';

const projectId = id('prj');
const one = { id: projectId, sampleId: id('smp') };
const path = '/content/projects/{id}/samples/{sampleId}';
const fields = sampleRecord.pick({ name: true, data: true });

/** Records that a project is drawn with while it is made. */
export const samples = {
  listSamples: route(
    'GET',
    '/content/projects/{id}/samples',
    'content.view',
    'Sample records of a project, by name',
  )
    .input(z.strictObject({ id: projectId }))
    .output(z.object({ samples: z.array(sampleRecord) })),
  createSample: route('POST', '/content/projects/{id}/samples', 'content.edit', 'Keep a sample record', {
    status: 201,
  })
    .input(fields.extend({ id: projectId }))
    .output(sampleRecord),
  updateSample: route('PUT', path, 'content.edit', 'Change a sample record')
    .input(fields.partial().extend(one))
    .output(sampleRecord),
  removeSample: route('DELETE', path, 'content.edit', 'Remove a sample record')
    .input(z.strictObject(one))
    .output(message),
};
