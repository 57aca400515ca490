import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, type FSWatcher, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Guardian } from '../guardian.ts';
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
  let child: ChildProcess | undefined;
  let running: Promise<boolean> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function builder(): ChildProcess {
    if (child) return child;
    const started = fork(new URL('./builder.ts', import.meta.url), {
      cwd: projectRoot,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // A development build would carry React's checks, and the one that is served must be the one that is shipped.
      env: { ...process.env, NODE_ENV: 'production', VITEST: '' },
    });
    started.stderr?.on('data', (data) => log(`[web] ${String(data).trim()}`));
    if (started.pid) guardian.watch(started.pid);
    started.once('exit', () => {
      if (started.pid) guardian.forget(started.pid);
      if (child === started) child = undefined;
    });
    child = started;
    return started;
  }

  function ask(request: BuildRequest): Promise<BuildAnswer> {
    return new Promise((resolve) => {
      const process = builder();
      const done = (answer: BuildAnswer) => {
        process.off('message', done);
        process.off('exit', ended);
        resolve(answer);
      };
      const ended = () => done({ ok: false, error: 'The builder ended before it was done.' });
      process.on('message', done);
      process.on('exit', ended);
      process.send(request);
    });
  }

  const upToDate = () => existsSync(join(outDir, 'index.html')) && knownHash() === sourcesHash(outDir);

  async function buildNow(): Promise<boolean> {
    const hash = sourcesHash(outDir);
    const answer = await ask({ outDir });
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
      const process = child;
      if (!process) return;
      await new Promise<void>((resolve) => {
        process.once('exit', () => resolve());
        process.kill('SIGKILL');
      });
    },
  };
}
