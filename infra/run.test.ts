import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { processTree } from '#tests/support/processes.ts';
import { scratchDir } from './local/aws-testing.ts';
import { projectRoot } from './local/paths.ts';

const scratch = scratchDir();
afterAll(() => scratch.remove());
const target = join(scratch.dir, 'target.mjs');
writeFileSync(target, `setInterval(() => undefined, 1000); console.log('target ' + process.pid);`);

let started: number[] = [];
const isRunning = (pid: number) => processTree(pid).length > 0;
afterEach(() => {
  for (const pid of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

/** Runs a script as npm does, with a shell in between; resolves when it runs. */
async function runAsNpm(): Promise<ChildProcess> {
  // Two commands, or some shells would make room for the only one.
  const shell = spawn('/bin/sh', ['-c', `${process.execPath} infra/run.mjs ${target}; true`], {
    cwd: projectRoot,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (data) => {
    output += data;
  });
  await expect.poll(() => output, { timeout: 15_000 }).toMatch(/^target \d+\n/);
  started = processTree(shell.pid!).map(({ pid }) => pid);
  expect(started).toContain(Number(output.split(' ')[1]));
  return shell;
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'ends what it runs when the shell between npm and it is ended by %s',
  async (signal) => {
    const shell = await runAsNpm();
    shell.kill(signal);
    await expect.poll(() => started.filter(isRunning), { timeout: 15_000 }).toEqual([]);
  },
);
