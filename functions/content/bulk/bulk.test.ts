import { setTimeout as sleep } from 'node:timers/promises';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { commit } from '#functions/kernel/table.ts';
import { distinctNames, zipped } from '#functions/kernel/zip.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { findExport } from '../exports/store.ts';
import { completeExport, failExport, takeForRendering } from '../exports/work.ts';
import { findBulk, takePacking } from './store.ts';
import { bulkWork, exportIdOf, lookAtBulk, packingLeaseMs } from './work.ts';

const { content } = api;

async function started(...names: string[]) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const projects = [];
  for (const name of names) projects.push((await agent.call(content.create, { name })).body.id);
  const bulk = await agent.call(content.bulkExport, {
    projectIds: projects,
    exportType: 'image',
    options: { zipName: 'Friday signs', dimensions: { width: 320, height: 180 } },
  });
  const { id } = bulk.body;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'bulk', work);
  const status = async () => (await agent.call(content.getBulkExport, { id })).body;
  const exportIds = projects.map((projectId) => exportIdOf(id, projectId));
  /** The renderer's part for one project. */
  const draw = (at: number, bytes: string | Error) =>
    system(async () => {
      const taken = await takeForRendering(exportIds[at]!);
      if (typeof taken === 'string') throw new Error(`The export is ${taken}.`);
      await (bytes instanceof Error
        ? failExport(taken.item, bytes.message)
        : completeExport(taken.item, Buffer.from(bytes), 'image/png'));
    });
  return { agent, id, bulk, projects, exportIds, system, status, draw };
}

describe('a bulk export', () => {
  it('makes the video of a sign with several pages as long as they are', async () => {
    const tenant = await freshTenant();
    const agent = as(tenant.agent);
    const page = (name: string) => ({ id: `pge_${name}`, name, duration: 12, transition: 'cut' as const });
    const made = [
      await agent.call(content.create, { name: 'One page' }),
      await agent.call(content.create, { name: 'Two pages', pages: [page('a'), page('b')] }),
    ];
    const projectIds = made.map(({ body }) => body.id);
    const { body } = await agent.call(content.bulkExport, { projectIds, exportType: 'video' });
    const durations = await asSystem(tenant.id, 'bulk', async () => {
      await lookAtBulk(body.id);
      const exports = await Promise.all(projectIds.map((id) => findExport(exportIdOf(body.id, id))));
      return exports.map((one) => one?.options.duration);
    });
    expect(durations).toEqual([10, 24]);
  });

  it('is one export for each project, and one zip under the name that was given', async () => {
    const { id, bulk, status, draw, system, exportIds } = await started('Lobby', 'Lobby');
    expect(bulk).toMatchObject({
      status: 202,
      body: { status: 'processing', downloadUrl: null, projectCount: 2 },
    });
    await system(() => lookAtBulk(id));
    expect(await system(() => findExport(exportIds[0]!))).toMatchObject({
      status: 'processing',
      options: { dimensions: { width: 320, height: 180 } },
    });
    await draw(0, 'first');
    await system(() => lookAtBulk(id));
    expect(await status()).toMatchObject({
      progress: 45,
      message: 'Drawing, 1 of 2 projects ready',
      downloadUrl: null,
    });
    await draw(1, 'second');
    await system(() => lookAtBulk(id));
    const ready = await status();
    expect(ready).toMatchObject({
      status: 'completed',
      progress: 100,
      filename: 'Friday signs.zip',
      failures: [],
    });
    const file = await fetch(ready.downloadUrl!);
    expect(file.headers.get('content-disposition')).toContain('Friday%20signs.zip');
    const zip = new Uint8Array(await file.arrayBuffer());
    expect(zip.length).toBe(ready.fileSize);
    const entries = Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]);
    expect(entries).toEqual([
      ['Lobby.png', 'first'],
      ['Lobby (2).png', 'second'],
    ]);
  });

  it('asks for each export once, however often its message comes', async () => {
    const { agent, id, projects, system } = await started('One', 'Two');
    await system(() => Promise.all([lookAtBulk(id), lookAtBulk(id), lookAtBulk(id)]));
    await system(() => lookAtBulk(id));
    for (const projectId of projects) {
      const { body } = await eventually(async () => {
        const listed = await agent.call(content.listExports, { id: projectId });
        expect(listed.body.exports.length).toBeGreaterThan(0);
        return listed;
      });
      expect(body.exports).toHaveLength(1);
    }
  });

  it('leaves out what failed or was removed, and says so in the zip', async () => {
    const { agent, id, projects, status, draw, system } = await started('Good', 'Bad', 'Gone');
    await system(() => lookAtBulk(id));
    await draw(0, 'good');
    await draw(1, new Error('The picture is missing.'));
    await eventually(async () => {
      const { exports } = (await agent.call(content.listExports, { id: projects[2]! })).body;
      expect(exports).toHaveLength(1);
    });
    await agent.call(content.remove, { id: projects[2]! });
    await eventually(async () => {
      await system(() => lookAtBulk(id));
      expect((await status()).status).toBe('completed');
    });
    const ready = await status();
    expect(ready.message).toBe('Ready, without 2 of 3 projects');
    expect(ready.failures).toEqual([
      { projectId: projects[1], reason: 'The picture is missing.' },
      { projectId: projects[2], reason: 'It was removed before it had been exported.' },
    ]);
    const zip = unzipSync(new Uint8Array(await (await fetch(ready.downloadUrl!)).arrayBuffer()));
    expect(Object.keys(zip)).toEqual(['Good.png', 'Not exported.txt']);
  });

  it('fails with a sentence when nothing could be exported', async () => {
    const { id, status, draw, system } = await started('Only');
    await system(() => lookAtBulk(id));
    await draw(0, new Error('No.'));
    await system(() => lookAtBulk(id));
    expect(await status()).toMatchObject({ status: 'failed', message: 'No project could be exported.' });
  });

  it('is packed by one worker at a time, and by another when that one has died', async () => {
    const clock = timeTravel();
    const { id, status, draw, system } = await started('Only');
    await system(() => lookAtBulk(id));
    await draw(0, 'x');
    await system(() => Promise.all([lookAtBulk(id), lookAtBulk(id)]));
    expect(await status()).toMatchObject({ status: 'completed' });
    expect(await system(() => findBulk(id))).toMatchObject({ attempts: 1 });

    const other = await started('Other');
    await other.system(() => lookAtBulk(other.id));
    await other.draw(0, 'y');
    // A worker that took it and was killed.
    await other.system(() => commit(takePacking(other.id, Date.now(), Date.now() + packingLeaseMs)));
    await other.system(() => lookAtBulk(other.id));
    expect(await other.status()).toMatchObject({ status: 'processing' });
    expect(await other.system(() => sweepDue({ bulk: bulkWork }))).toBe(0);
    clock.forward({ seconds: (packingLeaseMs * 2) / 1000 });
    await other.system(() => sweepItems(1, { bulk: bulkWork }));
    // Told of once: it has been looked at just now.
    await eventually(async () => expect(await other.system(() => sweepDue({ bulk: bulkWork }))).toBe(0));
    await other.system(() => lookAtBulk(other.id));
    expect(await other.status()).toMatchObject({ status: 'completed' });
  });

  it('needs a project, each only once, and only ones that are there', async () => {
    const { agent, projects } = await started('One');
    const ask = (projectIds: string[], options = {}) =>
      agent.call(content.bulkExport, { projectIds, exportType: 'image', options });
    expect((await ask([])).body).toMatchObject({ code: 'invalid_input' });
    expect(JSON.stringify((await ask([])).body)).toContain('Please select at least one project');
    expect((await ask([projects[0]!, projects[0]!])).status).toBe(400);
    expect((await ask(['prj_nowhere'])).status).toBe(404);
    expect((await ask(projects, { dimensions: { width: 10_000, height: 10_001 } })).status).toBe(400);
  });
});

describe('a zip', () => {
  it('takes no more of a file than has been taken out of it', async () => {
    let read = 0;
    async function* large() {
      for (let at = 0; at < 50; at++) {
        read++;
        await sleep(0);
        yield new Uint8Array(100_000).fill(at);
      }
    }
    async function* entries() {
      yield { name: 'large.bin', content: large() };
    }
    const pieces = zipped(entries());
    await pieces.next();
    await pieces.next();
    expect(read).toBeLessThan(4);
    const rest: Uint8Array[] = [];
    for await (const piece of pieces) rest.push(piece);
    expect(read).toBe(50);
  });

  it('gives files of one name several', () => {
    const name = distinctNames();
    expect(['a.png', 'A.png', 'a.png', 'b'].map(name)).toEqual(['a.png', 'A (2).png', 'a (3).png', 'b']);
  });
});
