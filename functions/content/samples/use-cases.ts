import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { type SampleRecord, sampleLimits } from '#shared/model/sample-record.ts';
import { projectOr404 } from '../projects/read.ts';
import { Samples, type StoredSample } from './store.ts';

type Fields = Pick<SampleRecord, 'name' | 'data'>;

const answerOf = ({ projectId: _projectId, sampleId, ...fields }: StoredSample): SampleRecord => ({
  id: sampleId,
  ...fields,
});

function assertSmall(data: Fields['data']): void {
  if (Buffer.byteLength(JSON.stringify(data)) > sampleLimits.bytes)
    throw badRequest(`A sample record may take ${sampleLimits.bytes / 1000} kB.`);
}

async function sampleOr404(projectId: string, sampleId: string): Promise<StoredSample> {
  await projectOr404(projectId);
  const sample = await Samples.find({ projectId, sampleId });
  if (!sample) throw notFound('The sample record');
  return sample;
}

export async function listSamples(projectId: string): Promise<SampleRecord[]> {
  await projectOr404(projectId);
  return (await Samples.all('key', { projectId })).map(answerOf).sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws 404; 400 when it is too large; 409 'too_many' */
export async function createSample(projectId: string, { name, data }: Fields): Promise<SampleRecord> {
  await projectOr404(projectId);
  assertSmall(data);
  if ((await Samples.all('key', { projectId })).length >= sampleLimits.perProject)
    throw conflict(
      `A project holds at most ${sampleLimits.perProject} sample records.`,
      undefined,
      'too_many',
    );
  const at = clock.iso();
  const sample = { projectId, sampleId: newId('smp'), name, data, createdAt: at, updatedAt: at };
  await commit(Samples.put(sample));
  return answerOf(sample);
}

export async function updateSample(projectId: string, sampleId: string, changes: Partial<Fields>) {
  const before = await sampleOr404(projectId, sampleId);
  if (changes.data) assertSmall(changes.data);
  const sample = { ...before, ...changes, updatedAt: clock.iso() };
  await commit(Samples.put(sample));
  return answerOf(sample);
}

export async function removeSample(projectId: string, sampleId: string): Promise<void> {
  await sampleOr404(projectId, sampleId);
  await commit(Samples.remove({ projectId, sampleId }));
}

/** Removes all of a project that is going. */
export async function removeSamplesOf(projectId: string): Promise<void> {
  for (const { sampleId } of await Samples.all('key', { projectId }))
    await commit(Samples.remove({ projectId, sampleId }));
}
