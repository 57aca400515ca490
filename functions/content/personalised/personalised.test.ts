import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { record, requested } from '#tests/support/batch.ts';
import { sweepItems } from '#tests/support/due.ts';
import { timeTravel } from '#tests/support/time.ts';
import { leaseMs } from '../exports/work.ts';
import {
  batchWork,
  existingFile,
  fileOf,
  finishWhenComplete,
  keepChunk,
  noteOutcome,
  takeChunk,
} from './work.ts';

const { content } = api;

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
    const first = await take();
    expect(await renderer(() => takeChunk(id, 0))).toBe('held');
    for (let i = 0; i < 3; i++)
      await renderer(() => noteOutcome(first.batch, 1, { file: 'b.mp4', fileSize: 1 }));
    expect(await batch()).toMatchObject({ done: 1, progress: 33 });
    clock.forward({ seconds: (2 * leaseMs) / 1000 });
    await renderer(() => sweepItems(1, { batch: batchWork }));
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
    await renderer(() => noteOutcome(taken.batch, 0, { errorMessage: 'This video took too long.' }));
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
    const { chunk, batch: taken } = await take();
    expect(await renderer(() => keepChunk(chunk))).toBe(true);
    expect((await agent.call(content.cancelPersonalised, { id })).body.status).toBe('cancelled');
    expect(await renderer(() => keepChunk(chunk))).toBe(false);
    await renderer(() => noteOutcome(taken, 0, { file: 'late.mp4', fileSize: 1 }));
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
