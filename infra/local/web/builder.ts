/** Builds the web application when asked to, in a process of its own: a build takes more than a gigabyte. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { answerRequests } from '../helper-process.ts';
import { projectRoot } from '../paths.ts';

export interface BuildRequest {
  /** The folder that the build takes the place of. */
  outDir: string;
}
export type BuildAnswer = { ok: true; ms: number } | { ok: false; error: string };

/** Builds beside the folder and puts the whole in its place, so that nobody is served half a build. */
async function run({ outDir }: BuildRequest): Promise<BuildAnswer> {
  const started = performance.now();
  const fresh = join(dirname(outDir), `.web-${process.pid}`);
  const old = `${fresh}-old`;
  try {
    await build({
      configFile: join(projectRoot, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: fresh, emptyOutDir: true, reportCompressedSize: false },
    });
    mkdirSync(dirname(outDir), { recursive: true });
    if (existsSync(outDir)) renameSync(outDir, old);
    renameSync(fresh, outDir);
    return { ok: true, ms: performance.now() - started };
  } catch (error) {
    return { ok: false, error: (error as Error).message };
  } finally {
    rmSync(old, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

answerRequests(run);
