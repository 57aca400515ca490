import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { sweepItems } from '#tests/support/due.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { exportWork } from './revive.ts';
import { findExport } from './store.ts';
import { exportFiles } from './use-cases.ts';
import { completeExport, failExport, leaseMs, maxAttempts, type Taken, takeForRendering } from './work.ts';

const { content } = api;

async function requested() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const project = (await agent.call(content.create, { name: 'Q4: kick/off' })).body;
  const exported = (await agent.call(content.createExport, { id: project.id, exportType: 'image' })).body;
  const renderer = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'render', work);
  const status = async () => (await agent.call(content.exportStatus, { id: exported.id })).body;
  return { agent, project, id: exported.id, exported, renderer, status };
}

const held = (taken: Taken) => {
  if (typeof taken === 'string') throw new Error(`The export is ${taken}.`);
  return taken;
};

describe('an export', () => {
  it('is processing at first, and then has a file under a plain name', async () => {
    const { agent, id, exported, renderer, status } = await requested();
    expect(exported).toMatchObject({ status: 'processing', progress: 0, filename: 'Q4 kick off.png' });
    expect((await agent.call(content.downloadExport, { id })).status).toBe(409);
    await renderer(async () =>
      completeExport(held(await takeForRendering(id)).item, Buffer.from('png'), 'image/png'),
    );
    expect(await status()).toMatchObject({
      export: { status: 'completed', fileSize: 3 },
      progress: { stage: 'completed', progress: 100 },
    });
    const { body } = await agent.call(content.downloadExport, { id });
    const file = await fetch(body.downloadUrl);
    expect(await file.text()).toBe('png');
    expect(file.headers.get('content-disposition')).toContain('Q4%20kick%20off.png');
  });

  it('draws the project as it was when the export was asked for', async () => {
    const { agent, project, id, renderer } = await requested();
    await agent.call(content.update, { id: project.id, name: 'Changed since' });
    const { source } = held(await renderer(() => takeForRendering(id)));
    expect(source.project.name).toBe('Q4: kick/off');
  });

  it('is worked by one renderer at a time, and by nobody once it is finished', async () => {
    const { id, renderer } = await requested();
    const takes = await renderer(() => Promise.all(Array.from({ length: 5 }, () => takeForRendering(id))));
    expect(takes.filter((taken) => typeof taken !== 'string')).toHaveLength(1);
    expect(takes.filter((taken) => taken === 'held')).toHaveLength(4);
    const { item } = held(takes.find((taken) => typeof taken !== 'string')!);
    await renderer(() => completeExport(item, Buffer.from('x'), 'image/png'));
    expect(await renderer(() => takeForRendering(id))).toBe('finished');
  });

  it('ends once: a late failure does not undo a completed one', async () => {
    const { id, renderer, status } = await requested();
    const { item } = held(await renderer(() => takeForRendering(id)));
    await renderer(() => completeExport(item, Buffer.from('x'), 'image/png'));
    await renderer(() => failExport(item, 'too late'));
    expect((await status()).export).toMatchObject({ status: 'completed', errorMessage: null });
  });

  it('goes to another renderer when the first has died, and is given up after three', async () => {
    const clock = timeTravel();
    const { id, renderer, status } = await requested();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      held(await renderer(() => takeForRendering(id)));
      clock.forward({ seconds: (leaseMs * 2) / 1000 });
      await renderer(() => sweepItems(1, { export: exportWork }));
    }
    expect(await renderer(() => takeForRendering(id))).toBe('finished');
    expect((await status()).export).toMatchObject({
      status: 'failed',
      errorMessage: 'The renderer stopped several times while it worked on this.',
    });
  });

  it('is removed with all its files', async () => {
    const { agent, id, renderer } = await requested();
    await renderer(async () =>
      completeExport(held(await takeForRendering(id)).item, Buffer.from('x'), 'image/png'),
    );
    expect((await agent.call(content.removeExport, { id })).body.message).toBe('Export deleted successfully');
    expect(await renderer(() => findExport(id))).toBeUndefined();
    expect(await renderer(() => exportFiles().list(`${id}/`))).toEqual([]);
  });
});
