import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { halves, library, plain } from '#tests/support/rep-photos.ts';
import { anybody, as, freshTenant } from '#tests/support/tenant.ts';

const { repPhotos } = api;

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
