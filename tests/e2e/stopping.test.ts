import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
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

/** Starts it in a process group of its own, as a terminal does. */
async function begin(script: 'start' | 'dev') {
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
  return { child, output: () => output };
}

/** Resolves when it is ready. */
async function run(script: 'start' | 'dev'): Promise<ChildProcess> {
  const { child, output } = await begin(script);
  await expect
    .poll(() => /^ready http/m.test(output()) || child.exitCode !== null, { timeout: 90_000, interval: 100 })
    .toBe(true);
  expect(child.exitCode, output()).toBeNull();
  started = processTree(child.pid!).map(({ pid }) => pid);
  // npm, its shell, the launcher, the local cloud, the tables' engine and the guardian at the least.
  expect(started.length).toBeGreaterThanOrEqual(6);
  return child;
}

const left = () => started.filter(isRunning);

/** Starts it and sends a signal so many ms after its first line; answers how it ended and how long that took. */
async function interrupt(signal: 'SIGINT' | 'SIGTERM', afterMs: number) {
  const { child, output } = await begin('start');
  await expect.poll(output, { timeout: 60_000, interval: 20 }).toMatch(/^Starting Dealbell$/m);
  const seen = new Set<number>();
  const end = Date.now() + afterMs;
  while (Date.now() < end) {
    for (const { pid } of processTree(child.pid!)) seen.add(pid);
    await pause(20);
  }
  started = [...seen];
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, by) => resolve(by ?? code)),
  );
  const sent = Date.now();
  if (signal === 'SIGINT') process.kill(-child.pid!, signal);
  else child.kill(signal);
  await expect.poll(left, { interval: 50 }).toEqual([]);
  const ms = Date.now() - sent;
  return { result: await ended, ms, output: output() };
}

describe.each(['start', 'dev'] as const)('npm run %s', (script) => {
  it('leaves no process behind after SIGTERM to npm', async () => {
    const child = await run(script);
    child.kill('SIGTERM');
    await expect.poll(left).toEqual([]);
  });

  it('leaves no process behind after Ctrl+C', async () => {
    const child = await run(script);
    // The terminal sends the signal to the whole group.
    process.kill(-child.pid!, 'SIGINT');
    await expect.poll(left).toEqual([]);
  });
});

/** A stop is not waited for; a busy machine is. */
const soonMs = 8_000;

describe('npm start that is still starting', () => {
  it.each([
    ['SIGINT', 0],
    ['SIGINT', 700],
    ['SIGTERM', 1_500],
    ['SIGINT', 4_000],
  ] as const)(
    'ends at once by %s after %i ms, with all that it began',
    async (signal, afterMs) => {
      const { result, ms, output } = await interrupt(signal, afterMs);
      expect(ms, output).toBeLessThan(soonMs);
      // A stop that was asked for is no failure: npm tells no error of it, and ends by the signal that it got.
      expect([0, signal], output).toContain(result);
      expect(output).not.toContain('npm error');
    },
    60_000,
  );
});
