import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildTogether, type FunctionBuild, removeReplaced } from './builds.ts';

/** Fewer than this are built one by one when they are called. */
const fewest = 8;

/**
 * Builds together whatever is missing or older than its sources, as in a fresh clone, where each by itself would take
 * minutes. Where that fails, nothing is said here: each is then built by itself and tells what is wrong with it.
 * @param builds by entry
 * @param folder is this build's own
 */
export async function firstBuild(
  builds: ReadonlyMap<string, FunctionBuild>,
  folder: string,
  buildTogether: BuildTogether,
): Promise<void> {
  const stale = [...builds].filter(([, build]) => build.isStale).map(([entry]) => entry);
  if (stale.length < fewest) return;
  const started = Date.now();
  const version = `${started.toString(36)}-${randomUUID().slice(0, 8)}`;
  const outDir = join(folder, version);
  try {
    mkdirSync(outDir, { recursive: true });
    const built = await buildTogether(stale, outDir);
    for (const [entry, { file, inputs }] of Object.entries(built))
      builds.get(entry)?.adopt(file, inputs, version, started);
    removeReplaced(folder, ...[...builds.values()].map((build) => build.version));
  } catch {
    rmSync(outDir, { recursive: true, force: true });
  }
}
