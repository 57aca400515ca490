import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function upload(caller: ReturnType<typeof as>) {
  const { body } = await caller.call(content.startUpload, {
    name: 'logo.png',
    mimeType: 'image/png',
    fileSize: onePixel.length,
  });
  const form = new FormData();
  for (const [field, value] of Object.entries(body.upload.fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(onePixel)], { type: 'image/png' }), 'logo.png');
  await fetch(body.upload.url, { method: 'POST', body: form });
  await caller.call(content.finishUpload, { id: body.asset.id });
  return body.asset.id;
}

async function staff() {
  const tenant = await freshTenant();
  return { admin: as(tenant.admin), agent: as(tenant.agent) };
}

describe('the brand kit', () => {
  it('is empty at first, made by admins and read by all', async () => {
    const { admin, agent } = await staff();
    expect((await agent.call(content.getBrand, {})).body).toEqual({
      colors: [],
      fonts: [],
      logos: [],
      updatedAt: null,
      version: 0,
    });
    const colors = [{ name: 'Sun', color: '#f5a524' }];
    expect((await agent.call(content.updateBrand, { colors })).status).toBe(403);
    const logo = await upload(admin);
    const changed = await admin.call(content.updateBrand, {
      colors,
      fonts: ['Poppins', 'Inter'],
      logos: [logo],
    });
    expect(changed.body).toMatchObject({
      version: 1,
      colors,
      fonts: ['Poppins', 'Inter'],
      logos: [{ assetId: logo, name: 'logo.png' }],
    });
    expect((await agent.call(content.getBrand, {})).body).toEqual(changed.body);
    await agent.call(content.removeAsset, { id: logo, inUse: true });
    expect((await agent.call(content.getBrand, {})).body.logos).toEqual([]);
  });

  it('refuses a colour, a font and a logo that are none, and a change of an older version', async () => {
    const { admin } = await staff();
    const put = (changes: Record<string, unknown>) => admin.call(content.updateBrand, changes);
    expect((await put({ colors: [{ name: 'X', color: 'red' }] })).status).toBe(400);
    expect((await put({ fonts: ['Comic Nonsense'] })).status).toBe(400);
    expect((await put({ fonts: ['Inter', 'Inter'] })).status).toBe(400);
    expect((await put({ logos: ['ast_unknown'] })).status).toBe(404);
    expect((await put({ fonts: ['Inter'], version: 0 })).body.version).toBe(1);
    expect((await put({ fonts: [], version: 0 })).status).toBe(409);
  });
});

describe('style presets', () => {
  it('are kept under a name, renamed and removed', async () => {
    const { admin, agent } = await staff();
    const look = { elementType: 'text', styles: { fontSize: 96, color: '#ff0000' }, properties: {} };
    const made = await agent.call(content.createPreset, { name: 'Headline', ...look });
    expect(made.status).toBe(201);
    await agent.call(content.createPreset, { name: 'Caption', ...look });
    const list = async () => (await admin.call(content.listPresets, {})).body.presets;
    expect((await list()).map(({ name }) => name)).toEqual(['Caption', 'Headline']);
    const { id } = made.body;
    expect((await admin.call(content.renamePreset, { id, name: 'A title' })).body).toMatchObject({
      name: 'A title',
      styles: look.styles,
    });
    expect((await list())[0]!.name).toBe('A title');
    expect((await agent.call(content.removePreset, { id })).status).toBe(200);
    expect((await agent.call(content.removePreset, { id })).status).toBe(404);
    expect((await agent.call(content.renamePreset, { id, name: 'x' })).status).toBe(404);
    expect((await list()).map(({ name }) => name)).toEqual(['Caption']);
  });
});
