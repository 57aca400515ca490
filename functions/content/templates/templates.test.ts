import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;

async function staff() {
  const tenant = await freshTenant();
  const other = await tenant.user('agent');
  return { admin: as(tenant.admin), agent: as(tenant.agent), other: as(other) };
}

const text = (words: string) => {
  const {
    id: _id,
    version: _version,
    ...element
  } = newElement('text', { id: 'x', x: 10, y: 20, layerOrder: 0 });
  return { ...element, properties: { ...element.properties, text: words } };
};
const drawn = (...words: string[]) => ({
  elements: words.map(text),
  canvasBackground: { type: 'solid' as const, color: '#102030' },
});

describe('templates', () => {
  it('are kept with what they draw, and begin a project with it', async () => {
    const { agent } = await staff();
    const made = await agent.call(content.createTemplate, {
      name: 'Friday numbers',
      category: 'celebration',
      tags: ['friday', 'friday', 'floor'],
      canvasSize: { width: 1080, height: 1080 },
      templateData: drawn('Well done', 'everybody'),
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      tags: ['friday', 'floor'],
      usageCount: 0,
      isPublic: false,
      version: 1,
    });
    const { body: project } = await agent.call(content.create, { templateId: made.body.id });
    expect(project).toMatchObject({
      name: 'Friday numbers',
      canvasSize: { width: 1080, height: 1080 },
      canvasBackground: { type: 'solid', color: '#102030' },
    });
    expect(project.elements.map(({ properties }) => properties.text).sort()).toEqual([
      'Well done',
      'everybody',
    ]);
    const again = await agent.call(content.takeTemplate, { id: made.body.id });
    expect(again.body.usageCount).toBe(2);
    expect((await agent.call(content.getTemplate, { id: made.body.id })).body).toMatchObject({
      usageCount: 2,
      version: 1,
    });
  });

  it('keep a drawing of many parts whole, and the smaller one that follows', async () => {
    const { agent } = await staff();
    // Digits without a pattern hardly pack, so this takes several items.
    let seed = 1;
    const noise = () =>
      Array.from({ length: 9_000 }, () => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return String.fromCharCode(0x4e00 + ((seed >> 12) % 20_000));
      }).join('');
    const words = Array.from({ length: 40 }, noise);
    const { body, status } = await agent.call(content.createTemplate, {
      name: 'Long',
      templateData: drawn(...words),
    });
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(201);
    const read = (await agent.call(content.getTemplate, { id: body.id })).body;
    expect(read.templateData.elements.map(({ properties }) => properties.text)).toEqual(words);
    await agent.call(content.updateTemplate, { id: body.id, templateData: drawn('short') });
    const short = (await agent.call(content.getTemplate, { id: body.id })).body;
    expect(short.templateData.elements.map(({ properties }) => properties.text)).toEqual(['short']);
    expect(short).toMatchObject({ elementCount: 1, version: 2 });
  });

  it('take the whole template with the favourite flipped, which is the own of each user', async () => {
    const { admin, agent } = await staff();
    await agent.call(content.createTemplate, { name: 'Shared', isPublic: true, templateData: drawn('a') });
    const [listed] = await eventually(async () => {
      const { templates } = (await admin.call(content.listTemplates, {})).body;
      expect(templates).toHaveLength(1);
      return templates;
    });
    const flipped = await admin.call(content.updateTemplate, { ...listed!, isFavorite: true });
    expect(flipped).toMatchObject({ status: 200, body: { isFavorite: true, version: 1 } });
    const whole = (await agent.call(content.getTemplate, { id: listed!.id })).body;
    expect(whole.isFavorite).toBe(false);
    // With the drawing and in a stale version too: nothing of the template itself is changed.
    const back = await admin.call(content.updateTemplate, { ...whole, isFavorite: false, version: 99 });
    expect(back).toMatchObject({ status: 200, body: { isFavorite: false, version: 1 } });
    const none = await admin.call(content.listTemplates, { favorites: true });
    expect(none.body.templates).toEqual([]);
  });

  it('are changed by their maker and admins only, and never over a newer version', async () => {
    const { admin, agent, other } = await staff();
    const { body } = await agent.call(content.createTemplate, {
      name: 'Mine',
      isPublic: true,
      templateData: drawn('a'),
    });
    const { id } = body;
    expect((await other.call(content.updateTemplate, { id, name: 'Taken' })).status).toBe(403);
    expect((await other.call(content.removeTemplate, { id })).status).toBe(403);
    expect((await admin.call(content.updateTemplate, { id, name: 'Ours', version: 1 })).body).toMatchObject({
      name: 'Ours',
      version: 2,
    });
    expect((await agent.call(content.updateTemplate, { ...body, name: 'Late' })).status).toBe(409);
    await agent.call(content.updateTemplate, { id, isPublic: false });
    expect((await other.call(content.getTemplate, { id })).status).toBe(404);
    const copy = await agent.call(content.duplicateTemplate, { id });
    expect(copy.body).toMatchObject({ name: 'Ours (copy)', isPublic: false, usageCount: 0 });
    expect((await agent.call(content.removeTemplate, { id })).status).toBe(200);
    expect((await agent.call(content.getTemplate, { id })).status).toBe(404);
    expect((await agent.call(content.getTemplate, { id: copy.body.id })).status).toBe(200);
  });

  it('are found by words, category and tag, sorted four ways, and paged', async () => {
    const { agent } = await staff();
    const ids: Record<string, string> = {};
    for (const [name, category, tag] of [
      ['Beta', 'promotion', 'sale'],
      ['alpha', 'emergency', 'fire'],
      ['Gamma', 'promotion', 'spring'],
    ] as const)
      ids[name] = (
        await agent.call(content.createTemplate, { name, category, tags: [tag], templateData: drawn(name) })
      ).body.id;
    await agent.call(content.takeTemplate, { id: ids.alpha! });
    await agent.call(content.updateTemplate, { id: ids.Beta!, description: 'A newer one' });
    const names = async (input: object) =>
      (await agent.call(content.listTemplates, input)).body.templates.map(({ name }) => name);
    await eventually(async () => {
      expect(await names({ sort: 'updated' })).toEqual(['Beta', 'Gamma', 'alpha']);
      expect(await names({ sort: 'usage' })).toEqual(['alpha', 'Beta', 'Gamma']);
    });
    expect(await names({ sort: 'created' })).toEqual(['Gamma', 'alpha', 'Beta']);
    expect(await names({ sort: 'name' })).toEqual(['alpha', 'Beta', 'Gamma']);
    expect(await names({ category: 'promotion', sort: 'name' })).toEqual(['Beta', 'Gamma']);
    expect(await names({ search: 'FIRE' })).toEqual(['alpha']);
    expect(await names({ tag: 'spring' })).toEqual(['Gamma']);
    const paged = await agent.call(content.listTemplates, { limit: 2, page: 2, sort: 'name' });
    expect(paged.body.templates.map(({ name }) => name)).toEqual(['Gamma']);
    expect(paged.body.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  it('refuse what an element type does not take, and a name of blanks', async () => {
    const { agent } = await staff();
    const wrong = { ...text('a'), properties: { customElementType: 'text', text: 7 } };
    const refused = await agent.call(content.createTemplate, {
      name: 'x',
      templateData: { ...drawn(), elements: [wrong] },
    });
    expect(refused.status).toBe(400);
    expect((await agent.call(content.createTemplate, { name: '  ', templateData: drawn('a') })).status).toBe(
      400,
    );
  });
});
