import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#shared/api/index.ts';
import { as, freshTenant } from '#tests/support/tenant.ts';
import { fetchImage } from './fetch-image.ts';
import { proxyLimits } from './limits.ts';
import { svgProblem } from './svg.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A site on this machine, whose name counts as one of the internet with its `lookup`. */
async function site(listener: RequestListener) {
  let hits = 0;
  const server = createServer((request, response) => {
    hits++;
    listener(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const lookup: LookupFunction = (name, { all }, callback) => {
    if (name !== 'pictures.example') return callback(new Error('unknown'), []);
    if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  };
  return { port, origin: `http://pictures.example:${port}`, lookup, hits: () => hits };
}

describe('a picture of another site', () => {
  it.each([
    ['PNG', png, 'text/plain', 'image/png'],
    ['SVG', Buffer.from(svg), 'image/svg+xml', 'image/svg+xml'],
  ])('comes as what its bytes are: %s', async (_, body, named, contentType) => {
    const { origin, lookup } = await site((_, response) =>
      response.setHeader('content-type', named).end(body),
    );
    expect(await fetchImage(`${origin}/a`, lookup)).toEqual({ bytes: body, contentType });
  });

  it('is followed through redirects, three at most', async () => {
    const { origin, lookup } = await site(({ url }, response) => {
      const left = Number(url!.slice(1));
      if (left === 0) response.end(png);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect((await fetchImage(`${origin}/3`, lookup)).contentType).toBe('image/png');
    await expect(fetchImage(`${origin}/4`, lookup)).rejects.toMatchObject({ status: 400 });
  });

  it.each([
    ['a page', '<!doctype html><svg onload="x()"></svg>', 'There is no picture at this address.'],
    ['a text', 'hello', 'There is no picture at this address.'],
    ['nothing', '', 'There is no picture at this address.'],
  ])('is refused when it is %s', async (_, body, error) => {
    const { origin, lookup } = await site((_, response) => response.end(body));
    await expect(fetchImage(`${origin}/a`, lookup)).rejects.toMatchObject({ status: 400, message: error });
  });

  it.each([true, false])('is refused when it is too large (told before: %s)', async (told) => {
    const { origin, lookup } = await site((_, response) => {
      if (told) response.setHeader('content-length', proxyLimits.bytes + 1);
      response.write(png);
      response.end(Buffer.alloc(proxyLimits.bytes + 1 - png.length));
    });
    await expect(fetchImage(`${origin}/a`, lookup)).rejects.toMatchObject({ status: 413 });
  });

  it('is refused before anybody decodes it when it would fill the memory', async () => {
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const { origin, lookup } = await site((_, response) => response.end(bomb));
    await expect(fetchImage(`${origin}/a`, lookup)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('This picture is 30000 × 30000 px.'),
    });
  });

  it('is given up when its site fails or breaks off', async () => {
    const { origin, lookup } = await site(({ url }, response) => {
      if (url === '/500') return response.writeHead(500).end();
      response.writeHead(200, { 'content-length': 1000 }).write(png);
      setImmediate(() => response.destroy());
    });
    await expect(fetchImage(`${origin}/500`, lookup)).rejects.toMatchObject({ status: 502 });
    await expect(fetchImage(`${origin}/a`, lookup)).rejects.toMatchObject({ status: 502 });
  });

  it('is never asked for at an address that is not public, by whatever way it is named', async () => {
    const { port, origin, lookup, hits } = await site(({ url }, response) =>
      response.writeHead(302, { location: decodeURIComponent(url!.slice(2)) }).end(),
    );
    const targets = [
      `http://127.0.0.1:${port}/x`,
      `http://localhost:${port}/x`,
      `http://[::1]:${port}/x`,
      `http://[::ffff:127.0.0.1]:${port}/x`,
      `http://2130706433:${port}/x`,
      `http://0x7f.1:${port}/x`,
      'http://169.254.169.254/latest/meta-data/',
      'http://10.0.0.1/x',
      'file:///etc/passwd',
      'data:text/html,x',
      'javascript:alert(1)',
      'gopher://127.0.0.1/',
      'not an address',
      `http://user:secret@pictures.example:${port}/x`,
    ];
    for (const target of targets)
      await expect(fetchImage(target), target).rejects.toMatchObject({ status: 400 });
    expect(hits()).toBe(0);
    const redirecting = targets.filter(
      (target) => !target.includes('localhost') && target !== 'not an address',
    );
    for (const target of redirecting)
      await expect(
        fetchImage(`${origin}/?${encodeURIComponent(target)}`, lookup),
        target,
      ).rejects.toMatchObject({ status: 400 });
    expect(hits()).toBe(redirecting.length);
  });
});

describe('an SVG', () => {
  it.each([
    svg,
    `<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">\n${svg}`,
  ])('that only draws is taken', (text) => expect(svgProblem(text)).toBeUndefined());

  it.each([
    svg.replace('<path', '<script>x()</script><path'),
    svg.replace('<path', '<svg:script href="x.js"/><path'),
    svg.replace('<path', '<path onclick="x()"'),
    svg.replace('<path', '<a href="java&#115;cript:x()"><path'),
    svg.replace('<path', '<foreignObject><b/></foreignObject><path'),
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`,
  ])('that could do more is refused: %s', (text) => expect(svgProblem(text)).toMatch(/^(This SVG|There is)/));
});

it('is answered to whoever is signed in, with how long it may be kept and nothing in it that runs', async () => {
  const { agent } = await freshTenant();
  const { port } = await site(({ url }, response) =>
    response.end(url === '/sandbox/pictures/a?b' ? svg : ''),
  );
  vi.stubEnv('SANDBOX_URL', `http://127.0.0.1:${port}`);
  const { status, headers } = await as(agent).call(api.proxy.image, {
    url: 'http://pictures.dealbell.test/a?b',
  });
  vi.unstubAllEnvs();
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'private, max-age=3600',
      'content-security-policy': expect.stringContaining('sandbox'),
    },
  });
  const refused = await as(agent).call(api.proxy.image, { url: 'http://169.254.169.254/latest/meta-data' });
  expect(refused).toMatchObject({
    status: 400,
    body: { error: '169.254.169.254 is not an address on the public internet.', code: 'invalid_input' },
  });
});
