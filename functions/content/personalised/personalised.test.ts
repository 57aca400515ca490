import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { leaseMs } from '../exports/work.ts';
import { fileKey } from './use-cases.ts';
import {
  endChunk,
  existingFile,
  fileOf,
  finishWhenComplete,
  keepChunk,
  noteOutcome,
  reviveBatches,
  type TakenChunk,
  takeChunk,
} from './work.ts';

const { content } = api;
const record = (name: string) => ({ name, data: { lead: { name } } });

async function requested(names: string[]) {
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
        await noteOutcome(id, n, { file, fileSize: 10 });
      }
      await endChunk(taken.chunk);
      await finishWhenComplete(id);
    });
  return { agent, project, id, made: made.body, renderer, batch, items, take, render };
}

describe('a batch of personalised videos', () => {
  it('has a video for each record, and all of them as a zip', async () => {
    const { agent, id, made, batch, items, take, render } = await requested(['Ada', 'Bob', 'Ada']);
    expect(made).toMatchObject({ status: 'processing', total: 3, done: 0, progress: 0 });
    expect((await agent.call(content.downloadPersonalised, { id })).status).toBe(409);
    await render(await take());
    expect(await batch()).toMatchObject({ status: 'completed', done: 3, failed: 0, progress: 100 });
    const [first, , third] = await items();
    expect(first).toMatchObject({ n: 0, filename: '1 Ada.mp4', status: 'completed' });
    expect(await (await fetch(third!.downloadUrl!)).text()).toBe('video of Ada');
    const { downloadUrl, filename } = (await agent.call(content.downloadPersonalised, { id })).body;
    expect(filename).toBe('Thank you.zip');
    const files = unzipSync(new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer()));
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['1 Ada.mp4', 'video of Ada'],
      ['2 Bob.mp4', 'video of Bob'],
      ['3 Ada.mp4', 'video of Ada'],
    ]);
  });

  it('renders records of the same data once', async () => {
    const { renderer, id, take } = await requested(['Ada', 'Ada', 'Bob']);
    const { batch, open } = await take();
    const files = open.map(({ record }) => fileOf(batch, record));
    expect(files[0]).toBe(files[1]);
    expect(files[0]).not.toBe(files[2]);
    expect(fileOf(batch, { data: { b: { y: 1, x: 2 }, a: {} } })).toBe(
      fileOf(batch, { data: { a: {}, b: { x: 2, y: 1 } } }),
    );
    expect(await renderer(() => existingFile(id, files[0]!))).toBeUndefined();
  });

  it('counts each record once, whatever comes twice, and goes on where a renderer died', async () => {
    const clock = timeTravel();
    const { id, renderer, batch, take, render } = await requested(['Ada', 'Bob', 'Cy']);
    await take();
    expect(await renderer(() => takeChunk(id, 0))).toBe('held');
    for (let i = 0; i < 3; i++) await renderer(() => noteOutcome(id, 1, { file: 'b.mp4', fileSize: 1 }));
    expect(await batch()).toMatchObject({ done: 1, progress: 33 });
    clock.forward({ seconds: (2 * leaseMs) / 1000 });
    await eventually(async () => expect(await renderer(reviveBatches)).toBe(1));
    const again = await take();
    expect(again.open.map(({ n }) => n)).toEqual([0, 2]);
    await render(again);
    await renderer(() => finishWhenComplete(id));
    expect(await batch()).toMatchObject({ status: 'completed', done: 3 });
    expect(await renderer(() => takeChunk(id, 0))).toBe('finished');
  });

  it('tells which record failed and why, in the list and in the zip', async () => {
    const { agent, id, renderer, batch, items, take, render } = await requested(['Ada', 'Bob']);
    const taken = await take();
    await renderer(() => noteOutcome(id, 0, { errorMessage: 'This video took too long.' }));
    await render({ ...taken, open: taken.open.slice(1) });
    expect(await batch()).toMatchObject({ status: 'completed', done: 1, failed: 1 });
    expect((await items())[0]).toMatchObject({
      status: 'failed',
      errorMessage: 'This video took too long.',
      downloadUrl: null,
    });
    const { downloadUrl } = (await agent.call(content.downloadPersonalised, { id })).body;
    const files = unzipSync(new Uint8Array(await (await fetch(downloadUrl)).arrayBuffer()));
    expect(Object.keys(files)).toEqual(['1 Ada.mp4.error.txt', '2 Bob.mp4']);
  });

  it('stops when it is cancelled', async () => {
    const { agent, id, renderer, batch, take } = await requested(['Ada', 'Bob']);
    const { chunk } = await take();
    expect(await renderer(() => keepChunk(chunk))).toBe(true);
    expect((await agent.call(content.cancelPersonalised, { id })).body.status).toBe('cancelled');
    expect(await renderer(() => keepChunk(chunk))).toBe(false);
    await renderer(() => noteOutcome(id, 0, { file: 'late.mp4', fileSize: 1 }));
    expect(await batch()).toMatchObject({ status: 'cancelled', done: 0 });
    expect((await agent.call(content.cancelPersonalised, { id })).status).toBe(409);
    expect((await agent.call(content.downloadPersonalised, { id })).status).toBe(409);
  });

  it('of ten thousand records is taken, and what is too much is refused with a sentence', async () => {
    const { agent, project } = await requested(['Ada']);
    const id = project.id;
    const many = (count: number, duration = 1) =>
      agent.call(content.createPersonalised, {
        id,
        duration,
        records: Array.from({ length: count }, (_, i) => record(`Lead ${i}`)),
      });
    expect((await many(10_000)).body).toMatchObject({ status: 'processing', total: 10_000 });
    const sentenceOf = (answer: { body: unknown }) => JSON.stringify(answer.body);
    expect(sentenceOf(await many(10_001))).toContain('A batch holds at most 10,000 records.');
    expect(sentenceOf(await many(10_000, 60))).toContain('These are 18,000,000 frames in all');
    expect(sentenceOf(await many(0))).toContain('Give at least one record.');
  });
});
