import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { callFor, post, Undeliverable } from './webhook.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

async function receiver(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    answer(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => server.close();
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`) };
}

describe('the address of a webhook', () => {
  it.each([
    ['http://example.com/', /https/],
    ['ftp://example.com/', /https/],
    ['not an address', /no valid address/],
    ['', /no valid address/],
    ['https://user:secret@example.com/', /password/],
    ['https://127.0.0.1/', /public internet/],
    ['https://[::1]:8443/', /public internet/],
    ['https://169.254.169.254/latest/meta-data', /public internet/],
    ['https://0x7f000001/', /public internet/],
    ['https://hooks.dealbell.test/x', undefined],
  ])('%s', (address, told) => {
    if (told) {
      expect(() => callFor(address)).toThrow(Undeliverable);
      expect(() => callFor(address)).toThrow(told);
      return;
    }
    // Without a sandbox it is a name like any other, which resolves to nothing.
    expect(callFor(address).url.href).toBe(address);
  });

  it('that resolves to this machine is refused when it is called', async () => {
    await expect(post(callFor('https://localhost:1/'), '{}', {})).rejects.toThrow(Undeliverable);
  });
});

describe('a webhook', () => {
  it('gets the JSON and its headers', async () => {
    const got: unknown[] = [];
    const call = await receiver((request, response, body) => {
      got.push(
        request.method,
        request.headers['idempotency-key'],
        request.headers['content-type'],
        JSON.parse(body),
      );
      response.end('ok');
    });
    await post(call, '{"a":"ü"}', { 'idempotency-key': 'sub_1' });
    expect(got).toEqual(['POST', 'sub_1', 'application/json', { a: 'ü' }]);
  });

  it.each([
    [302, true],
    [307, true],
    [400, true],
    [410, true],
    [429, false],
    [500, false],
    [503, false],
  ])('that answers %i is given up: %s', async (status, givenUp) => {
    let calls = 0;
    const call = await receiver((_, response) => {
      calls++;
      response.writeHead(status, { location: 'http://127.0.0.1:1/inside' });
      response.end();
    });
    const error = await post(call, '{}', {}).catch((thrown) => thrown);
    expect(error instanceof Undeliverable).toBe(givenUp);
    expect(calls).toBe(1);
  });

  it('that answers without end is read no further than needed', async () => {
    const call = await receiver((_, response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more));
      more();
    });
    await expect(post(call, '{}', {})).resolves.toBeUndefined();
  });

  it('that is not there may be tried again', async () => {
    const error = await post({ url: new URL('http://127.0.0.1:9/') }, '{}', {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Undeliverable);
  });
});
