import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { sweepDue } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { ensurePublished } from '../publications/snapshot.ts';
import { unpublish } from '../publications/unpublish.ts';
import { removedAssetWork, uploadAsset } from './use-cases.ts';

const { content, signage } = api;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function library() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const admin = as(tenant.admin);
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'test', work);
  const { id, publicUrl } = await system(() =>
    uploadAsset(new Blob([new Uint8Array(png)]), 'Team.png', undefined),
  );
  const picture = (elementId: string) => {
    const { version: _version, ...element } = newElement('image', {
      id: elementId,
      x: 0,
      y: 0,
      layerOrder: 0,
    });
    return { ...element, assetId: id, properties: { ...element.properties, src: publicUrl } };
  };
  const count = async () => (await agent.call(content.listAssets, {})).body.assets[0]?.usageCount;
  const counted = (uses: number) => eventually(async () => expect(await count()).toBe(uses));
  const uses = async () =>
    (await agent.call(content.assetUses, { id })).body.uses.map(
      (use) => `${use.kind} ${use.name} ${use.count}`,
    );
  const used = (...wanted: string[]) =>
    eventually(async () => expect((await uses()).sort()).toEqual(wanted.sort()));
  const hasFile = () =>
    system(
      async () => (await bucket('media').get(publicUrl.slice(`/media/${tenant.id}/`.length))) !== undefined,
    );
  const remove = (inUse?: boolean) => agent.call(content.removeAsset, { id, ...(inUse ? { inUse } : {}) });
  const project = async (...elementIds: string[]) => {
    const made = await agent.call(content.create, { name: 'Sign', elements: elementIds.map(picture) });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  return { tenant, agent, admin, system, id, picture, counted, used, hasFile, remove, project };
}

describe('the uses of an asset', () => {
  it('are counted from what projects show, also after an element and a project are gone', async () => {
    const { agent, id, counted, used, project } = await library();
    await counted(0);
    const projectId = await project('elm_a', 'elm_b');
    await counted(2);
    expect((await agent.call(content.finishUpload, { id })).body.usageCount).toBe(2);
    await used('project Sign 2');
    await agent.call(content.removeElement, { id: 'elm_a' });
    await counted(1);
    await agent.call(content.duplicate, { id: projectId });
    await counted(2);
    await agent.call(content.remove, { id: projectId });
    await counted(1);
    await used('project Sign (copy) 1');
  });

  it('count a background, a template, a logo and an item of a playlist', async () => {
    const { agent, admin, id, picture, counted, used, project } = await library();
    const projectId = await project();
    const { id: _id, ...element } = picture('elm_a');
    const template = await agent.call(content.createTemplate, {
      name: 'Ours',
      templateData: { elements: [element], canvasBackground: { type: 'solid', color: '#102030' } },
    });
    expect(template.status).toBe(201);
    const background = {
      type: 'image' as const,
      imageUrl: `https://dealbell.example/media/1/${id}/Team.png`,
    };
    const ofPage = (name: string) => ({ name, id: `pge_${name}`, duration: 5, transition: 'cut' as const });
    const pages = [{ ...ofPage('one'), background }, ofPage('two')];
    const painted = await agent.call(content.update, { id: projectId, canvasBackground: background, pages });
    expect(painted.status, JSON.stringify(painted.body)).toBe(200);
    await admin.call(content.updateBrand, { logos: [id] });
    const item = { id: 'one', kind: 'asset' as const, refId: id, seconds: 10 };
    const playlist = await admin.call(signage.createPlaylist, { name: 'Lobby', items: [item] });
    expect(playlist.status, JSON.stringify(playlist.body)).toBe(201);
    await used('template Ours 1', 'brand Brand kit 1', 'playlist Lobby 1', 'project Sign 2');
    await counted(5);
    await agent.call(content.removeTemplate, { id: template.body.id });
    await counted(4);
  });

  it('keep a colleague’s private template unnamed', async () => {
    const { tenant, admin, id, picture, used } = await library();
    const { id: _id, ...element } = picture('elm_a');
    await admin.call(content.createTemplate, {
      name: 'Secret',
      templateData: { elements: [element], canvasBackground: { type: 'solid', color: '#102030' } },
    });
    await used('template A colleague’s private template 1');
    const own = (await as(tenant.admin).call(content.assetUses, { id })).body.uses;
    expect(own.map(({ name }) => name)).toEqual(['Secret']);
  });

  it('are asked about before it is deleted', async () => {
    const { remove, project, used, hasFile, agent } = await library();
    await project('elm_a');
    await used('project Sign 1');
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: 'in_use', details: { uses: 1 } },
    });
    expect(await hasFile()).toBe(true);
    expect((await remove(true)).status).toBe(200);
    expect(await hasFile()).toBe(false);
    await eventually(async () => expect((await agent.call(content.listAssets, {})).body.assets).toEqual([]));
  });
});

describe('an asset that is deleted while a published sign shows it', () => {
  it('leaves the library at once, and its file goes with the last sign that shows it', async () => {
    const { agent, system, id, used, remove, project, hasFile } = await library();
    const projectId = await project('elm_a');
    await system(() => ensurePublished(projectId));
    await used('project Sign 1', 'published Sign 1');
    expect((await remove(true)).status).toBe(200);
    await eventually(async () => expect((await agent.call(content.listAssets, {})).body.assets).toEqual([]));
    expect((await agent.call(content.assetUses, { id })).status).toBe(404);
    expect((await remove(true)).status).toBe(404);
    const travel = timeTravel();
    const sweepLater = () => {
      travel.forward({ minutes: 61 });
      return system(() => sweepDue({ removedAsset: removedAssetWork }));
    };
    await sweepLater();
    expect(await hasFile()).toBe(true);
    await system(() => unpublish(projectId));
    await eventually(async () => {
      await sweepLater();
      expect(await hasFile()).toBe(false);
    });
  });
});
