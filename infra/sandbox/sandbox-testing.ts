import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBody } from './http.ts';
import { createSandbox, type ReceivedMail, type Sandbox, type SesEvent } from './index.ts';

/** What the product would have been told. */
export interface Told {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** A sandbox behind an HTTP server, and a receiver that keeps what it is told. For tests. */
export class TestSandbox {
  readonly told: Told[] = [];
  /** What SES would have put on the account's bus. */
  readonly sesEvents: SesEvent[] = [];
  /** What SES would have received. */
  readonly received: ReceivedMail[] = [];
  /** What the receiver answers. */
  answer = { status: 200, body: '' };
  origin = '';
  receiver = '';
  readonly #dir = mkdtempSync(join(tmpdir(), 'dealbell-sandbox-'));
  readonly #servers: Server[] = [];
  #sandbox!: Sandbox;

  static async open(): Promise<TestSandbox> {
    const one = new TestSandbox();
    const receiver = createServer(async (request, response) => {
      one.told.push({ path: request.url!, headers: request.headers, body: await readBody(request) });
      response.writeHead(one.answer.status).end(one.answer.body);
    });
    const front = createServer((request, response) => void one.#sandbox.handle(request, response));
    front.on('upgrade', (request, socket, head) => one.#sandbox.upgrade(request, socket, head));
    one.#servers.push(receiver, front);
    [one.receiver, one.origin] = await Promise.all([listen(receiver), listen(front)]);
    one.#start();
    return one;
  }

  #start(): void {
    this.#sandbox = createSandbox({
      dir: this.#dir,
      publicOrigin: 'http://localhost:3000',
      sesEvent: (event) => this.sesEvents.push(event) > 0,
      received: async (mail) => this.received.push(mail) > 0,
    });
  }

  /** Ends it and starts it again on the same folder. */
  restart(): void {
    this.#sandbox.close();
    this.#start();
  }

  /** Where everything that went through it lies. */
  get file(): string {
    return join(this.#dir, 'sandbox.sqlite');
  }

  listenSmtp(): Promise<number> {
    return this.#sandbox.listenSmtp(0);
  }

  async close(): Promise<void> {
    this.#sandbox.close();
    await Promise.all(this.#servers.map(close));
    rmSync(this.#dir, { recursive: true });
  }

  /** A request with a JSON body; answers status and body. */
  async ask<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T }> {
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : {}) as T };
  }

  /** Sets how a number, an address or a provider behaves. */
  async script(script: object): Promise<void> {
    const { status, body } = await this.ask('POST', '/sandbox/script', script);
    if (status !== 200) throw new Error(JSON.stringify(body));
  }

  /** Puts the sandbox's clock so much ahead of where it is. */
  async forward(seconds: number): Promise<void> {
    const { body } = await this.ask<{ now: string }>('GET', '/sandbox/clock');
    await this.ask('POST', '/sandbox/clock', {
      now: new Date(Date.parse(body.now) + seconds * 1000).toISOString(),
    });
  }

  /** The forms that the receiver was told at a path. */
  forms(path: string): Record<string, string>[] {
    return this.told
      .filter((one) => one.path === path)
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  }
}
