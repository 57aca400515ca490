import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { grantsFile } from '#infra/local/iam/index.ts';
import { cacheDir } from '#infra/local/paths.ts';

/** Every grant that a test of the whole product has used on this machine. */
export const allGrantsFile = join(cacheDir, 'grants-used.txt');

const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];

export const grantsUsed = (): Set<string> => new Set(linesOf(allGrantsFile));

/** Notes which grants a local cloud has used, beside those of others before it. */
export function keepGrantsUsed(stateDir: string): void {
  const all = new Set([...linesOf(allGrantsFile), ...linesOf(grantsFile(stateDir))]);
  mkdirSync(dirname(allGrantsFile), { recursive: true });
  writeFileSync(
    allGrantsFile,
    [...all]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  );
}
