import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makePlansFolder } from '#infra/bridge/plans.ts';
import { type Guardian, startGuardian } from '#infra/local/guardian.ts';
import { holdMusic, toneOf, wavOf } from '../wav.ts';
import { type AsteriskOptions, configFiles, foldersOf, noTenantMusic } from './config.ts';
import type { Tree } from './tree.ts';

/** Whom Asterisk runs as when we are root; the ids of nobody and nogroup on Debian. */
const nobody = 65_534;

/** Asterisk takes some two seconds to end on SIGTERM; what has not ended by then is killed. ms */
const stopMs = 8_000;

const isRoot = process.getuid?.() === 0;

/** Whether everybody may go through all folders above this one. */
function isOpen(folder: string): boolean {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above))
    try {
      if ((statSync(above).mode & 0o001) === 0) return false;
    } catch {
      // Not there yet: it will be made by us, open.
    }
  return true;
}

/** Where Asterisk can live: the folder itself, unless root's own folders would shut an unprivileged Asterisk out. */
export function reachableFolder(folder: string): string {
  if (!isRoot || isOpen(folder)) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return join(tmpdir(), `dealbell-asterisk-${name}`);
}

function own(folder: string): void {
  if (!isRoot) return;
  chownSync(folder, nobody, nobody);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) own(path);
    else if (entry.isFile()) chownSync(path, nobody, nobody);
  }
}

function writeConfig(options: AsteriskOptions, tree: Tree): void {
  const at = foldersOf(options.folder);
  for (const folder of Object.values(at)) mkdirSync(folder, { recursive: true });
  chmodSync(options.folder, 0o750);
  for (const [name, text] of Object.entries(configFiles(options, tree)))
    writeFileSync(join(at.etc, name), text);
  writeFileSync(join(at.music, 'hold.wav'), wavOf(holdMusic()));
  writeFileSync(join(at.silence, 'silence.wav'), wavOf(toneOf(0, 10)));
  writeFileSync(join(at.tenantMusic, 'none.conf'), noTenantMusic);
  makePlansFolder(options.plansFolder);
  own(options.folder);
}

/** A running Asterisk. */
export interface Asterisk {
  process: ChildProcess;
  /** Resolves when it has ended, however that came. */
  ended: Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** Ends every Asterisk that was started here, should this process be killed. */
let guardian: Guardian | undefined;

/** Writes its configuration and starts it; it connects to the bridge by itself. */
export function startAsterisk(options: AsteriskOptions, tree: Tree, log: (line: string) => void): Asterisk {
  writeConfig(options, tree);
  const [program, ...args] = tree.command;
  const child = spawn(program!, [...args, '-C', join(foldersOf(options.folder).etc, 'asterisk.conf'), '-f'], {
    cwd: options.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: options.folder, LANG: 'C.UTF-8' },
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  const { pid } = child;
  guardian ??= startGuardian();
  if (pid) guardian.watch(pid);
  child.stderr?.on('data', (text) => log(String(text).trimEnd()));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      if (pid) guardian?.forget(pid);
      resolve();
    });
    child.once('error', (error) => {
      log(`Asterisk could not be started: ${error.message}`);
      resolve();
    });
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(timer);
  };
  return { process: child, ended, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}
