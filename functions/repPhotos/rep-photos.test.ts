import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findExport, finishExport } from '#functions/content/exports/store.ts';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { clock } from '#functions/kernel/clock.ts';
import { commit } from '#functions/kernel/table.ts';
import { usable } from '#functions/leads/api.ts';
import { signValues, valuesFor } from '#functions/messageTemplates/api.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { api } from '#shared/api/index.ts';
import { kilobytes, repPhotoColumns } from '#shared/model/rep-photo.ts';
import { newElement } from '#shared/scene/registry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';
import { generateVideo } from './video.ts';

const { repPhotos } = api;

/** A picture of two halves, left in one colour and right in another. */
const halves = (width: number, height: number, left: string, right: string) =>
  sharp({ create: { width, height, channels: 3, background: right } }).composite([
    {
      input: { create: { width: Math.round(width / 2), height, channels: 3, background: left } },
      left: 0,
      top: 0,
    },
  ]);
const plain = (color = '#336699') => halves(40, 40, color, color).jpeg().toBuffer();

async function formOf(fields: Record<string, string | Buffer | Buffer[]>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat())
      if (typeof one === 'string') form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one)]), 'photo.jpg');
  const body = new Response(form);
  return {
    headers: { 'content-type': body.headers.get('content-type')! },
    body: Buffer.from(await body.arrayBuffer()),
  };
}

async function library() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  const admin = as(tenant.admin);
  const upload = async (fields: Record<string, string | Buffer>, who = agent) =>
    who.call(repPhotos.upload, {}, await formOf(fields));
  const served = (path: string) =>
    asSystem(tenant.id, 'test', () => bucket('media').get(path.slice(`/media/${tenant.id}/`.length)));
  return { tenant, agent, admin, upload, served };
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

describe('a photo', () => {
  it('is turned upright, tells nothing of where it was taken, and has square previews', async () => {
    const { upload, served } = await library();
    const taken = await halves(400, 200, '#ff0000', '#0000ff')
      .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '40/1 26/1 46/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).orientation).toBe(6);
    const { status, body } = await upload({
      photo: taken,
      repEmail: ' Ann@Example.com ',
      repName: 'Ann Ito',
    });
    expect(body).toMatchObject({ repEmail: 'ann@example.com', repName: 'Ann Ito', mimeType: 'image/jpeg' });
    expect(status).toBe(201);
    expect(body.photoUrl).toBe(body.url);
    expect(body.thumbnailUrl).toBe(body.previewUrls.small);
    const original = (await served(body.url))!;
    expect(original.length).toBe(body.fileSize);
    const { width, height, exif, orientation } = await sharp(original).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 200,
      height: 400,
      exif: undefined,
      orientation: undefined,
    });
    // What was left before it was turned by 90° is above now.
    const { data } = await sharp(original)
      .extract({ left: 90, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(200);
    for (const [size, side] of Object.entries({ small: 96, medium: 320, large: 800 })) {
      const preview = (await served(body.previewUrls[size as 'small']))!;
      expect(await sharp(preview).metadata()).toMatchObject({ width: side, height: side, format: 'jpeg' });
    }
  });

  it('shows what draws the eye, or the square that was chosen by hand', async () => {
    const { upload, served, agent } = await library();
    const face = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#dddddd' } })
      .composite([
        {
          input: { create: { width: 80, height: 80, channels: 3, background: '#e0906a' } },
          left: 500,
          top: 60,
        },
      ])
      .png()
      .toBuffer();
    const { body } = await upload({ photo: face, repEmail: 'ann@example.com' });
    const holdsFace = async (path: string) => {
      const { channels } = await sharp((await served(path))!).stats();
      return channels[2]!.min < 150;
    };
    expect(await holdsFace(body.previewUrls.medium)).toBe(true);
    const cropped = await agent.call(repPhotos.crop, { id: body.id, crop: { x: 0.1, y: 0.5, zoom: 2 } });
    expect(cropped.body.crop).toEqual({ x: 0.1, y: 0.5, zoom: 2 });
    expect(await holdsFace(cropped.body.previewUrls.medium)).toBe(false);
    const again = await agent.call(repPhotos.crop, { id: body.id, crop: null });
    expect(again.body.crop).toBeNull();
    expect(await holdsFace(again.body.previewUrls.medium)).toBe(true);
  });

  it('is refused with a sentence where it is none, is too large, or there is one already', async () => {
    const { upload, agent } = await library();
    const repEmail = 'ann@example.com';
    expect((await upload({ repEmail })).body.error).toBe('Please select a file and enter an email');
    expect((await upload({ photo: await plain() })).body.error).toBe(
      'Please select a file and enter an email',
    );
    expect((await upload({ photo: Buffer.from('GIF89a…'), repEmail })).body.error).toBe(
      'Please choose a JPEG, PNG or WebP picture.',
    );
    const head = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    head.writeUInt32BE(8_000, 16);
    head.writeUInt32BE(5_001, 20);
    expect((await upload({ photo: head, repEmail })).body.error).toBe(
      'This photo is 8000 × 5001 px. A photo may have 40 megapixels at most.',
    );
    const damaged = (await halves(900, 900, '#123456', '#654321').jpeg().toBuffer()).subarray(0, 2_000);
    expect((await upload({ photo: damaged, repEmail })).status).toBe(400);
    expect((await upload({ photo: await plain(), repEmail })).status).toBe(201);
    const twice = await upload({ photo: await plain(), repEmail });
    expect(twice).toMatchObject({
      status: 409,
      body: { error: 'Photo already exists for this email. Enable "Replace existing" to overwrite.' },
    });
    const replaced = await upload({ photo: await plain('#ff8800'), repEmail, replace: 'true' });
    expect(replaced.status).toBe(201);
    const { history } = (await agent.call(repPhotos.history, {})).body;
    expect(history.slice(0, 3).map(({ action, result }) => [action, result])).toEqual([
      ['replace', 'success'],
      ['upload', 'skipped'],
      ['upload', 'success'],
    ]);
  });

  it('of more than a call takes is uploaded by a form', async () => {
    const { agent } = await library();
    const form = (await agent.call(repPhotos.uploadForm, { mimeType: 'image/jpeg', fileSize: 9_000 })).body;
    const body = new FormData();
    for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(await plain())], { type: 'image/jpeg' }));
    expect((await fetch(form.url, { method: 'POST', body })).status).toBe(204);
    const rep = { repEmail: 'ann@example.com', repName: 'Ann' };
    const added = await agent.call(repPhotos.upload, { ...rep, uploadId: form.uploadId });
    expect(added.status).toBe(201);
    const gone = await agent.call(repPhotos.upload, { ...rep, uploadId: form.uploadId, replace: true });
    expect(gone.body.error).toBe('The photo has not arrived yet. Upload it first.');
    const tooLarge = await agent.call(repPhotos.uploadForm, { mimeType: 'image/png', fileSize: 10_485_761 });
    expect(tooLarge.status).toBe(400);
  });

  it('is found by name and address, and deleted by who added it or an admin', async () => {
    const { upload, agent, admin, tenant, served } = await library();
    const { body: ann } = await upload({
      photo: await plain(),
      repEmail: 'ann@example.com',
      repName: 'Ann Ito',
    });
    await upload({ photo: await plain(), repEmail: 'bo@example.com', repName: 'Bo' }, admin);
    const found = async (search: string) =>
      (await agent.call(repPhotos.list, { search })).body.assets.map(({ repName }) => repName);
    expect(await found('ITO')).toEqual(['Ann Ito']);
    expect(await found('BO@')).toEqual(['Bo']);
    const { body: all } = await agent.call(repPhotos.list, { limit: 1 });
    expect([all.assets.length, all.total]).toEqual([1, 2]);
    const bo = (await agent.call(repPhotos.byEmail, { email: 'BO@example.com' })).body;
    expect(bo).toMatchObject({ repName: 'Bo', mayDelete: false });
    expect((await agent.call(repPhotos.byEmail, { email: 'no@example.com' })).body.error).toBe(
      'No photo found for this email address',
    );
    expect((await agent.call(repPhotos.remove, { id: bo.id })).body.error).toBe(
      'You do not have permission for this action',
    );
    expect((await admin.call(repPhotos.remove, { id: ann.id })).body.message).toBe(
      'Photo deleted successfully',
    );
    expect(await served(ann.url)).toBeUndefined();
    expect((await admin.call(repPhotos.remove, { id: ann.id })).status).toBe(404);
    const other = as((await freshTenant()).admin);
    expect((await other.call(repPhotos.remove, { id: bo.id })).status).toBe(404);
    expect((await as(tenant.vendor).call(repPhotos.list, {})).status).toBe(403);
    expect((await anybody().call(repPhotos.list, {})).status).toBe(401);
  });
});

describe('many photos', () => {
  it('come at once, each for an address of its own', async () => {
    const { agent } = await library();
    const photos = [await plain('#111111'), await plain('#222222'), Buffer.from('no picture')];
    const reps = ['a', 'b', 'c'].map((name) => ({ repEmail: `${name}@example.com`, repName: name }));
    const bulk = async (mappings: object[], files = photos) =>
      agent.call(repPhotos.bulk, {}, await formOf({ 'photos[]': files, mappings: JSON.stringify(mappings) }));
    const first = await bulk(reps);
    expect(first.body.summary).toEqual({ successful: 2, failed: 1, skipped: 0 });
    expect(first.body.results[2]).toEqual({
      repEmail: 'c@example.com',
      result: 'failed',
      reason: 'Please choose a JPEG, PNG or WebP picture.',
    });
    expect((await bulk(reps)).body.summary).toEqual({ successful: 0, failed: 1, skipped: 2 });
    const missing = 'Please select files and provide email for each';
    expect((await bulk(reps.slice(1))).body.error).toBe(missing);
    expect((await bulk([...reps.slice(1), { repEmail: '' }])).body.error).toBe(missing);
    const many = Array.from({ length: 51 }, (_, n) => ({ repEmail: `r${n}@example.com` }));
    expect((await bulk(many)).body.error).toBe('At most 50 photos at a time.');
  });

  it('are fetched from the addresses in a CSV file, of public sites alone', async () => {
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
    const { agent } = await library();
    const csv = async (text: string, columnMapping?: object) =>
      agent.call(
        repPhotos.csv,
        {},
        await formOf({
          csv: Buffer.from(text),
          ...(columnMapping ? { columnMapping: JSON.stringify(columnMapping) } : {}),
        }),
      );
    const portrait = 'https://pictures.dealbell.test/portrait.jpg';
    const rows = [
      'Full name,E-mail,Photo link',
      `Ann,ann@example.com,${portrait}`,
      'Bo,bo@example.com,https://127.0.0.1/x.jpg',
      'Cy,cy@example.com,http://example.com/x.jpg',
      `Di,nonsense,${portrait}`,
    ].join('\n');
    const { body } = await csv(rows);
    expect(body.summary).toEqual({ successful: 1, failed: 3, skipped: 0 });
    expect(body.failed.map(({ email }) => email)).toEqual(['bo@example.com', 'cy@example.com', 'nonsense']);
    expect(body.failed[1]!.error).toBe('A photo’s address must begin with https://.');
    const mapped = { name: 'Full name', email: 'E-mail', photoUrl: 'Photo link' };
    expect((await csv(rows, mapped)).body.summary.skipped).toBe(1);
    expect((await agent.call(repPhotos.csv, {})).body.error).toBe('Please select a CSV file');
    expect((await csv(' \n')).body.error).toBe('CSV file is empty');
    expect((await csv('Full name,E-mail,Photo\n')).body.error).toBe('No data rows found in CSV file');
    expect((await csv('Who,E-mail,Photo\nAnn,a@example.com,x')).body.error).toBe(
      'Please map all required columns (Name, Email, Photo URL)',
    );
    expect((await csv('Name,E-mail,Photo\n"Ann,a@example.com,x')).body.error).toBe('Failed to parse CSV');
  });

  it('have their columns found by the words of their headers', () => {
    expect(repPhotoColumns(['Image name', 'Rep Name', 'Work EMAIL'])).toEqual({
      name: 'Rep Name',
      email: 'Work EMAIL',
      photoUrl: 'Image name',
    });
    expect(repPhotoColumns(['a', 'b'])).toEqual({ name: '', email: '', photoUrl: '' });
    expect(kilobytes(1_536)).toBe('1.5 KB');
  });
});

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
