import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { record, requested } from '#tests/support/batch.ts';
import { expectNoneDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exportFiles } from '../exports/use-cases.ts';
import { batchRemovalWork } from './remove.ts';
import { fileKey } from './use-cases.ts';
import { noteOutcome } from './work.ts';

const { content } = api;
const textAt = async (url: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await fetch(url)).arrayBuffer());

describe('a batch that has ended', () => {
  it('makes what failed once more when it is asked to, and nothing else', async () => {
    const { agent, id, renderer, batch, items, take, render } = await requested(['Ada', 'Bob', 'Cy']);
    const taken = await take();
    await renderer(() => noteOutcome(taken.batch, 1, { errorMessage: 'This video took too long.' }));
    await render({ ...taken, open: taken.open.filter(({ n }) => n !== 1) });
    const failed = await agent.call(content.downloadPersonalised, { id, as: 'failures' });
    expect(await textAt(failed.body.downloadUrl)).toBe(
      '\ufeff"record","reason","file name","lead.name"\r\n"2","This video took too long.","Bob","Bob"\r\n',
    );
    const listed = await agent.call(content.listPersonalised, { id, status: 'failed' });
    expect(listed.body).toMatchObject({
      items: [{ n: 1, filename: '2 Bob.mp4' }],
      pagination: { total: 1 },
    });
    const again = await agent.call(content.retryPersonalised, { id });
    expect(again.body).toMatchObject({ status: 'processing', done: 2, failed: 0, download: null });
    expect((await agent.call(content.retryPersonalised, { id })).status).toBe(409);
    const second = await take();
    expect(second.open.map(({ n }) => n)).toEqual([1]);
    await render(second);
    expect(await batch()).toMatchObject({ status: 'completed', done: 3, failed: 0, download: 'zip' });
    expect((await items()).every(({ downloadUrl }) => downloadUrl)).toBe(true);
    expect((await agent.call(content.retryPersonalised, { id })).body).toMatchObject({
      error: 'Every record has its video.',
    });
  });

  it('by being cancelled goes on with what is missing', async () => {
    const { agent, id, batch, take, render } = await requested(['Ada', 'Bob']);
    await take();
    await agent.call(content.cancelPersonalised, { id });
    expect((await agent.call(content.retryPersonalised, { id })).body.status).toBe('processing');
    await render(await take());
    expect(await batch()).toMatchObject({ status: 'completed', done: 2 });
  });

  it('has links, and is in the list of its project', async () => {
    const { agent, project, id, take, render } = await requested(['=Ada()', 'Bob']);
    await render(await take());
    const { body } = await agent.call(content.downloadPersonalised, { id, as: 'links' });
    expect(body.filename).toBe('Thank you links.csv');
    const lines = (await textAt(body.downloadUrl)).split('\r\n');
    expect(lines[1]).toMatch(/^"1 =Ada\(\).mp4","completed","http/);
    await eventually(async () => {
      const own = { projectId: project.id };
      const { batches, pagination } = (await agent.call(content.listBatches, own)).body;
      expect([batches.map((one) => one.id), pagination.total]).toEqual([[id], 1]);
    });
    const other = { projectId: 'prj_other' };
    expect((await agent.call(content.listBatches, other)).body.batches).toEqual([]);
  });
});

describe('a removed batch', () => {
  it('takes its files along, also those that come late', async () => {
    const clock = timeTravel();
    const { agent, id, renderer, take, render } = await requested(['Ada', 'Bob']);
    const late = await take();
    await render(late);
    const files = () => renderer(() => exportFiles().list(`${id}/`));
    expect((await files()).length).toBeGreaterThan(3);
    expect((await agent.call(content.removePersonalised, { id })).status).toBe(200);
    expect(await files()).toEqual([]);
    expect((await agent.call(content.getPersonalised, { id })).status).toBe(404);
    expect((await agent.call(content.removePersonalised, { id })).status).toBe(404);
    await renderer(() => exportFiles().put(fileKey(id, 'late.mp4'), 'late', 'video/mp4'));
    await renderer(() => noteOutcome(late.batch, 0, { file: 'late.mp4', fileSize: 4 }));
    expect(await files()).toEqual([]);
    await renderer(() => exportFiles().put(fileKey(id, 'orphan.mp4'), 'orphan', 'video/mp4'));
    clock.forward({ minutes: 10 });
    await renderer(() => sweepItems(1, { batchRemoval: batchRemovalWork }));
    expect(await files()).toEqual([]);
    await renderer(() => expectNoneDue('batchRemoval'));
  });

  it('goes with its project', async () => {
    const { agent, project, id, renderer } = await requested(['Ada']);
    await agent.call(content.createPersonalised, { id: project.id, records: [record('Cy')] });
    await eventually(async () =>
      expect((await agent.call(content.listBatches, {})).body.pagination.total).toBe(2),
    );
    await agent.call(content.remove, { id: project.id });
    expect((await agent.call(content.getPersonalised, { id })).status).toBe(404);
    await renderer(() => sweepItems(2, { batchRemoval: batchRemovalWork }));
    expect(await renderer(() => exportFiles().list('bat_'))).toEqual([]);
  });
});
