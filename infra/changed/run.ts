import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { routes } from '#tests/isolation/routes.ts';
import { readSources } from '../lint/imports.ts';
import { isolationPattern, type Selection, select } from './select.ts';

/**
 * `npm run test:changed [base]`: the tests that a change can affect, against `base` (where the branch left main, unless
 * given), uncommitted and new files included. Says what it runs and why, and ends with 1 when a test fails.
 */
const root = resolve(import.meta.dirname, '../..');

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

function startOfBranch(): string {
  for (const main of ['main', 'origin/main'])
    try {
      return git('merge-base', main, 'HEAD');
    } catch {}
  console.error('There is no branch main here. Name what to compare with: npm run test:changed <commit>.');
  process.exit(1);
}

function changedSince(base: string): string[] {
  // A file that moved is named at both its places.
  const tracked = git('diff', '--name-only', '--no-renames', base, '--');
  const fresh = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${tracked}\n${fresh}`.split('\n').filter(Boolean))].sort();
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface Part {
  title: string;
  args: string[];
}

function partsOf({ unit, isolation, stories }: Selection): Part[] {
  const parts: Part[] = [];
  const add = (title: string, args: string[]) => parts.push({ title, args });
  if (unit === 'all') add('all unit tests', ['--project', 'unit']);
  else if (unit.length > 0) add(`${unit.length} files of unit tests`, ['--project', 'unit', ...unit]);
  if (isolation === 'all') add('the whole isolation project', ['--project', 'isolation']);
  else if (isolation.length > 0)
    add(`the isolation of ${isolation.length} routes`, [
      '--project',
      'isolation',
      '-t',
      isolationPattern(isolation),
    ]);
  const editor = stories.filter((path) => path.includes('/editor-stories/'));
  const others = stories.filter((path) => !editor.includes(path));
  if (others.length > 0) add(`the stories ${others.join(', ')}`, ['--project', 'e2e', ...others]);
  if (editor.length > 0) add(`${editor.length} stories of the editor`, ['--project', 'stories', ...editor]);
  return parts;
}

/** Answers whether all tests of the part passed. Ending this process ends the tests and what they started. */
async function run({ args }: Part): Promise<boolean> {
  const child = spawn(process.execPath, ['tests/run.ts', ...args], {
    cwd: root,
    stdio: 'inherit',
    // A story is run whether `npm test` would or not.
    env: { ...process.env, TEST_FILES: 'all' },
  });
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    process.exitCode = 1;
  };
  for (const signal of signals) process.on(signal, end);
  const [code] = (await once(child, 'exit')) as [number | null];
  for (const signal of signals) process.off(signal, end);
  return code === 0;
}

const base = process.argv[2] ?? startOfBranch();
let changed: string[];
try {
  changed = changedSince(base);
} catch {
  console.error(`Git knows no commit “${base}”.`);
  process.exit(1);
}
const selection = select(changed, readSources(root), routes);
const parts = partsOf(selection);
console.log(`${changed.length} files changed since ${base}.`);
for (const reason of selection.reasons) console.log(`- ${reason}`);
console.log(parts.length > 0 ? `It runs ${parts.map(({ title }) => title).join('; ')}.` : 'No test to run.');

const failed: string[] = [];
for (const part of parts) {
  console.log(`\n${part.title}`);
  if (!(await run(part))) failed.push(part.title);
  // It was asked to end.
  if (process.exitCode) process.exit();
}
if (parts.length > 0)
  console.log(failed.length > 0 ? `\nFailed: ${failed.join('; ')}.` : '\nAll parts passed.');
process.exit(failed.length > 0 ? 1 : 0);
