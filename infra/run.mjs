/**
 * Runs a file of the project with the project's own Node: `node infra/run.mjs <file.ts> [...]`, or a command of
 * node_modules/.bin: `node infra/run.mjs --bin <name> [...]`. Installs the dependencies first where they are
 * missing or older than the lock file. Plain JavaScript without imports, because it runs before there is either.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
/** How often it is looked whether npm is still there. */
const parentLookMs = 500;
const projectNode = join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Says what is wrong in one sentence and ends. */
function stop(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

/** Packages that the lock file names, and the hidden lock file of what lies in node_modules. */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** True when node_modules holds exactly what package-lock.json asks for on this platform. */
function installed() {
  const hidden = join(modules, '.package-lock.json');
  if (!existsSync(hidden) || !existsSync(projectNode)) return false;
  const have = packagesOf(hidden);
  const wanted = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    // Packages for other platforms are named in the lock file and are rightly not installed.
    if (!have[path]) return entry.optional === true || entry.devOptional === true || entry.peer === true;
    return have[path].version === entry.version;
  });
}

function install() {
  process.stderr.write(
    'Installing what package-lock.json names; the first time this takes a minute or two.\n',
  );
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const options = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] };
  // npm sets its own path for its scripts; outside of one, npm is found in the PATH.
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.error) stop(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) stop(`npm ci failed with code ${result.status}; its lines above tell why.`);
  if (!existsSync(projectNode))
    stop(
      'npm did not install the project’s Node. Allow the install script of the package "node" and try again.',
    );
}

const [first, ...rest] = process.argv.slice(2);
if (!first) stop('Usage: node infra/run.mjs <file.ts> [arguments], or --bin <name> [arguments]');
if (Number(process.versions.node.split('.')[0]) < 20)
  stop(`Node 20 or later is needed; this is ${process.versions.node}.`);

if (!installed()) install();

let target = resolve(process.cwd(), first);
let args = rest;
if (first === '--bin') {
  const [name, ...others] = rest;
  if (!name) stop('--bin needs the name of a command in node_modules/.bin.');
  target = join(modules, '.bin', name);
  args = others;
}
if (!existsSync(target)) stop(`There is no file ${target}.`);

const bin = join(modules, '.bin');
const child = spawn(projectNode, ['--disable-warning=ExperimentalWarning', target, ...args], {
  stdio: 'inherit',
  env: { ...process.env, PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}` },
});
// The terminal sends its signals to the child as well, which decides when to end; a signal sent to this process
// alone is handed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
// A shell stands between npm and this process. A signal to npm ends the shell and goes no further, and so would the
// death of npm; what is left then has another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), parentLookMs).unref();
}
child.on('error', (error) => stop(`The project’s Node could not be started: ${error.message}`));
child.on('exit', (code, signal) => {
  process.exit(signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1));
});
