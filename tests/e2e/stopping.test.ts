import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#infra/local/paths.ts';
import { processTree } from '#tests/support/processes.ts';
import { cleanEnv, freePorts } from '#tests/support/product.ts';

/* What `npm start` and `npm run dev` leave behind when they are ended: nothing. */

let stateDir: string;
let started: number[];

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'dealbell-stopping-'));
  started = [];
});
afterEach(() => {
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  rmSync(stateDir, { recursive: true, force: true });
});

const isRunning = (pid: number): boolean => processTree(pid).length > 0;

/** Starts it in a process group of its own, as a terminal does; resolves when it is ready. */
async function run(script: 'start' | 'dev'): Promise<ChildProcess> {
  const child = spawn('npm', ['run', script], {
    cwd: projectRoot,
    detached: true,
    env: {
      ...cleanEnv(),
      PORT: String(await freePorts()),
      DEALBELL_STATE_DIR: stateDir,
      WATCH: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data;
    });
  await expect
    .poll(() => /^ready http/m.test(output) || child.exitCode !== null, { timeout: 90_000, interval: 100 })
    .toBe(true);
  expect(child.exitCode, output).toBeNull();
  started = processTree(child.pid!).map(({ pid }) => pid);
  // npm, its shell, the launcher, the local cloud, the tables' engine and the guardian at the least.
  expect(started.length).toBeGreaterThanOrEqual(6);
  return child;
}

const left = () => started.filter(isRunning);

describe.each(['start', 'dev'] as const)('npm run %s', (script) => {
  it('leaves no process behind after SIGTERM to npm', async () => {
    const child = await run(script);
    child.kill('SIGTERM');
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  }, 120_000);

  it('leaves no process behind after Ctrl+C', async () => {
    const child = await run(script);
    // The terminal sends the signal to the whole group.
    process.kill(-child.pid!, 'SIGINT');
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  }, 120_000);
});
