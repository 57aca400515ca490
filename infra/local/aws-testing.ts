import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handle } from './aws-json.ts';
import { type AwsServer, createAwsServer } from './aws-server.ts';

export const TEST_CREDENTIALS = { accessKeyId: 'LOCALTEST', secretAccessKey: 'local-test-secret' };

/** A clock that stands still until a test moves it. */
export class TestClock {
  ms: number;
  constructor(start: string) {
    this.ms = Date.parse(start);
  }
  readonly now = (): Date => new Date(this.ms);
  advance(ms: number): void {
    this.ms += ms;
  }
  set(iso: string): void {
    this.ms = Date.parse(iso);
  }
}

/** A folder of its own for a test's state, and how to remove it. */
export function scratchDir(): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'local-cloud-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Serves handlers on a free port; `config` is what an SDK client needs to reach them. */
export async function serve(services: Record<string, Handle>) {
  const server: AwsServer = createAwsServer({ services, credentials: TEST_CREDENTIALS, region: 'us-east-1' });
  const endpoint = await server.listen();
  return {
    endpoint,
    config: { endpoint, region: 'us-east-1', credentials: TEST_CREDENTIALS, maxAttempts: 1 },
    close: () => server.close(),
  };
}

/** Waits for a condition by looking again; fails after `timeoutMs` with what it was waiting for. */
export async function until(condition: () => boolean, what: string, timeoutMs = 3000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}.`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
