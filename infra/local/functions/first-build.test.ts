import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../paths.ts';
import { type BuildTogether, FunctionBuild, type MakeBundler } from './builds.ts';
import { cdkBundler, cdkEach, cdkTogether } from './bundler.ts';
import { firstBuild } from './first-build.ts';

let dir: string;
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'first-build-')));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

const write = (name: string, source: string) => {
  mkdirSync(join(dir, 'src'), { recursive: true });
  writeFileSync(join(dir, 'src', `${name}.ts`), source);
};

/** Functions that share a file, and how often each was built by itself. */
function functions(some = names) {
  const alone: string[] = [];
  const make: MakeBundler = async (entry, folder) => {
    alone.push(entry);
    return cdkBundler(entry, folder);
  };
  const entryOf = (name: string) => relative(projectRoot, join(dir, 'src', `${name}.ts`));
  const builds = new Map(
    some.map((name) => [entryOf(name), new FunctionBuild(entryOf(name), join(dir, 'build', name), make)]),
  );
  const first = (together: BuildTogether = cdkTogether) =>
    firstBuild([...builds.values()], join(dir, 'build', 'together'), together);
  const run = async (name: string) => {
    const { file } = await builds.get(entryOf(name))!.current();
    return ((await import(file)) as { handler: () => unknown }).handler();
  };
  return { alone, first, run, builds };
}

function writeAll(): void {
  write('shared', `export const word = (name: string): string => 'ding ' + name;`);
  for (const name of names)
    write(name, `import { word } from './shared.ts'; export const handler = () => word('${name}');`);
}

it('builds all that are missing at once, with what they share in a file of its own', async () => {
  writeAll();
  const { alone, first, run, builds } = functions();
  await first();
  for (const name of names) expect(await run(name)).toBe(`ding ${name}`);
  expect(alone).toEqual([]);
  const [build] = builds.values();
  const { file } = await build!.current();
  expect(readdirSync(join(dirname(file), 'shared')).filter((name) => name.endsWith('.mjs'))).toHaveLength(1);
});

it('builds all that are missing as they are deployed, and again where a source of all has changed', async () => {
  writeAll();
  const before = functions();
  await before.first(cdkEach);
  for (const name of names) expect(await before.run(name)).toBe(`ding ${name}`);
  write('shared', `export const word = (name: string): string => 'dong ' + name;`);
  const after = functions();
  await after.first(cdkEach);
  for (const name of names) expect(await after.run(name)).toBe(`dong ${name}`);
  expect([before.alone, after.alone]).toEqual([[], []]);
});

it('is taken up by the next start, and of what was edited meanwhile nothing', async () => {
  writeAll();
  await functions().first();
  write('a', `export const handler = () => 'edited';`);
  const { alone, first, run } = functions();
  await first(() => Promise.reject(new Error('It was built again.')));
  expect(await run('a')).toBe('edited');
  expect(await run('b')).toBe('ding b');
  expect(alone).toEqual([relative(projectRoot, join(dir, 'src/a.ts'))]);
});

it('builds all again where a source of all has changed', async () => {
  writeAll();
  await functions().first();
  write('shared', `export const word = (name: string): string => 'dong ' + name;`);
  const { alone, first, run } = functions();
  await first();
  expect(await run('h')).toBe('dong h');
  expect(alone).toEqual([]);
});

it('leaves each to itself where one does not build, so that it says what is wrong', async () => {
  writeAll();
  write('c', 'export const handler = () => {;');
  const { alone, first, run } = functions();
  await first();
  expect(await run('a')).toBe('ding a');
  await expect(run('c')).rejects.toThrow(/c\.ts:1:\d+/);
  expect(alone).toHaveLength(2);
  expect(existsSync(join(dir, 'build', 'together'))).toBe(true);
  expect(readdirSync(join(dir, 'build', 'together'))).toEqual([]);
});

it('leaves few to be built when they are called', async () => {
  writeAll();
  const { alone, first, run } = functions(names.slice(1));
  await first(() => Promise.reject(new Error('Seven are few.')));
  expect(await run('b')).toBe('ding b');
  expect(alone).toHaveLength(1);
});
