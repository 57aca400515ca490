import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { contentLimits, type Page } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { publishNow } from './publications/snapshot.ts';
import { createVersion } from './versions/create.ts';

const { content } = api;

const pages: Page[] = [
  { id: 'main', name: 'Welcome', duration: 5, transition: 'fade' },
  {
    id: 'two',
    name: 'Winners',
    duration: 8,
    transition: 'cut',
    background: { type: 'solid', color: '#123456' },
  },
];
let count = 0;
const text = (pageId?: string) => {
  const id = `elm_page_${process.pid}_${count++}`;
  const { version: _version, ...element } = newElement('text', { id, x: 10, y: 20, layerOrder: 0 });
  return { ...element, ...(pageId ? { pageId } : {}) };
};

async function project() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const made = await agent.call(content.create, { name: 'Wall', pages, elements: [text(), text('two')] });
  return { tenant, agent, id: made.body.id };
}
const pageIds = (elements: readonly { pageId?: string | null | undefined }[]) =>
  elements.map(({ pageId }) => pageId ?? 'main').sort();

describe('a project with pages', () => {
  it('answers its pages, and of which each element is', async () => {
    const { agent, id } = await project();
    const { body } = await agent.call(content.get, { id });
    expect(body.pages).toEqual(pages);
    expect(pageIds(body.elements)).toEqual(['main', 'two']);
  });

  it('has them in its copy, its versions, its template and a project made of that', async () => {
    const { agent, id, tenant } = await project();
    const copy = await agent.call(content.duplicate, { id });
    expect([copy.body.pages, pageIds(copy.body.elements)]).toEqual([pages, ['main', 'two']]);

    await asSystem(tenant.id, 'versions', () => createVersion(id));
    const [version] = (await agent.call(content.listVersions, { id })).body.versions;
    const kept = await agent.call(content.getVersion, { id, versionId: version!.id });
    expect([kept.body.pages, pageIds(kept.body.elements)]).toEqual([pages, ['main', 'two']]);

    const { canvasBackground, elements } = (await agent.call(content.get, { id })).body;
    const template = await agent.call(content.createTemplate, {
      name: 'Two pages',
      templateData: { canvasBackground, elements, pages },
    });
    const used = await agent.call(content.create, { templateId: template.body.id });
    expect([used.body.pages, pageIds(used.body.elements)]).toEqual([pages, ['main', 'two']]);
  });

  it('is published with them', async () => {
    const { agent, id, tenant } = await project();
    await asSystem(tenant.id, 'publisher', () => publishNow(id));
    const { publicId } = (await agent.call(content.publication, { id })).body;
    const sign = await agent.call(content.publicContent, { publicId: publicId! });
    expect([sign.body.pages, pageIds(sign.body.elements)]).toEqual([pages, ['main', 'two']]);
  });

  it('tells an open editor of pages that somebody else has saved', async () => {
    const { agent, id } = await project();
    const { updatedAt } = (await agent.call(content.get, { id })).body;
    await agent.call(content.update, { id, pages: [pages[1]!, pages[0]!] });
    const changes = await agent.call(content.changesSince, { id, since: updatedAt });
    expect(changes.body.fields.pages?.map((page) => page.id)).toEqual(['two', 'main']);
  });

  it('takes back to one page what had several', async () => {
    const { agent, id } = await project();
    await agent.call(content.update, { id, pages: [] });
    expect((await agent.call(content.get, { id })).body.pages).toEqual([]);
  });

  it.each([
    ['the same id twice', [pages[0]!, pages[0]!], 'Each page has an id of its own.'],
    ['no name', [{ ...pages[0]!, name: ' ' }], 'A page needs a name.'],
    ['no time', [{ ...pages[0]!, duration: 0 }], 'A page is shown for at least one second.'],
    [
      'too many',
      Array.from({ length: contentLimits.pages + 1 }, (_, n) => ({ ...pages[0]!, id: `p${n}` })),
      `A project has at most ${contentLimits.pages} pages.`,
    ],
  ])('refuses %s with the reason', async (_what, wrong, sentence) => {
    const { agent, id } = await project();
    const refused = await agent.call(content.update, { id, pages: wrong });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain(sentence);
  });
});

it('a project of one page is stored, kept and published as before there were pages', async () => {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const { id } = (await agent.call(content.create, { elements: [text()] })).body;
  const { body } = await agent.call(content.get, { id });
  expect('pages' in body).toBe(false);
  expect('pageId' in body.elements[0]!).toBe(false);
  await asSystem(tenant.id, 'publisher', () => publishNow(id));
  const { publicId } = (await agent.call(content.publication, { id })).body;
  const sign = await agent.call(content.publicContent, { publicId: publicId! });
  expect('pages' in sign.body).toBe(false);
});
