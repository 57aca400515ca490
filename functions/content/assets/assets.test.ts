import { describe, expect, it } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { api } from '#shared/api/index.ts';
import { eventually } from '#tests/support/eventually.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

const { content } = api;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A PNG that says to be so many px on a side, in 33 bytes; nothing of it is drawn to be refused. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.from(png.subarray(0, 33));
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

type UploadForm = { url: string; fields: Record<string, string> };

/** Sends a file by a presigned form, as a browser does. */
function sendForm({ url, fields }: UploadForm, mimeType: string, bytes: Buffer) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), 'file');
  return fetch(url, { method: 'POST', body: form });
}

async function library() {
  const tenant = await freshTenant();
  const agent = as(tenant.agent);
  /** Uploads as a browser does: asks for the form, sends the file to the bucket, tells that it has arrived. */
  const upload = async (name: string, mimeType: string, bytes: Buffer, claimed = bytes.length) => {
    const started = await agent.call(content.startUpload, {
      name,
      mimeType,
      fileSize: claimed,
      tags: ['test'],
    });
    if (started.status !== 201) return { started };
    const { asset, upload: form } = started.body;
    const sent = await sendForm(form, mimeType, bytes);
    const finished = await agent.call(content.finishUpload, { id: asset.id });
    return { started, sent, finished, id: asset.id, form };
  };
  /** The bytes that are served at an address below the CDN's root. */
  const served = (publicUrl: string) =>
    asSystem(tenant.id, 'test', () => bucket('media').get(publicUrl.slice(`/media/${tenant.id}/`.length)));
  return { agent, upload, served };
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

  it('serves what was looked at, whatever is sent with the same form later', async () => {
    const { agent, upload, served } = await library();
    const { finished, form, id } = await upload('photo.png', 'image/png', png);
    const { publicUrl } = finished!.body;
    expect(await served(publicUrl)).toEqual(png);
    const other = Buffer.concat([Buffer.from('<svg onload="steal()">'), Buffer.alloc(10)]);
    expect((await sendForm(form!, 'image/png', other)).status).toBe(204);
    const again = await agent.call(content.finishUpload, { id: id! });
    expect(again.body.publicUrl).toBe(publicUrl);
    expect(await served(publicUrl)).toEqual(png);
  });

  it('completes an upload once when it is told twice at one moment', async () => {
    const { agent, served } = await library();
    const { body } = await agent.call(content.startUpload, {
      name: 'photo.png',
      mimeType: 'image/png',
      fileSize: png.length,
    });
    await sendForm(body.upload, 'image/png', png);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => agent.call(content.finishUpload, { id: body.asset.id })),
    );
    const addresses = answers.filter(({ status }) => status === 200).map((answer) => answer.body.publicUrl);
    expect(new Set(addresses).size).toBe(1);
    expect(await served(addresses[0]!)).toEqual(png);
  });

  it('refuses a picture that would fill the memory when it is decoded', async () => {
    const { agent, upload } = await library();
    const { finished, id } = await upload('bomb.png', 'image/png', pngOf(30_000, 30_000));
    expect(finished).toMatchObject({
      status: 400,
      body: {
        error:
          'This picture is 30000 × 30000 px. An image may have 10000 px on a side and 64 megapixels at most.',
      },
    });
    expect((await agent.call(content.finishUpload, { id: id! })).status).toBe(404);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(pngOf(30_000, 30_000))], { type: 'image/png' }), 'bomb.png');
    const multipart = new Response(form);
    const small = await agent.send('content', {
      method: 'POST',
      path: '/content/assets',
      headers: { 'content-type': multipart.headers.get('content-type')! },
      body: Buffer.from(await multipart.arrayBuffer()),
    });
    expect(small).toMatchObject({ status: 400, body: { error: finished!.body.error } });
  });

  it('removes the file with its asset', async () => {
    const { agent, upload, served } = await library();
    const { finished, id } = await upload('photo.png', 'image/png', png);
    await agent.call(content.removeAsset, { id: id! });
    expect(await served(finished!.body.publicUrl)).toBeUndefined();
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
    const send = () => agent.call(content.setThumbnail, { id, image: jpeg.toString('base64') });
    const [{ body }, atOnce] = await Promise.all([send(), send()]);
    expect(body.thumbnailUrl).toMatch(/\/thumbnail\.jpg$/);
    for (const again of [atOnce, await send()]) expect(again.body.thumbnailUrl).toBe(body.thumbnailUrl);
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
