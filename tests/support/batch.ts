import { expect } from 'vitest';
import { exportFiles } from '#functions/content/exports/use-cases.ts';
import { fileKey } from '#functions/content/personalised/use-cases.ts';
import {
  endChunk,
  fileOf,
  finishWhenComplete,
  noteOutcome,
  type TakenChunk,
  takeChunk,
} from '#functions/content/personalised/work.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from './tenant.ts';

const { content } = api;
export const record = (name: string) => ({ name, data: { lead: { name } } });

export async function requested(names: string[]) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const project = (await agent.call(content.create, { name: 'Thank you' })).body;
  const made = await agent.call(content.createPersonalised, {
    id: project.id,
    duration: 1,
    records: names.map(record),
  });
  const id = made.body.id;
  const renderer = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'render', work);
  const batch = async () => (await agent.call(content.getPersonalised, { id })).body;
  const items = async () => (await agent.call(content.listPersonalised, { id })).body.items;
  const take = async (n = 0): Promise<TakenChunk> => {
    const taken = await renderer(() => takeChunk(id, n));
    if (typeof taken === 'string') throw new Error(`The chunk is ${taken}.`);
    return taken;
  };
  /** What a renderer does, without drawing. */
  const render = (taken: TakenChunk) =>
    renderer(async () => {
      for (const { n, record } of taken.open) {
        const file = fileOf(taken.batch, record);
        await exportFiles().put(fileKey(id, file), `video of ${record.data.lead?.name}`, 'video/mp4');
        await noteOutcome(taken.batch, n, { file, fileSize: 10 });
      }
      await endChunk(taken.chunk);
      await finishWhenComplete(id);
    });
  return { tenant, agent, project, id, made: made.body, renderer, batch, items, take, render };
}

/** Uploads a text as a CSV file, as a browser does. */
export async function uploaded(
  agent: ReturnType<typeof as>,
  file: string | Uint8Array<ArrayBuffer>,
): Promise<string> {
  const blob = new Blob([file], { type: 'text/csv' });
  const { uploadId, upload } = (await agent.call(content.startRecordsUpload, { fileSize: blob.size })).body;
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  form.append('file', blob);
  expect((await fetch(upload.url, { method: 'POST', body: form })).status).toBeLessThan(300);
  return uploadId;
}
