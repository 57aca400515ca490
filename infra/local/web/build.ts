import { existsSync, type FSWatcher, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Guardian } from '../guardian.ts';
import { HelperProcess } from '../helper-process.ts';
import { cacheDir, filesBelow, hashOf, projectRoot } from '../paths.ts';
import type { BuildAnswer, BuildRequest } from './builder.ts';

export interface WebBuildOptions {
  /** Where the build lies that is served. */
  outDir: string;
  guardian: Guardian;
  /** Called after each build that took the place of another. */
  built(): void;
  log(line: string): void;
}

export interface WebBuild {
  /** Builds unless the build that is there is up to date. Resolves with false when the sources do not build. */
  ensure(): Promise<boolean>;
  /** Rebuilds from now on when a source changes. */
  watch(): void;
  close(): Promise<void>;
}

/** Edits that follow each other within this time make one build; ms. */
const settleMs = 80;
const hashFile = join(cacheDir, 'web-build.json');

const isSource = (file: string) => !/(\.test\.tsx?|~|\.sw[px])$/.test(file);

function sourcesHash(outDir: string): string {
  const files = [
    ...filesBelow(join(projectRoot, 'web')),
    ...filesBelow(join(projectRoot, 'shared')),
    join(projectRoot, 'vite.config.ts'),
    join(projectRoot, 'package-lock.json'),
  ];
  return hashOf(files.filter(isSource), outDir);
}

function knownHash(): string | undefined {
  try {
    return (JSON.parse(readFileSync(hashFile, 'utf8')) as { hash: string }).hash;
  } catch {
    return undefined;
  }
}

/** Keeps dist/web up to date with web/ and shared/. */
export function createWebBuild(options: WebBuildOptions): WebBuild {
  const { outDir, guardian, log } = options;
  const watchers: FSWatcher[] = [];
  const builder = new HelperProcess<BuildRequest, BuildAnswer>({
    script: new URL('./builder.ts', import.meta.url),
    name: 'web',
    guardian,
    idleMs: 0,
    // A development build would carry React's checks, and the one that is served must be the one that is shipped.
    env: { NODE_ENV: 'production', VITEST: '' },
    log,
  });
  let running: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const upToDate = () => existsSync(join(outDir, 'index.html')) && knownHash() === sourcesHash(outDir);

  async function buildNow(): Promise<boolean> {
    const hash = sourcesHash(outDir);
    const answer = await builder
      .ask({ outDir })
      .catch((error: Error): BuildAnswer => ({ ok: false, error: error.message }));
    if (closed) return false;
    if (!answer.ok) {
      log(`[web] does not build:\n${answer.error}`);
      return false;
    }
    mkdirSync(dirname(hashFile), { recursive: true });
    writeFileSync(hashFile, JSON.stringify({ hash }));
    options.built();
    return true;
  }

  async function ensure(): Promise<boolean> {
    while (running) await running;
    if (closed || upToDate()) return !closed;
    running = buildNow().finally(() => {
      running = undefined;
    });
    return running;
  }

  function changed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ensure(), settleMs);
  }

  return {
    ensure,
    watch() {
      for (const folder of ['web', 'shared']) {
        const path = join(projectRoot, folder);
        if (!existsSync(path)) continue;
        watchers.push(watch(path, { recursive: true }, (_, file) => file && isSource(file) && changed()));
      }
      const config = join(projectRoot, 'vite.config.ts');
      if (existsSync(config)) watchers.push(watch(config, changed));
      // What changed between the last look and the first watch.
      changed();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      await builder.close();
    },
  };
}
