import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { grantsFile } from '#infra/local/iam/index.ts';
import { cacheDir } from '#infra/local/paths.ts';

/** Every grant that a test of the whole product has used on this machine. */
const allGrantsFile = join(cacheDir, 'grants-used.txt');

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

export const grantsUsed = (): Set<string> => new Set(linesOf(allGrantsFile));

/**
 * Notes which grants a local cloud has used, beside those of others before it. It only appends, so that products that
 * end at the same instant lose nothing of each other.
 */
export function keepGrantsUsed(stateDir: string): void {
  const known = grantsUsed();
  const lines = linesOf(grantsFile(stateDir)).filter((line) => !known.has(line));
  if (lines.length === 0) return;
  mkdirSync(dirname(allGrantsFile), { recursive: true });
  appendFileSync(allGrantsFile, lines.map((line) => `${line}\n`).join(''));
}

/** Forgets all of it, so that only what is run from now on counts. */
export const forgetGrantsUsed = (): void => rmSync(allGrantsFile, { force: true });
