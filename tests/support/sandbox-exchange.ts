import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { clock } from '#functions/kernel/clock.ts';
import { readBody } from '#infra/sandbox/http.ts';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';
import { anybody } from './tenant.ts';

/**
 * The sandbox's exchange for the tests of a file, which tells the function of telephony what becomes of calls.
 * @returns the sandbox, once the tests run
 */
export function withSandboxExchange(): () => TestSandbox {
  let sandbox: TestSandbox;
  let product: Server;
  beforeAll(async () => {
    sandbox = await TestSandbox.open();
    product = createServer(async (request, response) => {
      const body = await readBody(request);
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(
          (pair): pair is [string, string] => typeof pair[1] === 'string',
        ),
      );
      const path = request.url!.slice('/api'.length);
      const answer = await anybody().send('telephony', { method: request.method!, path, headers, body });
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
    await new Promise<void>((done) => product.listen(0, '127.0.0.1', done));
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
    vi.stubEnv('PUBLIC_URL', `http://127.0.0.1:${(product.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
    product.closeAllConnections();
    product.close();
  });
  return () => sandbox;
}

/** Has the sandbox live at the test's time until the test ends. @returns what tells it of a later time */
export async function followClock(sandbox: TestSandbox): Promise<() => Promise<unknown>> {
  const follow = () => sandbox.ask('POST', '/sandbox/clock', { now: clock.iso() });
  await follow();
  onTestFinished(async () => {
    await sandbox.ask('POST', '/sandbox/clock', { now: null });
  });
  return follow;
}
