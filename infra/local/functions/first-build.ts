import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildTogether, type FunctionBuild, lookOnce, newVersion, removeReplaced } from './builds.ts';

/** Fewer than this are built one by one when they are called. */
const fewest = 8;

/**
 * Builds at once whatever is missing or older than its sources, as in a fresh clone, where each by itself would take
 * minutes. Where that fails, nothing is said here: each is then built by itself and tells what is wrong with it.
 * @param folder is this build's own
 */
export async function firstBuild(
  builds: readonly FunctionBuild[],
  folder: string,
  buildTogether: BuildTogether,
): Promise<void> {
  const before = lookOnce();
  const stale = builds.filter((build) => build.isStale(before));
  if (stale.length < fewest) return;
  const started = Date.now();
  const version = newVersion(started);
  const outDir = join(folder, version);
  try {
    mkdirSync(outDir, { recursive: true });
    const built = await buildTogether(
      stale.map(({ entry }) => entry),
      outDir,
    );
    const after = lookOnce();
    for (const build of stale) {
      const { file, inputs } = built[build.entry]!;
      build.adopt(file, inputs, version, started, after);
    }
    removeReplaced(folder, ...builds.map((build) => build.version));
  } catch {
    rmSync(outDir, { recursive: true, force: true });
  }
}
