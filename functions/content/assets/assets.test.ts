import { describe, expect, it } from 'vitest';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function library() {
  const agent = as((await freshTenant()).agent);
  /** Uploads as a browser does: asks for the form, sends the file to the bucket, tells that it has arrived. */
  const upload = async (name: string, mimeType: string, bytes: Buffer, claimed = bytes.length) => {
    const started = await agent.call(content.startUpload, {
      name,
      mimeType,
      fileSize: claimed,
      tags: ['test'],
    });
    if (started.status !== 201) return { started };
    const { asset, upload } = started.body;
    const form = new FormData();
    for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), name);
    const sent = await fetch(upload.url, { method: 'POST', body: form });
    const finished = await agent.call(content.finishUpload, { id: asset.id });
    return { started, sent, finished, id: asset.id };
  };
  return { agent, upload };
}

describe('the asset library', () => {
  it('takes a picture straight to the bucket and lists it', async () => {
    const { agent, upload } = await library();
    const { sent, finished, id } = await upload('Team photo.png', 'image/png', png);
    expect(sent?.status).toBe(204);
    expect(finished?.body).toMatchObject({
      assetType: 'image',
      processingStatus: 'completed',
      fileSize: png.length,
    });
    expect(finished?.body.publicUrl).toMatch(/^\/media\/\d+\/ast_/);
    const found = async () =>
      (await agent.call(content.listAssets, { search: 'team', type: 'image', tag: 'test' })).body.assets;
    await eventually(async () => expect((await found()).map((asset) => asset.id)).toEqual([id]));
    expect((await agent.call(content.removeAsset, { id: id! })).status).toBe(200);
    await eventually(async () => expect(await found()).toEqual([]));
  });

  it('looks at what a file is and not at its name', async () => {
    const { agent, upload } = await library();
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200, 7)]);
    const { finished } = await upload('holiday.png', 'image/png', program);
    expect(finished).toMatchObject({ status: 400 });
    expect(finished?.body.error).toContain('whatever its name says');
    expect((await agent.call(content.listAssets)).body.assets).toEqual([]);
  });

  it('refuses what is too large, before and at the upload', async () => {
    const { upload } = await library();
    const video = await upload('long.mp4', 'video/mp4', Buffer.alloc(1), 100 * 1024 * 1024 + 1);
    expect(video.started.status).toBe(400);
    const image = await upload('huge.png', 'image/png', Buffer.alloc(1), 100 * 1024 * 1024 + 1);
    expect(image.started.status).toBe(400);
    const offer = await upload('offer.pdf', 'application/pdf', Buffer.alloc(1), 50 * 1024 * 1024 + 1);
    expect(offer.started.body.error).toBe('This file is too large. Maximum size is 50MB.');
    const { sent, finished } = await upload(
      'liar.png',
      'image/png',
      Buffer.concat([png, Buffer.alloc(500)]),
      png.length,
    );
    expect(sent?.status).toBe(400);
    expect(finished?.status).toBe(400);
  });

  it('refuses an empty file and a type it does not take', async () => {
    const { upload } = await library();
    expect((await upload('empty.png', 'image/png', Buffer.alloc(0))).started.status).toBe(400);
    const { body } = (await upload('setup.exe', 'application/x-msdownload', Buffer.alloc(10))).started;
    expect(body.error).toBe('The library takes images, video, audio, PDF, DOC and DOCX files.');
  });

  it('completes an upload once, however often it is told', async () => {
    const { agent, upload } = await library();
    const { id } = await upload('a.png', 'image/png', png);
    const again = await agent.call(content.finishUpload, { id: id! });
    expect(again).toMatchObject({ status: 200, body: { processingStatus: 'completed' } });
    const all = async () => (await agent.call(content.listAssets)).body.assets;
    await eventually(async () => expect(await all()).toHaveLength(1));
  });

  it('keeps the first picture that a browser took of a video, and only of a video', async () => {
    const { agent, upload } = await library();
    // The first bytes of any MP4 file, and of any JPEG.
    const mp4 = Buffer.concat([
      Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
      Buffer.alloc(64),
    ]);
    const jpeg = Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      Buffer.alloc(64),
    ]);
    const video = await upload('Tour.mp4', 'video/mp4', mp4);
    const id = video.id!;
    expect(video.finished?.body).toMatchObject({ assetType: 'video', thumbnailUrl: null });
    expect((await agent.call(content.setThumbnail, { id, image: png.toString('base64') })).status).toBe(400);
    const { body } = await agent.call(content.setThumbnail, { id, image: jpeg.toString('base64') });
    expect(body.thumbnailUrl).toMatch(/\/thumbnail\.jpg$/);
    const again = await agent.call(content.setThumbnail, { id, image: jpeg.toString('base64') });
    expect(again.body.thumbnailUrl).toBe(body.thumbnailUrl);
    await eventually(async () => {
      const listed = await agent.call(content.listAssets, { type: 'video' });
      expect(listed.body.assets.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual([body.thumbnailUrl]);
    });
    const picture = await upload('Team.png', 'image/png', png);
    const refused = await agent.call(content.setThumbnail, {
      id: picture.id!,
      image: jpeg.toString('base64'),
    });
    expect(refused.status).toBe(400);
    expect((await agent.call(content.removeAsset, { id })).status).toBe(200);
  });
});
