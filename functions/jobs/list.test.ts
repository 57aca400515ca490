import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { Messaging } from '#tests/support/messaging.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { timeTravel } from '#tests/support/time.ts';
import { upload } from '#tests/support/upload-leads.ts';

const { content, jobs, leads, sms, users } = api;
let world: Messaging;
beforeAll(async () => {
  world = await Messaging.open();
});
afterAll(() => world.close());

type Caller = ReturnType<typeof as>;
const fromFair = { all: [{ field: 'source', op: 'is', value: 'Fair' }] } as const;

/** A tenant with a lead, a project and ways to begin work of every noun, a second after each other. */
async function office() {
  const tenant = await freshTenant();
  const time = timeTravel('2026-06-10T16:00:00.000Z');
  const [admin, agent] = [as(tenant.admin), as(tenant.agent)];
  const colleague = as(await tenant.user('agent', { username: 'colleague' }));
  const lead = { firstName: 'Ada', phones: ['+13055550142'], source: 'Fair' };
  const leadId = (await admin.call(leads.create, lead)).body.id;
  const projectId = (await admin.call(content.create, { name: 'Friday' })).body.id;
  const later = async <T extends { body: { id: string } }>(work: Promise<T>): Promise<string> => {
    const { body } = await work;
    expect(body.id, JSON.stringify(body)).toBeTypeOf('string');
    time.forward({ seconds: 1 });
    return body.id;
  };
  return {
    tenant,
    admin,
    agent,
    colleague,
    time,
    importFile: async (by: Caller) => {
      const uploadId = await upload(by, 'First name,Phone\nBo,+13055550143\n');
      const { mapping } = (await by.call(leads.previewImport, { uploadId })).body;
      return later(by.call(leads.startImport, { uploadId, filename: 'spring.csv', mapping }));
    },
    exportLeads: (by: Caller) => later(by.call(leads.startExport, { ids: [leadId], format: 'csv' })),
    blast: (by: Caller) =>
      later(by.call(sms.sendBlast, { name: 'Spring', message: 'Hi', leadIds: [leadId] })),
    videos: (by: Caller) =>
      later(
        by.call(content.createPersonalised, {
          id: projectId,
          duration: 1,
          records: [{ name: 'Ada', data: { lead: { name: 'Ada' } } }],
        }),
      ),
    signs: (by: Caller) =>
      later(by.call(content.bulkExport, { projectIds: [projectId], exportType: 'image', options: {} })),
    change: async (by: Caller) => {
      const { body } = await by.call(leads.bulkPatch, { filter: fromFair, expected: 1, addTags: ['vip'] });
      time.forward({ seconds: 1 });
      return body.job!.id;
    },
    listed: async (by: Caller, given: object = {}) => (await by.call(jobs.list, given)).body,
    ids: async (by: Caller) => (await by.call(jobs.list, {})).body.jobs.map(({ id }) => id),
  };
}

describe('the list of work in the background', () => {
  it('has that of every noun in one shape, newest first, and goes on where a page ended', async () => {
    const { tenant, admin, time, listed, ...begin } = await office();
    const { importFile, exportLeads, blast, videos, signs, change } = begin;
    const begun: string[] = [];
    for (const begin of [importFile, exportLeads, blast, videos, signs, change])
      begun.push(await begin(admin));
    const all = await eventually(async () => {
      const { jobs: found, nextCursor } = await listed(admin);
      expect(nextCursor).toBeNull();
      expect(found.map(({ id }) => id)).toEqual(begun.toReversed());
      return found;
    });
    const [changed, exported, made, texted, written, brought] = all;
    expect(changed).toMatchObject({ kind: 'leads.change', status: 'running', isCancellable: true });
    expect(exported).toMatchObject({ kind: 'content.export', title: 'Export a project', total: 1, seen: 0 });
    expect(made).toMatchObject({
      kind: 'content.videos',
      title: 'Personalised videos “Friday”',
      total: 1,
      isCancellable: true,
      link: `/content-creator?personalised=${begun[3]}`,
    });
    expect(texted).toMatchObject({
      kind: 'sms.blast',
      title: 'Text blast “Spring”',
      total: 1,
      startedByName: tenant.admin.username,
      link: `/campaigns/${begun[2]}`,
    });
    expect(written).toMatchObject({ kind: 'leads.export', total: 1, isCancellable: false });
    expect(brought).toMatchObject({
      kind: 'leads.import',
      title: 'Import “spring.csv”',
      status: 'running',
      total: null,
      isCancellable: true,
      endedAt: null,
      link: `/leads/imports/${begun[0]}`,
    });

    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listed>> = await listed(admin, {
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.jobs.length).toBeLessThanOrEqual(2);
      paged.push(...page.jobs.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(begun.toReversed());

    await admin.call(sms.cancelBlast, { id: begun[2]! });
    await admin.call(leads.cancelImport, { id: begun[0]! });
    // The lists are read by indexes, which are some milliseconds late.
    await eventually(async () => {
      const stopped = (await listed(admin)).jobs.filter(({ status }) => status === 'cancelled');
      expect(stopped.map(({ id, isCancellable }) => [id, isCancellable])).toEqual([
        [begun[2], false],
        [begun[0], false],
      ]);
      expect(stopped.every(({ endedAt }) => endedAt !== null)).toBe(true);
    });

    time.forward({ days: 31 });
    expect((await listed(admin)).jobs).toEqual([]);
  });

  it('shows an agent what they began, and what is the workspace’s, but nothing of another tenant', async () => {
    const { admin, agent, colleague, ids, ...begin } = await office();
    const own = [await begin.importFile(agent), await begin.exportLeads(agent), await begin.blast(agent)];
    const admins = [await begin.importFile(admin), await begin.exportLeads(admin), await begin.blast(admin)];
    const shared = [await begin.videos(admin), await begin.signs(admin)];
    const change = await begin.change(admin);
    await eventually(async () => expect(await ids(agent)).toEqual([...own, ...shared].toReversed()));
    expect(await ids(colleague)).toEqual(shared.toReversed());
    expect(await ids(admin)).toEqual([...own, ...admins, ...shared, change].toReversed());
    const other = await freshTenant();
    expect(await ids(as(other.admin))).toEqual([]);
  });

  it('leaves out work of a noun whose own list the caller may not see', async () => {
    const { tenant, admin, videos, signs, ids } = await office();
    await videos(admin);
    const exported = await signs(admin);
    const reader = await tenant.user('agent', { username: 'reader' });
    await admin.call(users.rolePermissions, {
      id: reader.userId,
      permissions: { 'personalisedVideos.view': false },
    });
    await eventually(async () => expect(await ids(as(reader))).toEqual([exported]));
  });

  it('refuses a cursor that it never gave', async () => {
    const { admin } = await office();
    expect((await admin.call(jobs.list, { cursor: 'bm9uZQ' })).status).toBe(400);
  });
});
