import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EdgeRequest } from '../edge.ts';
import { startGuardian } from '../guardian.ts';
import { type DevServer, isVites, startDevServer } from './dev-server.ts';

const guardian = startGuardian();
const lines: string[] = [];
let dev: DevServer;
/** Stands where the front door stands. */
const door = createServer((req, res) => {
  if (!dev.handle(req, res)) res.writeHead(404).end();
});
door.on('upgrade', (req, socket, head) => dev.upgrade(req, socket as never, head));
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  port = (door.address() as AddressInfo).port;
  dev = await startDevServer({ publicPort: port, guardian, log: (line) => lines.push(line) });
}, 60_000);
afterAll(async () => {
  await dev?.close();
  door.close();
  await guardian.close();
});

const page = async (path: string) => {
  const asked: EdgeRequest = {
    method: 'GET',
    path,
    query: '',
    headers: {},
    sourceIp: '127.0.0.1',
    body: async () => Buffer.alloc(0),
  };
  const { status, body } = await dev.origin(asked);
  return { status, text: String(body) };
};

it('answers the pages without a script that the content security policy would refuse', async () => {
  for (const path of ['/index.html', '/sign.html']) {
    const { status, text } = await page(path);
    expect(status).toBe(200);
    expect(text).toContain('/@vite/client');
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)/);
  }
});

it('serves the scripts that were written into a page at addresses of their own', async () => {
  const { text } = await page('/index.html');
  const [inline] = text.match(/\/@inline\/[0-9a-f]+\.js/) ?? [];
  const answer = await fetch(`http://127.0.0.1:${port}${inline}`);
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(await answer.text()).toContain('/@react-refresh');
});

it('answers modules of the pages, and leaves addresses of the product to the product', async () => {
  const module = await fetch(`http://127.0.0.1:${port}/main.tsx`);
  expect([module.status, module.headers.get('content-type')]).toEqual([200, 'text/javascript']);
  expect(['/main.tsx', '/@vite/client', '/favicon.svg'].filter(isVites)).toHaveLength(3);
  const others = [
    '/',
    '/leads',
    '/index.html',
    '/api/users',
    '/media/1/a.png',
    '/../package.json',
    '/features',
  ];
  expect(others.filter(isVites)).toEqual([]);
});

it('hands on the connection by which open pages hear of edits', async () => {
  const client = await (await fetch(`http://127.0.0.1:${port}/@vite/client`)).text();
  const [, token] = /const wsToken = "([^"]+)"/.exec(client) ?? [];
  const upgraded = new Promise<number>((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: `/?token=${token}`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
        'sec-websocket-protocol': 'vite-hmr',
      },
    });
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode!);
    });
    asked.on('response', (answer) => resolve(answer.statusCode!));
    asked.on('error', reject).end();
  });
  expect(await upgraded).toBe(101);
});
