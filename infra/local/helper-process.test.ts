import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { scratchDir } from './aws-testing.ts';
import type { Guardian } from './guardian.ts';
import { HelperProcess } from './helper-process.ts';

const scratch = scratchDir();
afterAll(() => scratch.remove());

const script = join(scratch.dir, 'helper.mjs');
writeFileSync(
  script,
  `import { answerRequests } from ${JSON.stringify(new URL('./helper-process.ts', import.meta.url).href)};
  answerRequests(async (request) => {
    if (request === 'throw') throw new Error('no such file');
    if (request === 'end') process.exit(3);
    return { request, pid: process.pid };
  });`,
);

const watched = new Set<number>();
const guardian: Guardian = {
  watch: (pid) => watched.add(pid),
  forget: (pid) => watched.delete(pid),
  close: async () => undefined,
};
let helper: HelperProcess<string, { request: string; pid: number }>;
afterEach(() => helper.close());

const start = (idleMs: number) => {
  helper = new HelperProcess({
    script: pathToFileURL(script),
    name: 'helper',
    guardian,
    idleMs,
    log: () => undefined,
  });
  return helper;
};

it('answers requests in a process of its own, also those that come at once', async () => {
  const first = await start(60_000).ask('one');
  expect(first.request).toBe('one');
  expect(first.pid).not.toBe(process.pid);
  expect([...watched]).toContain(first.pid);
  const [two, three] = await Promise.all([helper.ask('two'), helper.ask('three')]);
  expect([two, three]).toEqual([
    { request: 'two', pid: first.pid },
    { request: 'three', pid: first.pid },
  ]);
});

it('ends the process when there is nothing to do, and starts another for the next request', async () => {
  const { pid } = await start(1).ask('one');
  await expect.poll(() => watched.has(pid), { timeout: 10_000 }).toBe(false);
  expect(helper.active).toBe(false);
  expect((await helper.ask('two')).pid).not.toBe(pid);
});

it('hands on what the handler throws', async () => {
  await expect(start(60_000).ask('throw')).rejects.toThrow('no such file');
});

it('refuses what a process that ended has not answered, and goes on with another', async () => {
  start(60_000);
  await expect(helper.ask('end')).rejects.toThrow('ended before it was done');
  expect(await helper.ask('one')).toMatchObject({ request: 'one' });
});
