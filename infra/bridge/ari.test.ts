import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Ari } from './ari.ts';

describe('the websocket of Asterisk', () => {
  let ari: Ari;
  let asterisk: WebSocket;
  const server = createServer();

  beforeEach(async () => {
    ari = new Ari('password');
    server
      .removeAllListeners('upgrade')
      .on('upgrade', (request, socket, head) => ari.upgrade(request, socket, head));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    asterisk = new WebSocket(`ws://127.0.0.1:${port}/ari`, 'ari', { auth: 'asterisk:password' });
    asterisk.on('message', (text: Buffer) => {
      const { request_id } = JSON.parse(String(text));
      asterisk.send(JSON.stringify({ type: 'RESTResponse', request_id, status_code: 200 }));
    });
    const connected = new Promise<void>((done) => ari.once('connected', done));
    await new Promise((done) => asterisk.once('open', done));
    await connected;
  });
  afterEach(async () => {
    ari.close();
    asterisk.terminate();
    await new Promise((done) => server.close(done));
  });

  it('sends a pong for what is heard, one for all of a turn, and none where a request is sent anyway', async () => {
    let pongs = 0;
    asterisk.on('pong', () => pongs++);
    // One for the answer by which it connected.
    await expect.poll(() => pongs).toBe(1);
    const tell = (count: number) => {
      for (let n = 0; n < count; n++) asterisk.send(JSON.stringify({ type: 'StasisEnd' }));
    };
    tell(1);
    await expect.poll(() => pongs).toBe(2);
    const { _socket: raw } = asterisk as unknown as { _socket: Socket };
    raw.cork();
    tell(20);
    raw.uncork();
    await pause(50);
    expect(pongs).toBe(3);

    ari.once('event', () => void ari.request('GET', 'channels'));
    const answered = new Promise((done) => asterisk.once('message', done));
    tell(1);
    await answered;
    // What Asterisk answers is acknowledged, the event was by the request.
    await pause(50);
    expect(pongs).toBe(4);
  });
});
