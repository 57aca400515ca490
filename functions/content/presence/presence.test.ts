import { describe, expect, it } from 'vitest';
import { setClock } from '#functions/kernel/clock.ts';
import { api } from '#shared/api/index.ts';
import { presenceLimits } from '#shared/model/presence.ts';
import { newElement } from '#shared/scene/registry.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;
const drawn = (layerOrder: number) => {
  const { id: _id, version: _version, ...element } = newElement('text', { id: 'x', x: 0, y: 0, layerOrder });
  return element;
};

async function opened() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const { body: project } = await admin.call(content.create, { elements: [drawn(0), drawn(1), drawn(2)] });
  const [back, middle, front] = project.elements.toSorted((a, b) => a.layerOrder - b.layerOrder);
  return { tenant, admin, agent, id: project.id, back: back!, middle: middle!, front: front! };
}

describe('who is in a project', () => {
  it('sees everybody else with what they selected, and not their own tab', async () => {
    const { tenant, admin, agent, id, back, middle } = await opened();
    const first = await admin.call(content.beHere, { id, tab: 'one', selection: [back.id] });
    expect(first).toMatchObject({ status: 200, body: { people: [], version: 1 } });
    const second = await agent.call(content.beHere, { id, tab: 'one' });
    expect(second.body.people).toEqual([
      { tab: 'one', userId: tenant.admin.userId, name: expect.any(String), selection: [back.id] },
    ]);
    // A second tab of the same person is somebody else; a tab that says so is gone.
    await admin.call(content.beHere, { id, tab: 'two', selection: [middle.id] });
    const tabs = async () => {
      const { body } = await agent.call(content.beHere, { id, tab: 'one' });
      return body.people.map(({ tab }) => tab).toSorted();
    };
    expect(await tabs()).toEqual(['one', 'two']);
    const left = await admin.call(content.beHere, { id, tab: 'one', leaving: true });
    expect(left.body.people.map(({ tab }) => tab).toSorted()).toEqual(['one', 'two']);
    expect(await tabs()).toEqual(['two']);
  });

  it('forgets a tab that has been silent', async () => {
    const { admin, agent, id } = await opened();
    const restore = setClock(() => Date.now() - (presenceLimits.lifetime + 1) * 1_000);
    await admin.call(content.beHere, { id, tab: 'old' });
    restore();
    expect((await agent.call(content.beHere, { id, tab: 'new' })).body.people).toEqual([]);
  });

  it('refuses a name of a tab that is none, too many ids, and a project of somebody else', async () => {
    const { admin, id } = await opened();
    expect((await admin.call(content.beHere, { id, tab: 'a b' })).status).toBe(400);
    const selection = Array.from({ length: presenceLimits.selection + 1 }, (_, i) => `elm_${i}`);
    expect((await admin.call(content.beHere, { id, tab: 'a', selection })).status).toBe(400);
    const stranger = as((await freshTenant()).admin);
    expect((await stranger.call(content.beHere, { id, tab: 'a' })).status).toBe(404);
    const since = new Date().toISOString();
    expect((await stranger.call(content.changesSince, { id, since })).status).toBe(404);
  });
});

describe('what was saved since', () => {
  it('is the elements that were saved, and which there still are', async () => {
    const { admin, agent, id, tenant, back: moved, middle: removed, front: left } = await opened();
    const later = setClock(() => Date.now() + 60_000);
    const { body: here } = await agent.call(content.beHere, { id, tab: 'a' });
    await admin.call(content.saveElements, {
      id,
      edits: [
        { op: 'update', id: moved.id, version: 1, patch: { position: { x: 50, y: 60, z: 0 } } },
        { op: 'remove', id: removed.id, version: 1 },
      ],
    });
    await admin.call(content.update, { id, name: 'Another name' });
    const now = (await agent.call(content.beHere, { id, tab: 'a' })).body;
    expect(now.updatedAt > here.updatedAt).toBe(true);
    const since = new Date(Date.now() + 30_000).toISOString();
    const { body } = await agent.call(content.changesSince, { id, since });
    later();
    expect(body).toMatchObject({
      updatedAt: now.updatedAt,
      updatedBy: tenant.admin.userId,
      version: 2,
      fields: { name: 'Another name' },
      elements: [{ id: moved.id, version: 2, position: { x: 50, y: 60, z: 0 } }],
    });
    expect(body.ids.toSorted()).toEqual([moved.id, left.id].toSorted());
  });
});
