import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { api } from '#shared/api/index.ts';
import { sweepDue, sweepItems } from '#tests/support/due.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { leadExportWork, workExport } from './work.ts';

const { leads } = api;

async function filled() {
  const tenant = await freshTenant();
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const give = (fields: object) => admin.call(leads.create, fields as never);
  await give({ firstName: '=cmd|calc', lastName: 'Evil', phones: ['3055550101'] });
  await give({
    firstName: 'Ann "A."',
    lastName: 'Lee\nLow',
    phones: ['3055550102'],
    ownerId: tenant.agent.userId,
  });
  await give({ firstName: 'Her', lastName: 'Own', source: '@home', ownerId: tenant.admin.userId });
  const system = <T>(work: () => Promise<T>) => asSystem(tenant.id, 'imports', work);
  const exported = async (caller: typeof admin, request: object) => {
    const { status, body } = await caller.call(leads.startExport, request as never);
    expect(status).toBe(202);
    await system(() => workExport(body.id));
    const { body: ready } = await caller.call(leads.getExport, { id: body.id });
    expect(ready).toMatchObject({ status: 'completed' });
    const answer = await fetch(ready.downloadUrl!);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(bytes.length).toBe(ready.fileSize);
    return { ready, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), answer };
  };
  return { tenant, admin, agent, system, exported };
}

describe('an export', () => {
  it('is a CSV that no spreadsheet runs', async () => {
    const { admin, exported } = await filled();
    const { text, ready, answer } = await exported(admin, {});
    expect(text.startsWith('\uFEFF"Id","First name"')).toBe(true);
    expect(text).toContain(`"'=cmd|calc","Evil"`);
    expect(text).toContain(`"Ann ""A.""","Lee\nLow"`);
    expect(text).toContain(`"'@home"`);
    expect(text).toContain(`"+13055550101"`);
    expect(ready).toMatchObject({ leads: 3, of: 3, format: 'csv' });
    expect(answer.headers.get('content-disposition')).toContain('.csv');
  });

  it('holds what the filter finds and what the caller may see', async () => {
    const { admin, agent, exported } = await filled();
    const filter = { field: 'firstName', op: 'startsWith', value: 'her' };
    const { text } = await exported(admin, { format: 'json', filter });
    expect(JSON.parse(text).map(({ fullName }: { fullName: string }) => fullName)).toEqual(['Her Own']);
    const own = await exported(agent, { format: 'json' });
    expect(JSON.parse(own.text)).toHaveLength(2);
    expect(own.text).not.toContain('Her Own');
    expect(
      JSON.parse((await exported(admin, { format: 'json', filter: { ...filter, value: 'x' } })).text),
    ).toEqual([]);
  });

  it('goes on when a worker has died, once', async () => {
    const clock = timeTravel();
    const { admin, agent, system } = await filled();
    const { body } = await admin.call(leads.startExport, {});
    expect(await system(() => sweepDue({ leadExport: leadExportWork }))).toBe(0);
    clock.forward({ minutes: 2 });
    await system(() => sweepItems(1, { leadExport: leadExportWork }));
    await system(() => Promise.all([workExport(body.id), workExport(body.id)]));
    expect((await admin.call(leads.getExport, { id: body.id })).body).toMatchObject({ leads: 3 });
    expect((await agent.call(leads.getExport, { id: body.id })).status).toBe(404);
    await eventually(async () => {
      const { body: list } = await admin.call(leads.listExports, {});
      expect(list.exports.map(({ id, status }) => [id, status])).toEqual([[body.id, 'completed']]);
    });
  });

  it('can be imported again as it is', async () => {
    const { admin, exported } = await filled();
    const { text } = await exported(admin, {});
    const { body: form } = await admin.call(leads.startImportUpload, {
      filename: 'x.csv',
      fileSize: text.length,
    });
    const data = new FormData();
    for (const [name, value] of Object.entries(form.upload.fields)) data.append(name, value);
    data.append('file', new Blob([text], { type: 'text/csv' }));
    await fetch(form.upload.url, { method: 'POST', body: data });
    const options = { duplicates: { rule: 'update' as const } };
    const { body } = await admin.call(leads.previewImport, { uploadId: form.uploadId, options });
    expect(body.preview.map(({ outcome }) => outcome)).toEqual(['create', 'update', 'update']);
    const evil = body.preview.find(({ fields }) => fields.some(({ value }) => value === 'Evil'));
    expect(evil!.fields).toContainEqual({ field: 'firstName', label: 'First name', value: '=cmd|calc' });
  });
});
