import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { asSystem } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { toneOf, wavOf } from '#infra/wav.ts';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';

/* A workspace's own music, and what the exchange is told of it. */

const { telephony } = api;
const requests: { path: string; body: { music?: { audioUrl: string } } }[] = [];
let isDown = false;
const exchange = createServer(async (request, response) => {
  const body = await readBody(request);
  if (!isDown) requests.push({ path: request.url!, body: JSON.parse(body) });
  response.writeHead(isDown ? 503 : 200).end('{}');
});
beforeAll(async () => {
  await new Promise<void>((done) => exchange.listen(0, '127.0.0.1', done));
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${(exchange.address() as AddressInfo).port}`);
  vi.stubEnv('PUBLIC_URL', 'https://app.example.com');
});
afterAll(() => {
  vi.unstubAllEnvs();
  exchange.close();
});
beforeEach(() => {
  requests.length = 0;
  isDown = false;
});

type Caller = ReturnType<typeof as>;
async function choose(who: Caller, audio: Blob) {
  const form = new FormData();
  form.append('audio', audio, 'song.wav');
  form.append('name', 'song.mp3');
  const multipart = new Response(form);
  const { status, body } = await who.send('telephony', {
    method: 'POST',
    path: '/telephony/music',
    headers: { 'content-type': multipart.headers.get('content-type')! },
    body: Buffer.from(await multipart.arrayBuffer()),
  });
  return { status, body: body as { error: string; music: { name: string; url: string; seconds: number } } };
}
const sound = (seconds: number) => new Blob([new Uint8Array(wavOf(toneOf(440, seconds)))]);
const lastMusic = () => requests.findLast(({ path }) => path.endsWith('/account'))?.body.music;

it('is told to the exchange when it is chosen, changed and removed, and one file of it is kept', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  const files = () => asSystem(tenant.id, 'test', () => bucket('media').list('music/'));
  const first = await choose(admin, sound(2));
  expect(first.body.music).toMatchObject({ name: 'song.mp3', seconds: 2 });
  expect(lastMusic()).toEqual({ audioUrl: `https://app.example.com${first.body.music.url}` });
  const second = await choose(admin, sound(3));
  expect(lastMusic()?.audioUrl).toContain(second.body.music.url);
  expect(await files()).toHaveLength(1);
  expect((await as(tenant.agent).call(telephony.music, {})).body).toEqual(second.body);
  expect((await admin.call(telephony.setMusic, {})).body).toEqual({ music: null });
  expect([lastMusic(), await files()]).toEqual([undefined, []]);
});

it('is refused where it is no sound of telephones, is too long, or is an agent’s to choose', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  expect((await choose(admin, new Blob(['no sound']))).body.error).toContain('WAV, 8 kHz');
  expect((await choose(admin, sound(181))).body.error).toContain('at most 180 seconds');
  expect((await choose(as(tenant.agent), sound(2))).status).toBe(403);
  expect((await as((await freshTenant()).admin).call(telephony.music, {})).body.music).toBeNull();
});

it('is kept while the exchange is away, which hears of it with whatever it is told next', async () => {
  const tenant = await freshTenant();
  const admin = as(tenant.admin);
  isDown = true;
  expect((await choose(admin, sound(2))).status).toBe(200);
  isDown = false;
  await admin.call(api.pbx.createQueue, { number: '600', name: 'Sales' });
  expect(lastMusic()?.audioUrl).toContain('/music/snd_');
});
