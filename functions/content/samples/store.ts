import { Entity } from 'electrodb';
import { tenantOf } from '#functions/kernel/actor.ts';
import { connection, keys, model, ofTenant } from '#functions/kernel/table.ts';
import type { SampleRecord } from '#shared/model/sample-record.ts';

const Samples = new Entity(
  {
    model: model('samplerecord'),
    attributes: {
      tenantId: { type: 'number', required: true },
      projectId: { type: 'string', required: true },
      sampleId: { type: 'string', required: true },
      name: { type: 'string', required: true },
      data: { type: 'any', required: true },
      createdAt: { type: 'string', required: true },
      updatedAt: { type: 'string', required: true },
    },
    indexes: {
      ofProject: {
        pk: { ...keys.primary.pk, composite: ['tenantId', 'projectId'] },
        sk: { ...keys.primary.sk, composite: ['sampleId'] },
      },
    },
  },
  connection,
);

export type StoredSample = Omit<SampleRecord, 'id'> & { projectId: string; sampleId: string };

const own = (projectId: string) => ({ tenantId: tenantOf(), projectId });

export async function samplesOf(projectId: string): Promise<StoredSample[]> {
  const { data } = await Samples.query.ofProject(own(projectId)).go({ pages: 'all', consistent: true });
  return data.map(ofTenant<StoredSample>);
}

export async function findSample(projectId: string, sampleId: string): Promise<StoredSample | undefined> {
  const { data } = await Samples.get({ ...own(projectId), sampleId }).go({ consistent: true });
  return data ? ofTenant<StoredSample>(data) : undefined;
}

export const putSample = (sample: StoredSample) => Samples.put({ tenantId: tenantOf(), ...sample }).params();

export const deleteSample = (projectId: string, sampleId: string) =>
  Samples.delete({ ...own(projectId), sampleId }).params();
