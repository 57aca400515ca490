import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { createVersion } from './create.ts';

const { content } = api;

const text = (id: string, words: string) => {
  const { version: _version, ...element } = newElement('text', { id, x: 10, y: 20, layerOrder: 0 });
  return { ...element, properties: { ...element.properties, text: words } };
};

async function project(...ids: string[]) {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const admin = as(tenant.admin);
  const made = await agent.call(content.create, { elements: ids.map((id) => text(id, id)) });
  const { id } = made.body;
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'versions', work);
  /** What the worker does when the bus has told of a save. */
  const told = () => system(() => createVersion(id));
  const say = async (elementId: string, words: string, version: number, who = agent) => {
    const { body } = await who.call(content.saveElements, {
      id,
      edits: [{ op: 'update', id: elementId, version, patch: { properties: { text: words } } }],
    });
    expect(body.results[0]!.status).toBe('saved');
    await told();
  };
  const list = async () => (await agent.call(content.listVersions, { id })).body.versions;
  const files = () => system(() => bucket('versions').list(`${id}/`));
  return { tenant, agent, admin, id, told, say, list, files, system };
}

describe('versions', () => {
  it('hold what was saved, by whom and what has changed', async () => {
    const { id, agent, told, list } = await project('elm_a', 'elm_b');
    await told();
    const [first] = await list();
    expect(first).toMatchObject({
      name: null,
      byName: 'Agent Tester',
      elementCount: 2,
      changes: { added: 2, changed: 0, removed: 0, canvas: false },
    });
    const { body } = await agent.call(content.getVersion, { id, versionId: first!.id });
    expect(body.elements.map(({ properties }) => properties.text).sort()).toEqual(['elm_a', 'elm_b']);
    expect(body.canvasSize).toEqual({ width: 1920, height: 1080 });
  });

  it('one person’s saves of a few minutes are one, the next person’s and the later ones are others', async () => {
    const time = timeTravel();
    const { say, told, list, files, admin } = await project('elm_a');
    await told();
    await say('elm_a', 'two', 1);
    time.forward({ minutes: 1 });
    await say('elm_a', 'three', 2);
    expect(await list()).toHaveLength(1);
    await say('elm_a', 'of the boss', 3, admin);
    expect((await list()).map(({ byName }) => byName)).toEqual(['Boss Tester', 'Agent Tester']);
    time.forward({ minutes: 6 });
    await say('elm_a', 'later', 4, admin);
    const versions = await list();
    expect(versions.map(({ changes }) => [changes.added, changes.changed])).toEqual([
      [0, 1],
      [0, 1],
      [1, 0],
    ]);
    expect(await files()).toHaveLength(3);
  });

  it('nothing is kept twice: not for a message given again, not for a save that changed nothing', async () => {
    const { id, agent, told, say, list, files } = await project('elm_a');
    await Promise.all([told(), told(), told()]);
    await agent.call(content.keepVersion, { id });
    expect(await list()).toHaveLength(1);
    await say('elm_a', 'changed', 1);
    await say('elm_a', 'elm_a', 2);
    const versions = await list();
    expect(versions).toHaveLength(2);
    await told();
    expect(await list()).toEqual(versions);
    expect(await files()).toHaveLength(2);
  });

  it('are named, and a named one takes in no later save', async () => {
    const { id, agent, say, list } = await project('elm_a');
    const named = await agent.call(content.keepVersion, { id, name: ' Launch ' });
    expect(named.body).toMatchObject({ name: 'Launch', restoredFrom: null });
    await say('elm_a', 'afterwards', 1);
    expect((await list()).map(({ name }) => name)).toEqual([null, 'Launch']);
    const { body } = await agent.call(content.nameVersion, { id, versionId: named.body.id, name: null });
    expect(body.name).toBeNull();
    const again = await agent.call(content.keepVersion, { id, name: 'Second' });
    const other = await agent.call(content.keepVersion, { id, name: 'Same under another name' });
    expect(other.body.id).not.toBe(again.body.id);
    expect((await agent.call(content.nameVersion, { id, versionId: other.body.id, name: ' ' })).status).toBe(
      400,
    );
  });

  it('say from which one the work was restored', async () => {
    const { id, agent, say, list } = await project('elm_a');
    const first = await agent.call(content.keepVersion, { id });
    await say('elm_a', 'spoiled', 1);
    await say('elm_a', 'elm_a', 2);
    const restored = await agent.call(content.keepVersion, { id, restoredFrom: first.body.id });
    expect(restored.body.restoredFrom).toBe(first.body.id);
    expect((await list())[0]).toMatchObject({ id: restored.body.id, restoredFrom: first.body.id });
    const unknown = await agent.call(content.keepVersion, { id, restoredFrom: 'ver_unknown' });
    expect(unknown.status).toBe(404);
  });

  it('are thinned as they grow old, and tell then what changed since the one before them', async () => {
    const time = timeTravel();
    const { say, told, list, files } = await project('elm_a', 'elm_b', 'elm_c');
    await told();
    for (const [place, elementId] of ['elm_a', 'elm_b', 'elm_c'].entries()) {
      time.forward({ minutes: 10 });
      await say(elementId, `changed ${place}`, 1);
    }
    expect(await list()).toHaveLength(4);
    time.forward({ days: 40 });
    await say('elm_a', 'after a long time', 2);
    const versions = await list();
    expect(versions).toHaveLength(1);
    expect(versions[0]!.changes).toMatchObject({ added: 3 });
    expect(await files()).toHaveLength(1);
  });

  it('go with their project', async () => {
    const { id, agent, told, files, system } = await project('elm_a');
    await told();
    expect(await files()).toHaveLength(1);
    await agent.call(content.remove, { id });
    expect(await files()).toEqual([]);
    expect(await system(() => createVersion(id))).toBeUndefined();
    expect((await agent.call(content.listVersions, { id })).status).toBe(404);
  });

  it('are removed one by one, but the newest is not', async () => {
    const { id, agent, say, list, files } = await project('elm_a');
    const first = await agent.call(content.keepVersion, { id, name: 'First' });
    await say('elm_a', 'second', 1);
    const [newest] = await list();
    expect((await agent.call(content.removeVersion, { id, versionId: newest!.id })).status).toBe(400);
    expect((await agent.call(content.removeVersion, { id, versionId: first.body.id })).status).toBe(200);
    expect((await list()).map((version) => version.id)).toEqual([newest!.id]);
    expect(await files()).toHaveLength(1);
  });
});
