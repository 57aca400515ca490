import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;

async function studio() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const project = async (name: string, fields: object = {}) =>
    (await agent.call(content.create, { name, ...fields })).body.id;
  const folder = async (name: string) => (await agent.call(content.createFolder, { name })).body.id;
  const names = async (query: object = {}) =>
    (await agent.call(content.list, query)).body.projects.map(({ name }) => name);
  /** What the list says once its index has heard of it. */
  const lists = (query: object, ...wanted: string[]) =>
    eventually(async () => expect(await names(query)).toEqual(wanted));
  const folders = async () => (await agent.call(content.listFolders, {})).body;
  return { tenant, agent, project, folder, lists, folders };
}

describe('folders of projects', () => {
  it('hold projects, are renamed, and hand over what is in them when they are deleted', async () => {
    const { agent, project, folder, lists, folders } = await studio();
    const [spring, summer] = [await folder('Spring'), await folder('Summer')];
    const [a, b] = [await project('A'), await project('B', { folderId: spring })];
    const moved = await agent.call(content.organizeProjects, { ids: [a, a], folderId: spring });
    expect(moved.body).toMatchObject({ changed: 1, results: [{ id: a, ok: true }] });
    await lists({ folder: spring, sort: 'name' }, 'A', 'B');
    await lists({ folder: 'none' });
    expect(await folders()).toMatchObject({
      folders: [
        { name: 'Spring', projects: 2 },
        { name: 'Summer', projects: 0 },
      ],
      unfiled: 0,
    });
    const taken = await agent.call(content.renameFolder, { id: spring, name: ' SUMMER ' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'name_taken' } });
    expect((await agent.call(content.renameFolder, { id: spring, name: 'March' })).body.name).toBe('March');
    await agent.call(content.removeFolder, { id: spring, moveTo: summer });
    await lists({ folder: summer, sort: 'name' }, 'A', 'B');
    await agent.call(content.organizeProjects, { ids: [b], folderId: null });
    await lists({ folder: 'none' }, 'B');
    await agent.call(content.removeFolder, { id: summer });
    await lists({ folder: 'none', sort: 'name' }, 'A', 'B');
    expect((await agent.call(content.removeFolder, { id: summer })).status).toBe(404);
  });

  it('refuse a project that is put into a folder of nobody, and an empty name', async () => {
    const { agent, project } = await studio();
    const ids = [await project('A')];
    const unknown = await agent.call(content.organizeProjects, { ids, folderId: 'fld_unknown' });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'unknown_reference' } });
    expect((await agent.call(content.createFolder, { name: '  ' })).status).toBe(400);
  });

  it('are no change of a project: neither its version nor its time', async () => {
    const { agent, project, folder } = await studio();
    const id = await project('A');
    const before = (await agent.call(content.get, { id })).body;
    await agent.call(content.organizeProjects, { ids: [id], folderId: await folder('F'), addTags: ['x'] });
    const after = (await agent.call(content.get, { id })).body;
    expect(after).toEqual({ ...before, folderId: after.folderId, tags: ['x'] });
    const copy = (await agent.call(content.duplicate, { id })).body;
    expect([copy.folderId, copy.tags]).toEqual([after.folderId, ['x']]);
  });
});

describe('tags of projects', () => {
  it('are added, removed, counted and filtered by', async () => {
    const { agent, project, lists, folders } = await studio();
    const ids = [await project('A'), await project('B', { tags: ['lobby'] })];
    await agent.call(content.organizeProjects, { ids, addTags: ['spring', 'lobby'] });
    await lists({ tag: 'lobby', sort: 'name' }, 'A', 'B');
    await agent.call(content.organizeProjects, { ids: [ids[0]!], removeTags: ['lobby'] });
    await lists({ tag: 'lobby' }, 'B');
    await lists({ search: 'SPRING', sort: 'name' }, 'A', 'B');
    expect((await folders()).tags).toEqual([
      { tag: 'lobby', projects: 1 },
      { tag: 'spring', projects: 2 },
    ]);
  });
});

describe('many projects', () => {
  it('are sorted by change, making, name and size, a page at a time', async () => {
    const { agent, project, lists } = await studio();
    const ids: string[] = [];
    for (const [name, width] of [
      ['Sign 10', 800],
      ['sign 9', 1920],
      ['Apple', 1080],
    ] as const)
      ids.push(await project(name, { canvasSize: { width, height: 600 } }));
    await agent.call(content.update, { id: ids[0]!, description: 'changed' });
    await lists({}, 'Sign 10', 'Apple', 'sign 9');
    await lists({ sort: 'created' }, 'Apple', 'sign 9', 'Sign 10');
    await lists({ sort: 'name' }, 'Apple', 'sign 9', 'Sign 10');
    await lists({ sort: 'size' }, 'sign 9', 'Apple', 'Sign 10');
    await lists({ sort: 'name', limit: 2, page: 2 }, 'Sign 10');
  });

  it('are deleted together, and each that could not be says why', async () => {
    const { agent, project, lists } = await studio();
    const [a, b] = [await project('A'), await project('B')];
    const { body } = await agent.call(content.removeProjects, { ids: [a, 'prj_unknown'] });
    expect(body).toEqual({
      changed: 1,
      results: [
        { id: a, ok: true, reason: null },
        { id: 'prj_unknown', ok: false, reason: 'The project was not found.' },
      ],
    });
    await lists({}, 'B');
    expect((await agent.call(content.removeProjects, { ids: [] })).status).toBe(400);
    expect((await agent.call(content.get, { id: b })).status).toBe(200);
  });
});
