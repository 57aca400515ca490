import { afterAll, beforeAll, vi } from 'vitest';
import { TestSandbox } from '#infra/sandbox/sandbox-testing.ts';

/** A sandbox for the tests of a file, which the product takes for its third parties. Answers what gives it. */
export function withSandbox(): () => TestSandbox {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await TestSandbox.open();
    vi.stubEnv('SANDBOX_URL', sandbox.origin);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await sandbox.close();
  });
  return () => sandbox;
}
