import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AwsCredentials } from './aws-auth.ts';
import type { CustomResourceState } from './custom-resources.ts';
import { cacheDir } from './paths.ts';

/** A start that cannot go on; its message is one sentence for the person who started. */
export class StartError extends Error {
  override name = 'StartError';
}

export interface StateLock {
  release(): void;
}

/** A lock goes with its database, which nobody but the lock refers to: kept here, it outlives a collection. */
const held = new Set<DatabaseSync>();

/**
 * Takes the state folder for this process. The lock is SQLite's on a file, which the operating system lets go when
 * the process ends, however it ends: a stale one cannot be left.
 * @throws StartError when another process has it
 */
export function lockState(stateDir: string): StateLock {
  mkdirSync(stateDir, { recursive: true });
  const holder = join(stateDir, 'lock.json');
  const db = new DatabaseSync(join(stateDir, 'lock.db'));
  try {
    db.exec('PRAGMA busy_timeout=0; PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE');
  } catch {
    db.close();
    const pid = existsSync(holder)
      ? ` (process ${(JSON.parse(readFileSync(holder, 'utf8')) as { pid: number }).pid})`
      : '';
    throw new StartError(`Another local cloud is running on ${stateDir}${pid}; end that one first.`);
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  held.add(db);
  return {
    release() {
      held.delete(db);
      rmSync(holder, { force: true });
      if (db.isOpen) db.close();
    },
  };
}

/** Removes everything that the local cloud keeps, but not what can be made again from the sources alone. */
export function clearState(stateDir: string): void {
  for (const name of readdirSync(stateDir)) {
    const path = join(stateDir, name);
    if (path !== cacheDir && !name.startsWith('lock.')) rmSync(path, { recursive: true, force: true });
  }
}

function readJson<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}

/** Secrets are for the owner of the files alone. */
function writeSecret(file: string, value: object): void {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
}

/** The credentials of all local services, made at the first start. */
export function credentialsOf(stateDir: string): AwsCredentials {
  const file = join(stateDir, 'credentials.json');
  const known = readJson<AwsCredentials>(file);
  if (known) return known;
  // The form of an access key id is checked by the DynamoDB engine.
  const made = {
    accessKeyId: 'AKIADEALBELLLOCAL000',
    secretAccessKey: randomBytes(30).toString('base64url'),
  };
  writeSecret(file, made);
  return made;
}

const resourcesFile = (stateDir: string) => join(stateDir, 'custom-resources.json');

/** The custom resources that have been made, by name. */
export const customResourcesOf = (stateDir: string) =>
  readJson<Record<string, CustomResourceState>>(resourcesFile(stateDir)) ?? {};

export const keepCustomResources = (stateDir: string, made: Record<string, CustomResourceState>): void =>
  writeSecret(resourcesFile(stateDir), made);

export interface DemoState {
  password: string;
  /** Set when the demo tenant is there. */
  seeded: boolean;
}

const demoFile = (stateDir: string) => join(stateDir, 'demo.json');

/** Without letters and digits that are taken for each other. */
const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';
const some = (alphabet: string, count: number) =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The demo password: the one of the first start, else `given` (DEMO_PASSWORD), else a new one. */
export function demoOf(stateDir: string, given: string | undefined): DemoState {
  const known = readJson<DemoState>(demoFile(stateDir));
  if (known) return known;
  const password = given || `Bell-${some(letters, 4)}-${some(letters, 4)}-${some(digits, 4)}`;
  const demo = { password, seeded: false };
  writeSecret(demoFile(stateDir), demo);
  return demo;
}

export function markSeeded(stateDir: string, demo: DemoState): void {
  writeSecret(demoFile(stateDir), { ...demo, seeded: true });
}
