import { describe, expect, it, vi } from 'vitest';
import { findExport, finishExport } from '#functions/content/exports/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { usable } from '#functions/leads/api.ts';
import { signValues, valuesFor } from '#functions/messageTemplates/api.ts';
import { api } from '#shared/api/index.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { formOf, library, plain } from '#tests/support/rep-photos.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { generateVideo } from './video.ts';

const { repPhotos } = api;

describe('where photos are shown', () => {
  it('the fallback is set by admins and stands for who has none', async () => {
    const { agent, admin, tenant, upload } = await library();
    expect((await agent.call(repPhotos.fallback, {})).body).toEqual({ photo: null });
    const photo = await plain();
    expect((await agent.call(repPhotos.setFallback, {}, await formOf({ photo }))).status).toBe(403);
    const set = await admin.call(repPhotos.setFallback, {}, await formOf({ photo }));
    expect((await agent.call(repPhotos.fallback, {})).body).toEqual(set.body);
    await upload({ photo, repEmail: 'ann@example.com', repName: 'Ann Ito', repTitle: 'Closer' });
    const rep = (given: object) =>
      asSystem(tenant.id, 'test', async () => (await signValues(undefined, { rep: given as never })).rep);
    expect(await rep({ email: 'ANN@example.com' })).toMatchObject({
      name: 'Ann Ito',
      title: 'Closer',
      photo: expect.stringMatching(/\/media\/\d+\/rep-photos\/rph_.*large\.jpg$/),
    });
    expect(await rep({ email: 'no@example.com', name: 'No' })).toEqual({
      email: 'no@example.com',
      name: 'No',
      photo: set.body.photo!.previewUrls.large,
    });
    expect(await rep({ email: 'ann@example.com', photo: 'https://example.com/a.jpg' })).toMatchObject({
      photo: 'https://example.com/a.jpg',
    });
  });

  it('the owner of a lead has theirs on signs and, by a whole address, in mails', async () => {
    vi.stubEnv('PUBLIC_URL', 'https://app.example.com');
    const { admin, tenant, upload } = await library();
    await upload({ photo: await plain(), repEmail: tenant.agent.email, repTitle: 'Closer' });
    const { body: made } = await admin.call(api.leads.create, {
      firstName: 'Lea',
      lastName: 'Ito',
      phones: [{ number: '+13055550142' }],
      ownerId: tenant.agent.userId,
    });
    expect(made.error).toBeUndefined();
    const { rep, mail } = await asSystem(tenant.id, 'test', async () => {
      const lead = await usable(made.id);
      return {
        rep: (await signValues(lead)).rep as Record<string, string>,
        mail: (await valuesFor(lead)) as { rep: Record<string, string> },
      };
    });
    expect(rep).toMatchObject({ firstName: 'Agent', title: 'Closer' });
    expect(mail.rep.photo).toBe(`https://app.example.com${rep.photo}`);
    expect((await admin.call(repPhotos.byEmail, { email: tenant.agent.email })).body.previewUrls.large).toBe(
      rep.photo,
    );
  });

  it('is filled into the records of personalised videos by their e-mail', async () => {
    const { agent, tenant, upload } = await library();
    const { body: photo } = await upload({
      photo: await plain(),
      repEmail: 'ann@example.com',
      repName: 'Ann',
    });
    const { body: project } = await agent.call(api.content.create, { name: 'Thanks', elements: [] });
    const records = [
      { data: { rep: { email: 'Ann@example.com' } } },
      { data: { rep: { email: 'ann@example.com', name: 'Annie' } } },
      { data: { lead: { name: 'Lea' } } },
    ];
    const { body: batch } = await agent.call(api.content.createPersonalised, { id: project.id, records });
    const stored = await asSystem(tenant.id, 'test', () =>
      bucket('exports').get(`${batch.id}/records/0.json`),
    );
    const face = { photo: photo.previewUrls.large };
    expect(JSON.parse(String(stored))).toEqual([
      { data: { rep: { ...face, name: 'Ann', email: 'Ann@example.com' } } },
      { data: { rep: { ...face, name: 'Annie', email: 'ann@example.com' } } },
      { data: { lead: { name: 'Lea' } } },
    ]);
  });

  it('is counted by what was really seen and taken, for admins', async () => {
    const { agent, admin, upload } = await library();
    const { body } = await upload({ photo: await plain(), repEmail: 'ann@example.com', repName: 'Ann' });
    const track = (input: object) => agent.call(repPhotos.trackUse, { id: body.id, ...input });
    await track({ kind: 'view' });
    await track({ kind: 'view', feature: 'contentCreator' });
    await track({ kind: 'download' });
    expect((await agent.call(repPhotos.usage, {})).status).toBe(403);
    expect((await admin.call(repPhotos.usage, {})).body).toEqual({
      period: 'month',
      totalPhotos: 1,
      totalViews: 2,
      totalDownloads: 1,
      mostViewedPhotos: [{ repName: 'Ann', repEmail: 'ann@example.com', views: 2 }],
      usageByFeature: { contentCreator: 1, celebrationVideos: 0, emailSignatures: 0, other: 2 },
    });
  });

  it('are celebrated by a video of the workspace’s own template, for which a call waits as long as it may', async () => {
    const { agent, tenant, upload } = await library();
    const deal = { repEmail: 'ann@example.com', repName: 'Ann', dealAmount: 48_200, companyName: 'Hartwell' };
    const none = await agent.call(repPhotos.generateVideo, deal);
    expect(none).toMatchObject({ status: 409, body: { code: 'no_template' } });
    expect((await agent.call(repPhotos.generateVideo, { repEmail: '' })).body.error).toBe(
      'Please enter a sales rep email',
    );
    const photo = await upload({ photo: await plain(), repEmail: deal.repEmail });
    const template = await agent.call(api.content.createTemplate, {
      name: 'Bell',
      category: 'celebration',
      templateData: {
        elements: [newElement('sales_rep_photo', { id: 'elm_x', x: 0, y: 0, layerOrder: 0 })],
        canvasBackground: { type: 'solid', color: '#102030' },
      },
    });
    expect(template.status).toBe(201);
    const made = (patience: { waitMs: number; lookMs: number }) =>
      asSystem(tenant.id, 'test', () => generateVideo(deal, patience));
    const late = await eventually(() => made({ waitMs: 0, lookMs: 1 }));
    expect(late).toEqual({ id: expect.stringMatching(/^exp_/), status: 'processing' });
    const source = await asSystem(tenant.id, 'test', () => bucket('exports').get(`${late.id}/source.json`));
    const { project, data } = JSON.parse(String(source));
    expect(project.elements).toHaveLength(1);
    expect(data).toMatchObject({
      rep: { email: deal.repEmail, name: 'Ann', photo: photo.body.previewUrls.large },
      lead: { name: 'Hartwell', dealAmount: 48_200 },
      deal: { amount: 48_200 },
    });
    const asked = async () => (await agent.call(repPhotos.video, { id: late.id! })).body;
    expect(await asked()).toEqual(late);
    await asSystem(tenant.id, 'test', async () => {
      const end = { status: 'completed', stage: 'done', progress: 100, message: '' } as const;
      await commit(finishExport((await findExport(late.id!))!, { ...end, progressAt: clock.iso() }));
    });
    const video = await asked();
    expect(video).toMatchObject({ status: 'completed', videoUrl: expect.stringContaining('Celebration') });
    expect(video.processingTimeMs).toBeGreaterThanOrEqual(0);
    expect((await as((await freshTenant()).admin).call(repPhotos.video, { id: late.id! })).status).toBe(404);
  });
});
