import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Where state lies that a restart keeps; DEALBELL_STATE_DIR puts it elsewhere. */
export const defaultStateDir = (): string => resolve(projectRoot, process.env.DEALBELL_STATE_DIR || '.local');

/** What can be made again from the sources: bundles, templates. Shared by all state folders of the project. */
export const cacheDir = join(projectRoot, '.local', 'cache');

/** All files below a folder, without node_modules, in a fixed order; none when the folder is missing. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry: Dirent) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${join('/', 'node_modules', '/')}`))
    .sort();
}

/** A hash over the contents of files, their names included; a file that is missing counts as missing. */
export function hashOf(files: string[], ...more: string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(`${relative(projectRoot, file)}\0`);
    hash.update(existsSync(file) ? readFileSync(file) : 'missing');
  }
  return hash.update(more.join('\0')).digest('hex').slice(0, 20);
}
