import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newElement } from '#shared/scene/registry.ts';
import {
  type Change,
  canvas,
  everyKind,
  exported,
  patienceMs,
  pixels,
  uploaded,
} from '#tests/support/exporting.ts';
import { type Caller, Product } from '#tests/support/product.ts';

/*
 * What is bad in a project is drawn as its placeholder, or told in a sentence: through the calls, the queue and the
 * real renderer. Nothing hangs, since every wait is bounded by the product itself, and nothing reaches an address
 * that is not public: a server on this machine counts.
 */

/** Every case, and as every kind of export: `BAD_INPUT=all`, or with the whole browser suite. Otherwise as PNG. */
const thorough = process.env.BAD_INPUT === 'all' || process.env.STORIES === 'all';
vi.setConfig({ testTimeout: 2 * patienceMs });

const box = { position: { x: 20, y: 20, z: 0 }, size: { width: 280, height: 200 } };

let product: Product;
let admin: Caller;
let counter: Server;
let hits: string[] = [];
let port = 0;

beforeAll(async () => {
  // Accepts, notes it, and never answers.
  counter = createServer((request) => hits.push(request.url!));
  await new Promise<void>((resolve) => counter.listen(0, resolve));
  ({ port } = counter.address() as AddressInfo);
  product = await Product.start();
  admin = await product.signIn('admin');
});
afterAll(async () => {
  counter?.closeAllConnections();
  counter?.close();
  await product?.stop();
});

const element = (type: string, properties: Change = {}, change: Change = {}) => {
  const { version: _, id: _id, ...made } = newElement(type, { id: 'x', x: 0, y: 0, layerOrder: 1 });
  return { ...made, ...box, properties: { ...made.properties, ...properties }, ...change };
};

async function project(elements: object[], more: Change = {}): Promise<string> {
  const body = { name: 'Bad input', canvasSize: canvas, elements, ...more };
  return (await admin.ask<{ id: string }>('POST', '/content/projects', body)).id;
}

/** An MP4 by its first bytes, and noise after them. */
const brokenClip = () =>
  uploaded(
    admin,
    'broken.mp4',
    'video/mp4',
    Buffer.concat([
      Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f326d703431', 'hex'),
      Buffer.from('00000800', 'hex'),
      Buffer.from('moov'),
      Buffer.from(Array.from({ length: 40_000 }, (_, i) => (i * 7919) % 251)),
    ]),
  );

const svg = (body: string, before = '') =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="280" height="200">${body}</svg>`,
  );

/** Addresses that a picture may not come from, each by another trick. */
const forbidden: (() => string)[] = [
  () => `http://127.0.0.1:${port}/a.png`,
  () => `http://localhost:${port}/a.png`,
  () => `http://[::1]:${port}/a.png`,
  () => `http://[::ffff:127.0.0.1]:${port}/a.png`,
  () => `http://2130706433:${port}/a.png`,
  () => `http://0.0.0.0:${port}/a.png`,
  () => `http://127.0.0.1.nip.io:${port}/a.png`,
  () =>
    `http://pictures.dealbell.test/redirect?to=${encodeURIComponent(`http://127.0.0.1:${port}/redirected.png`)}`,
  () => 'http://169.254.169.254/latest/meta-data/iam/security-credentials/',
  () => 'http://10.0.0.1/a.png',
  () => 'http://[fd00:ec2::254]/a.png',
  () => 'data:text/html,<script>document.title=1</script>',
  () => 'data:image/png;base64,AAAA',
  () => '/media/2/somebody/else.png',
  () => '/media/1/../../etc/passwd',
  () => 'http://pictures.dealbell.test/script.svg',
  () => 'http://pictures.dealbell.test/never',
  () => 'http://pictures.dealbell.test/missing.png',
];

describe('pictures', () => {
  it.each(
    [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ftp://10.0.0.1/a.png',
      'chrome://version',
      '//10.0.0.1/a.png',
    ].slice(0, thorough ? undefined : 2),
  )(
    'that could only be %s are refused as a background, and drawn as a placeholder in an element',
    async (imageUrl) => {
      const background = await product.call('POST', '/content/projects', {
        token: admin.token,
        body: { name: 'x', canvasBackground: { type: 'image', imageUrl } },
      });
      expect(background).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/must begin with http/) },
      });
      const given = await product.call<{ id: string; error: string }>('POST', '/content/projects', {
        token: admin.token,
        body: { name: 'x', canvasSize: canvas, elements: [element('image', { src: imageUrl })] },
      });
      if (given.status === 400) return expect(given.body.error).toMatch(/^[A-Za-z].{10,}/);
      const empty = await pixels(admin, await project([element('image', { src: '' })]));
      expect((await pixels(admin, given.body.id)).equals(empty)).toBe(true);
    },
  );

  it('that cannot be had are drawn as the placeholder, and no private address is asked', async () => {
    hits = [];
    const grid = (srcs: string[]) =>
      project(
        srcs.map((src, at) =>
          element(
            'image',
            { src },
            {
              position: { x: (at % 6) * 220, y: Math.floor(at / 6) * 160, z: 0 },
              size: { width: 210, height: 150 },
            },
          ),
        ),
        { canvasSize: { width: 1320, height: 480 } },
      );
    const dimensions = { width: 1320, height: 480 };
    const [drawn, expected] = await Promise.all([
      pixels(admin, await grid(forbidden.map((url) => url())), { dimensions }),
      pixels(admin, await grid(forbidden.map(() => 'data:image/png;base64,AAAA')), { dimensions }),
    ]);
    for (const [at, url] of forbidden.entries()) {
      const rows = Array.from({ length: 150 }, (_, y) => {
        const start = ((Math.floor(at / 6) * 160 + y) * dimensions.width + (at % 6) * 220) * 4;
        return drawn.subarray(start, start + 840).equals(expected.subarray(start, start + 840));
      });
      expect(rows.every(Boolean), url()).toBe(true);
    }
    expect(hits).toEqual([]);
  });

  it.runIf(thorough)(
    'that cannot be had stop no kind of export, in an element, a background, or a clip',
    async () => {
      hits = [];
      const private_ = `http://127.0.0.1:${port}/a`;
      const grid = forbidden.map((url, at) =>
        element(
          (['image', 'standard_photo', 'sales_rep_photo'] as const)[at % 3]!,
          { src: url(), imageUrl: url(), fallbackUrl: url() },
          {
            position: { x: (at % 6) * 50, y: Math.floor(at / 6) * 50, z: 0 },
            size: { width: 50, height: 50 },
          },
        ),
      );
      const clips = ['video', 'video_player', 'audio_player'].map((type) =>
        element(
          type,
          { src: private_, poster: private_, cover: private_ },
          { size: { width: 60, height: 60 } },
        ),
      );
      const slides = [{ src: private_, alt: '', caption: '' }];
      const elements = [...grid, ...clips, element('image_carousel', { slides })];
      await everyKind(
        admin,
        await project(elements, { canvasBackground: { type: 'image', imageUrl: private_ } }),
      );
      await everyKind(
        admin,
        await project(elements.slice(0, 1), {
          canvasBackground: { type: 'video', url: private_, poster: private_ },
        }),
      );
      expect(hits).toEqual([]);
    },
  );

  it('of another site are drawn, in an export as by the proxy', async () => {
    const src = 'http://pictures.dealbell.test/sunrise.svg';
    const id = await project([
      element('image', { src, objectFit: 'fill' }, { position: { x: 0, y: 0, z: 0 }, size: canvas }),
    ]);
    const [drawn, html, answer] = await Promise.all([
      pixels(admin, id),
      exported(admin, id, 'html'),
      fetch(`${product.origin}/api/proxy/image?url=${encodeURIComponent(src)}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      }),
    ]);
    // The sun of the picture, in the middle of it to the right.
    const at = (150 * canvas.width + 210) * 4;
    expect([...drawn.subarray(at, at + 3)]).toEqual([0xff, 0xf1, 0xcf]);
    expect(Buffer.from(unzipSync(html.bytes)['content.js']!).toString()).toContain(
      `"${src}":"data:image/svg+xml`,
    );
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  });

  it('that are SVGs with a script or an external entity are drawn without either', async () => {
    hits = [];
    const external = `http://127.0.0.1:${port}/entity`;
    const shape = '<rect width="280" height="200" fill="#00ff00"/>';
    const bad = [
      svg(`${shape}<script>fetch("${external}")</script>`),
      svg(`${shape}<image href="${external}" width="9" height="9"/><use xlink:href="${external}#a"/>`),
      svg(`${shape}<style>@import url(${external});rect{cursor:url(${external})}</style>`),
      svg(
        `${shape}<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${external}"/></foreignObject>`,
      ),
      svg(shape, `<!DOCTYPE svg SYSTEM "${external}">`),
    ];
    for (const [at, bytes] of bad.entries()) {
      const src = await uploaded(admin, `bad${at}.svg`, 'image/svg+xml', bytes);
      const id = await project([element('image', { src, objectFit: 'fill' })]);
      const drawn = await pixels(admin, id);
      const middle = (120 * canvas.width + 160) * 4;
      expect([...drawn.subarray(middle, middle + 3)], String(at)).toEqual([0, 255, 0]);
      if (at === 0 || thorough) await everyKind(admin, id);
    }
    expect(hits).toEqual([]);
  });
});

describe('clips', () => {
  it('that are no video are drawn as their placeholder, and as black behind everything', async () => {
    const url = await brokenClip();
    const missing = await pixels(admin, await project([element('video', { src: '/media/1/none.mp4' })]));
    const drawn = await pixels(admin, await project([element('video', { src: url })]));
    expect(drawn.equals(await pixels(admin, await project([])))).toBe(false);
    expect(drawn.equals(missing)).toBe(true);
    const behind = await project([], { canvasBackground: { type: 'video', url } });
    expect([...(await pixels(admin, behind)).subarray(0, 4)]).toEqual([0, 0, 0, 255]);
    const all = ['video', 'video_player', 'audio_player'].map((type) => element(type, { src: url }));
    await everyKind(admin, await project(all, { canvasBackground: { type: 'video', url } }));
  });
});

describe('elements', () => {
  it.each([
    ['0 × 0', { size: { width: 0, height: 0 } }, /size/],
    ['at NaN', { position: { x: Number.NaN, y: 0, z: 0 } }, /position/],
    ['at a text', { position: { x: 'left', y: 0, z: 0 } }, /position/],
    ['of 10^9 px', { size: { width: 1e9, height: 1e9 } }, /size/],
    ['of no type', { elementType: 'hologram' }, /elementType/],
  ])('%s are refused with a sentence that names the field', async (_, change, field) => {
    const answer = await product.call<{ error: string }>('POST', '/content/projects', {
      token: admin.token,
      body: { name: 'x', elements: [element('text', {}, change)] },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(JSON.stringify(answer.body)).toMatch(field);
  });

  it('that lie in the table like that already are drawn, and opened', async () => {
    const names = [
      'shape',
      'text',
      'pie_chart',
      'qr_code',
      'snow_animation',
      'button',
      'image',
      'contact_form',
    ];
    const id = await project(names.map((type) => element(type)));
    const bad = [
      { position: { x: null, y: 'left' } },
      { size: { width: 0, height: 0 } },
      { position: 'nowhere', size: null },
      { size: { width: 1e12, height: 1e12 } },
      { opacity: 'much', rotation: '1e999' },
      { elementType: 'hologram', properties: null },
      { styles: 7, animations: 'all', layerOrder: -3.5 },
      { somethingNew: true },
    ];
    await overwrite(id, bad);
    const opened = await admin.ask<{ elements: { position: { x: number } }[] }>(
      'GET',
      `/content/projects/${id}`,
    );
    expect(opened.elements).toHaveLength(names.length);
    await everyKind(admin, id);
  });

  it('in a font that does not exist are drawn in Inter', async () => {
    const text = (fontFamily: string) =>
      project([element('text', { text: 'Deal closed' }, { styles: { fontSize: 40, fontFamily } })]);
    const inter = await pixels(admin, await text('Inter'));
    for (const family of ['No Such Font', '"; src: url(http://127.0.0.1)', 'x'.repeat(200)])
      expect((await pixels(admin, await text(family))).equals(inter), family).toBe(true);
    expect((await pixels(admin, await text('Arial'))).equals(await pixels(admin, await text('Arimo')))).toBe(
      true,
    );
    expect((await pixels(admin, await text('Lobster'))).equals(inter)).toBe(false);
  });

  it('with every property of the wrong kind are drawn', async () => {
    const values = [null, -1, 1e15, 'x'.repeat(500), [], {}, true, '{{lead.name}}', ['a', null, 3]];
    const types = [
      'text',
      'bar_chart',
      'line_chart',
      'timer',
      'weather',
      'accordion',
      'tabs',
      'raining_money',
      'video_player',
      'survey_form',
    ];
    const id = await project(types.map((type) => element(type)));
    const { elements } = await admin.ask<{ elements: { properties: Change }[] }>(
      'GET',
      `/content/projects/${id}`,
    );
    const bad = elements.map(({ properties }, at) => {
      const changed = Object.keys(properties).map((key, i) => [key, values[(i + at) % values.length]]);
      const { customElementType } = properties;
      const styles = { fontSize: -5, color: 'nonsense', fontWeight: {}, lineHeight: 'NaN', padding: [] };
      return { properties: { ...Object.fromEntries(changed), customElementType }, styles };
    });
    await overwrite(id, bad);
    await everyKind(admin, id);
  });

  it.runIf(thorough)(
    'of 20,000 are refused above 10,000, and those are drawn as every kind of export',
    async () => {
      const id = await project([]);
      const { version: _, id: _id, ...shape } = newElement('shape', { id: 'x', x: 0, y: 0, layerOrder: 1 });
      const many = 10_000;
      const perCall = 500;
      for (let from = 0; from < many; from += perCall) {
        const edits = Array.from({ length: perCall }, (_, i) => ({
          op: 'create',
          element: {
            ...shape,
            id: `elm_n${from + i}`,
            position: { x: (from + i) % 300, y: ((from + i) * 7) % 220, z: 0 },
            size: { width: 10, height: 10 },
          },
        }));
        await admin.ask('PUT', `/content/projects/${id}/elements`, { edits });
      }
      const tooMany = Array.from({ length: perCall }, (_, i) => ({
        op: 'create',
        element: { ...shape, id: `elm_more${i}` },
      }));
      const answer = await product.call('PUT', `/content/projects/${id}/elements`, {
        token: admin.token,
        body: { edits: tooMany },
      });
      expect(answer).toMatchObject({
        status: 409,
        body: { error: 'A project holds at most 10000 elements.' },
      });
      await everyKind(admin, id);
    },
    600_000,
  );
});

describe('options', () => {
  it.each([
    ['a duration of four hours', { exportType: 'video', duration: 4 * 3600 }, /one hour/],
    ['a duration of nothing', { exportType: 'video', duration: 0 }, /at least one second/],
    ['a duration that is a text', { exportType: 'video', duration: 'long' }, /duration/],
    ['a GIF of an hour', { exportType: 'video', videoFormat: 'gif', duration: 3600 }, /GIF/],
    [
      'a WebM of an hour',
      { exportType: 'video', videoFormat: 'webm', duration: 3600, dimensions: { width: 1920, height: 1080 } },
      /WebM/,
    ],
    ['a side of 0', { exportType: 'image', dimensions: { width: 0, height: 10 } }, /dimensions/],
    ['a side of a million', { exportType: 'image', dimensions: { width: 1e6, height: 1e6 } }, /dimensions/],
    ['a colour that is none', { exportType: 'image', backgroundColor: '' }, /backgroundColor/],
  ])('%s is refused with a sentence', async (_, body, sentence) => {
    const id = await project([]);
    const answer = await product.call<{ error: string }>('POST', `/content/projects/${id}/exports`, {
      token: admin.token,
      body,
    });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(sentence);
  });
});

/** Writes into the table what no call would take: a field of a body each, in the order of the elements. */
async function overwrite(projectId: string, changes: Change[]): Promise<void> {
  const credentials = JSON.parse(readFileSync(join(product.stateDir, 'credentials.json'), 'utf8'));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${product.port + 2}`,
    region: 'us-east-1',
    credentials,
  });
  const table = DynamoDBDocumentClient.from(client);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const TableName = TableNames[0]!;
  const { Items = [] } = await table.send(
    new ScanCommand({
      TableName,
      FilterExpression: 'projectId = :id AND attribute_exists(elementId) AND attribute_exists(body)',
      ExpressionAttributeValues: { ':id': projectId },
    }),
  );
  expect(Items).toHaveLength(changes.length);
  const inOrder = Items.sort((a, b) => String(a.elementId).localeCompare(String(b.elementId)));
  for (const [at, { pk, sk, body }] of inOrder.entries())
    await table.send(
      new UpdateCommand({
        TableName,
        Key: { pk, sk },
        UpdateExpression: 'SET body = :body',
        ExpressionAttributeValues: { ':body': { ...body, ...changes[at] } },
      }),
    );
  client.destroy();
}
