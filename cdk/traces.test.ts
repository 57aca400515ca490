import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayEvent } from '#tests/support/gateway.ts';
import { bundle } from './bundle.ts';

interface Segment {
  name: string;
  annotations?: Record<string, unknown>;
  subsegments?: Segment[];
}

const trace = '1-58406520-a006649127e371903a2de979';
const password = 'a password that nobody may find in a trace';

let folder: string;
let daemon: Socket;
const heard: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'traces-'));
  await bundle('functions/auth/index.ts', join(folder, 'auth'));
  const event = gatewayEvent({
    method: 'POST',
    path: '/auth/login',
    body: JSON.stringify({ username: 'nobody', password }),
  });
  writeFileSync(
    join(folder, 'call.mjs'),
    `const { handler } = await import('./auth/index.mjs');
const { statusCode } = await handler(${JSON.stringify(event)}, { awsRequestId: 'r1' });
console.log('answered ' + statusCode);`,
  );
  daemon = createSocket('udp4');
  daemon.on('message', (message) => heard.push(message.toString()));
  await new Promise<void>((resolve) => daemon.bind(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(() => {
  daemon.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The function as Lambda runs it, with one call. */
function run(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(folder, 'call.mjs')], {
    env: {
      ...process.env,
      ...environment,
      _X_AMZN_TRACE_ID: `Root=${trace};Parent=53995c3f42cd8ad8;Sampled=1`,
    },
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  child.stderr.on('data', (data) => (output += data));
  return new Promise((resolve) => child.on('exit', () => resolve(output)));
}

const all = (segments: Segment[]): Segment[] =>
  segments.flatMap((segment) => [segment, ...all(segment.subsegments ?? [])]);

describe('a trace', () => {
  it('has the call of the contract and each call of a service in it, and nothing that was sent', async () => {
    const output = await run({
      AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${(daemon.address() as AddressInfo).port}`,
      AWS_XRAY_CONTEXT_MISSING: 'LOG_ERROR',
      // As deployed; these tests themselves run without traces (vitest.config.ts).
      AWS_XRAY_MANUAL_MODE: '',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      LAMBDA_TASK_ROOT: '/var/task',
      _HANDLER: 'index.handler',
    });
    expect(output).toContain('answered 401');
    const segments = () => all(heard.map((message) => JSON.parse(message.split('\n')[1]!) as Segment));
    await expect
      .poll(() => segments().map(({ name }) => name))
      .toEqual(expect.arrayContaining(['## index.handler', 'DynamoDB', 'SecretsManager']));
    expect(segments().map(({ annotations }) => annotations?.call)).toContain('POST /auth/login');
    expect(heard.join('')).not.toContain(password);
  });

  it('costs nothing where there is no daemon', async () => {
    heard.length = 0;
    expect(await run({})).toContain('answered 401');
    expect(heard).toEqual([]);
  });
});
