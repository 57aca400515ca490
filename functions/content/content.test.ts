import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { contentLimits } from '#shared/model/content.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;
/** A tenant's staff, ready to call. */
async function staff() {
  const { admin, agent } = await freshTenant();
  return { admin: as(admin), agent: as(agent) };
}

let count = 0;
const elementId = () => `elm_test_${process.pid}_${count++}`;
const text = (words: string, id = elementId()) => {
  const { version: _version, ...element } = newElement('text', { id, x: 100, y: 100, layerOrder: 0 });
  return { ...element, properties: { ...element.properties, text: words } };
};
const created = (element: ReturnType<typeof text>) => ({ op: 'create' as const, element });

describe('projects', () => {
  it('starts with the defaults of the specification', async () => {
    const { agent } = await staff();
    const { status, body } = await agent.call(content.create, {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'New Project',
      description: 'A new content creation project',
      canvasSize: { width: 1920, height: 1080 },
      canvasBackground: { type: 'solid', color: '#ffffff' },
      status: 'draft',
      version: 1,
      elements: [],
    });
  });

  it('refuses a change that was made from an old version, and keeps the newer one', async () => {
    const { admin, agent } = await staff();
    const { body: project } = await agent.call(content.create, { name: 'Wall' });
    const first = await admin.call(content.update, { id: project.id, name: 'By the admin', version: 1 });
    expect(first.body).toMatchObject({ name: 'By the admin', version: 2 });
    const second = await agent.call(content.update, { id: project.id, name: 'By the agent', version: 1 });
    expect(second.status).toBe(409);
    expect((await agent.call(content.get, { id: project.id })).body.name).toBe('By the admin');
  });

  it('lists newest change first, finds by name, and pages', async () => {
    const { agent } = await staff();
    for (const name of ['Alpha', 'Beta', 'Gamma']) await agent.call(content.create, { name });
    const body = await eventually(async () => {
      const { body } = await agent.call(content.list, { limit: 2 });
      expect(body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
      return body;
    });
    expect(body.projects.map(({ name }) => name)).toEqual(['Gamma', 'Beta']);
    const found = await agent.call(content.list, { search: 'alph' });
    expect(found.body.projects.map(({ name }) => name)).toEqual(['Alpha']);
  });

  it('copies a project with its elements under new ids', async () => {
    const { agent } = await staff();
    const { body: project } = await agent.call(content.create, { name: 'Wall', elements: [text('Hello')] });
    const { status, body: copy } = await agent.call(content.duplicate, { id: project.id });
    expect(status).toBe(201);
    expect(copy.name).toBe('Wall (copy)');
    expect(copy.elements).toHaveLength(1);
    expect(copy.elements[0]!.id).not.toBe(project.elements[0]!.id);
    expect(copy.elements[0]!.properties.text).toBe('Hello');
  });

  it('removes a project with everything in it', async () => {
    const { agent } = await staff();
    const { body: project } = await agent.call(content.create, { elements: [text('a'), text('b')] });
    expect((await agent.call(content.remove, { id: project.id })).status).toBe(200);
    expect((await agent.call(content.get, { id: project.id })).status).toBe(404);
    expect(
      (await agent.call(content.updateElement, { id: project.elements[0]!.id, opacity: 0.5 })).status,
    ).toBe(404);
  });
});

describe('saving elements', () => {
  it('changes what a patch names and leaves the rest', async () => {
    const { agent } = await staff();
    const id = elementId();
    const mine = { ...text('keep me', id), rotation: 30, isLocked: true };
    const project = (await agent.call(content.create, { elements: [mine] })).body;
    await agent.call(content.saveElements, {
      id: project.id,
      edits: [{ op: 'update', id, version: 1, patch: { position: { x: 5, y: 6, z: 0 } } }],
    });
    const { body } = await agent.call(content.updateElement, { id, opacity: 0.5 });
    expect(body).toMatchObject({ ...mine, position: { x: 5, y: 6, z: 0 }, opacity: 0.5 });
  });

  async function project() {
    const { admin, agent } = await staff();
    const { body } = await agent.call(content.create, { elements: [text('one'), text('two')] });
    const at = (words: string) => body.elements.find(({ properties }) => properties.text === words)!;
    return { admin, agent, id: body.id, one: at('one'), two: at('two') };
  }

  it('saves creations, changes and removals in one call', async () => {
    const { agent, id, one, two } = await project();
    const three = text('three');
    const { body } = await agent.call(content.saveElements, {
      id,
      edits: [
        created(three),
        { op: 'update', id: one.id, version: 1, patch: { opacity: 0.5 } },
        { op: 'remove', id: two.id, version: 1 },
      ],
    });
    expect(body).toMatchObject({ saved: 3, refused: 0 });
    const now = (await agent.call(content.get, { id })).body;
    expect(now.elementCount).toBe(2);
    expect(now.elements.find((element) => element.id === one.id)).toMatchObject({ opacity: 0.5, version: 2 });
  });

  it('never overwrites what somebody else saved: the later edit comes back with what is there', async () => {
    const { admin, agent, id, one, two } = await project();
    const edit = (opacity: number) => ({ op: 'update' as const, id: one.id, version: 1, patch: { opacity } });
    await admin.call(content.saveElements, { id, edits: [edit(0.25)] });
    const { body } = await agent.call(content.saveElements, {
      id,
      edits: [edit(0.75), { op: 'update', id: two.id, version: 1, patch: { rotation: 15 } }],
    });
    expect(body).toMatchObject({ saved: 1, refused: 1 });
    expect(body.results[0]).toMatchObject({ status: 'conflict', version: 2, element: { opacity: 0.25 } });
    expect(body.results[1]).toMatchObject({ status: 'saved', version: 2 });
  });

  it('takes the same edits twice for once', async () => {
    const { agent, id, one, two } = await project();
    const edits = [
      created(text('new')),
      { op: 'update' as const, id: one.id, version: 1, patch: { opacity: 0.5 } },
      { op: 'remove' as const, id: two.id, version: 1 },
    ];
    const first = await agent.call(content.saveElements, { id, edits });
    const again = await agent.call(content.saveElements, { id, edits });
    expect(first.body.saved).toBe(3);
    expect(again.body).toMatchObject({ saved: 3, refused: 0 });
    const now = (await agent.call(content.get, { id })).body;
    expect(now.elements).toHaveLength(2);
    expect(now.elementCount).toBe(2);
    expect(now.elements.find((element) => element.id === one.id)!.version).toBe(2);
  });

  it('lets exactly one of two simultaneous edits of one element win', async () => {
    const { admin, agent, id, one } = await project();
    const edit = (opacity: number) => ({ op: 'update' as const, id: one.id, version: 1, patch: { opacity } });
    const answers = await Promise.all(
      [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((opacity, at) =>
        (at % 2 ? admin : agent).call(content.saveElements, { id, edits: [edit(opacity)] }),
      ),
    );
    expect(answers.map(({ body }) => body.saved).sort()).toEqual([0, 0, 0, 0, 0, 1]);
    const now = (await agent.call(content.get, { id })).body.elements.find(
      (element) => element.id === one.id,
    )!;
    expect(now.version).toBe(2);
  });

  it('saves 500 edits in one call', async () => {
    const { agent, id } = await project();
    const edits = Array.from({ length: contentLimits.elementsPerSave }, (_, at) => created(text(`n${at}`)));
    const { body } = await agent.call(content.saveElements, { id, edits });
    expect(body).toMatchObject({ saved: 500, refused: 0 });
    expect((await agent.call(content.get, { id })).body.elementCount).toBe(502);
  });

  it('refuses what its element type does not take, and says which property', async () => {
    const { agent, id } = await project();
    const long = text('x'.repeat(contentLimits.textLength + 1));
    const { body } = await agent.call(content.saveElements, { id, edits: [created(long)] });
    expect(body.results[0]).toMatchObject({ status: 'refused' });
    expect(body.results[0]!.message).toMatch(/properties\.text/);
  });

  it('makes no project at all when one of its elements cannot be stored', async () => {
    const { agent } = await project();
    const elements = [text('fits'), text('x'.repeat(contentLimits.textLength + 1))];
    const made = await agent.call(content.create, { name: 'Half of it', elements });
    expect(made).toMatchObject({ status: 400, body: { details: { field: 'elements.1' } } });
    expect(made.body.error).toMatch(/^Element 2 \(text\): .*properties\.text/);
    const { projects } = (await agent.call(content.list, { search: 'Half of it' })).body;
    expect(projects).toEqual([]);
  });

  it('changes, reorders and removes single elements', async () => {
    const { agent, id, one, two } = await project();
    const changed = await agent.call(content.updateElement, { id: one.id, rotation: 30, version: 1 });
    expect(changed.body).toMatchObject({ rotation: 30, version: 2 });
    const stale = await agent.call(content.updateElement, { id: one.id, rotation: 60, version: 1 });
    expect(stale).toMatchObject({ status: 409, body: { code: 'element_conflict' } });
    const { body } = await agent.call(content.reorderElements, {
      id,
      elementOrders: [
        { id: one.id, layerOrder: 5 },
        { id: two.id, layerOrder: 4 },
      ],
    });
    expect(body.elements.find((element) => element.id === one.id)!.layerOrder).toBe(5);
    expect((await agent.call(content.removeElement, { id: two.id })).status).toBe(200);
    expect((await agent.call(content.listElements, { id })).body.elements).toHaveLength(1);
  });
});

describe('bad input', () => {
  it('answers each with a sentence and stores nothing', async () => {
    const { agent } = await staff();
    const cases: [object, RegExp][] = [
      [{ name: 'x'.repeat(20_000) }, /name/i],
      [{ name: 5 }, /name/i],
      [{ nonsense: true }, /nonsense/],
      [{ canvasSize: { width: 99, height: 100 } }, /canvasSize\.width/],
      [{ canvasSize: { width: 10_001, height: 100 } }, /canvasSize\.width/],
      [{ canvasBackground: { type: 'image', imageUrl: 'javascript:alert(1)' } }, /imageUrl/],
      [{ elements: [{ ...text('x'), position: { x: Number.NaN, y: 0 } }] }, /position/],
    ];
    for (const [input, sentence] of cases) {
      const { status, body } = await agent.call(content.create, input as never);
      expect(status).toBe(400);
      expect(body.error).toMatch(sentence);
    }
    expect((await agent.call(content.list)).body.projects).toEqual([]);
  });

  it('keeps a script in a name or a text as the text it is', async () => {
    const { agent } = await staff();
    const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    const { body } = await agent.call(content.create, { name: script, elements: [text(script)] });
    expect(body.name).toBe(script);
    expect(body.elements[0]!.properties.text).toBe(script);
  });
});

describe('variables', () => {
  it("makes the standard variables once, and a tenant's own beside them", async () => {
    const { admin, agent } = await staff();
    const first = await agent.call(content.initializeSystem, {});
    const again = await agent.call(content.initializeSystem, {});
    expect(first.body.created).toBeGreaterThan(10);
    expect(again.body).toEqual({ variables: first.body.variables, created: 0 });
    const own = {
      name: 'external.weather',
      displayName: 'Weather',
      description: 'Weather at the lead',
      category: 'External',
      dataSource: 'external_api' as const,
      dataType: 'text' as const,
      defaultValue: 'fair',
      isRequired: false,
    };
    expect((await admin.call(content.createVariable, own)).status).toBe(201);
    expect((await admin.call(content.createVariable, own)).status).toBe(409);
    const { body } = await agent.call(content.listVariables);
    expect(
      body.variables.some(({ name, isSystemVariable }) => name === 'external.weather' && !isSystemVariable),
    ).toBe(true);
  });
});
