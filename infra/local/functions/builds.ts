import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../paths.ts';

/** One function's bundler, which may keep what it knows for the next build. */
export interface Bundler {
  /**
   * Builds to `outDir/index.mjs`; answers the source files that went into it, absolute or from the project's root.
   * @throws Error with the compiler's own lines
   */
  build(outDir: string): Promise<{ inputs: string[] }>;
  dispose(): Promise<void>;
}

/** By entry: the file that is run, and the sources that went into it. */
export type SharedBuild = Record<string, { file: string; inputs: string[] }>;

/** Builds many functions at once to a folder. @throws Error with the compiler's own lines */
export type BuildTogether = (entries: string[], outDir: string) => Promise<SharedBuild>;

/** Makes the bundler of an entry; `folder` is its own to work in. */
export type MakeBundler = (entry: string, folder: string) => Promise<Bundler>;

export interface Build {
  file: string;
  /** Another one for each new bundle. */
  version: string;
}

/** What was built from what; kept beside the bundle so that the next start need not build again. */
interface Manifest {
  version: string;
  file: string;
  inputs: Record<string, string>;
}

/** Sources are looked at again at most this often while calls come in; ms. */
const lookEveryMs = 500;
/** A failed build is tried again after this time even when no known file changed: one may have been added; ms. */
const retryEveryMs = 1000;
/** Bundles that were replaced this long ago are removed; ms. */
const keepReplacedMs = 3600_000;

/** Size and time of a file: what tells that it was edited. */
type Seen = { size: number; mtimeMs: number } | undefined;
type Look = (file: string) => Seen;
const lookAt: Look = (file) => statSync(file, { throwIfNoEntry: false });

/** Looks at each file once: functions share most of theirs. */
export function lookOnce(): Look {
  const seen = new Map<string, Seen>();
  return (file) => {
    if (!seen.has(file)) seen.set(file, lookAt(file));
    return seen.get(file);
  };
}

const stampOf = (seen: Seen): string => (seen ? `${seen.size}:${seen.mtimeMs}` : 'missing');

/** A name for a new bundle, which no other has. */
export const newVersion = (started: number): string => `${started.toString(36)}-${randomUUID().slice(0, 8)}`;

/**
 * Keeps the bundle of one function up to date with its sources. `current` answers at once while nothing changed;
 * after an edit the next call waits for the new bundle. A failed build throws the compiler's own message, and is
 * tried again at the next call after an edit.
 */
export class FunctionBuild {
  readonly entry: string;
  private readonly folder: string;
  private readonly makeBundler: MakeBundler;
  private bundler: Bundler | undefined;
  private bundled = false;
  private manifest: Manifest | undefined;
  private failed: { error: Error; stamps: Record<string, string> } | undefined;
  private running: Promise<Build> | undefined;
  private lookedAt = 0;

  constructor(entry: string, folder: string, makeBundler: MakeBundler) {
    this.entry = entry;
    this.folder = folder;
    this.makeBundler = makeBundler;
    this.manifest = this.readManifest();
  }

  private get manifestFile(): string {
    return join(this.folder, 'build.json');
  }

  private readManifest(): Manifest | undefined {
    try {
      const manifest = JSON.parse(readFileSync(this.manifestFile, 'utf8')) as Manifest;
      return existsSync(manifest.file) ? manifest : undefined;
    } catch {
      return undefined;
    }
  }

  /** Of the bundle that is there. */
  get version(): string | undefined {
    return this.manifest?.version;
  }

  /** Whether a call would have to wait for a build. `look` may remember what it has seen. */
  isStale(look: Look): boolean {
    return !this.manifest || !this.unchanged(this.manifest.inputs, look);
  }

  /** Takes what was built of it together with others, which began at `started`, ms since 1970. */
  adopt(file: string, inputs: string[], version: string, started: number, look: Look): void {
    mkdirSync(this.folder, { recursive: true });
    this.saveManifest({
      version,
      file,
      inputs: stampsOf([...sourcesIn(inputs), 'package-lock.json'], started, look),
    });
  }

  private saveManifest(manifest: Manifest): void {
    writeFileSync(`${this.manifestFile}.${manifest.version}`, JSON.stringify(manifest));
    renameSync(`${this.manifestFile}.${manifest.version}`, this.manifestFile);
    this.manifest = manifest;
    this.failed = undefined;
  }

  private unchanged(stamps: Record<string, string>, look: Look = lookAt): boolean {
    return Object.entries(stamps).every(([file, stamp]) => stampOf(look(join(projectRoot, file))) === stamp);
  }

  /** @throws Error with the compiler's message when the sources do not build */
  async current(): Promise<Build> {
    if (this.running) return this.running;
    const now = performance.now();
    const looked = now - this.lookedAt < lookEveryMs;
    if (this.failed) {
      const due = now - this.lookedAt > retryEveryMs;
      if (looked || (!due && this.unchanged(this.failed.stamps))) throw this.failed.error;
    } else if (this.manifest && (looked || this.unchanged(this.manifest.inputs))) {
      if (!looked) this.lookedAt = now;
      return this.manifest;
    }
    this.running = this.build().finally(() => {
      this.running = undefined;
      this.lookedAt = performance.now();
    });
    return this.running;
  }

  /**
   * The first build since the start forgets its bundler, also where it replaces one of an earlier start: a change of
   * what all stand on would otherwise keep forty. From the first edit on it is kept, and a rebuild is quicker.
   */
  private async bundle(outDir: string): Promise<{ inputs: string[] }> {
    const bundler = this.bundler ?? (await this.makeBundler(this.entry, this.folder));
    if (this.bundled) this.bundler = bundler;
    this.bundled = true;
    try {
      return await bundler.build(outDir);
    } finally {
      if (!this.bundler) await bundler.dispose();
    }
  }

  async dispose(): Promise<void> {
    await this.running?.catch(() => undefined);
    await this.bundler?.dispose();
    this.bundler = undefined;
  }

  private async build(): Promise<Build> {
    const started = Date.now();
    const version = newVersion(started);
    const outDir = join(this.folder, version);
    mkdirSync(this.folder, { recursive: true });
    const before = this.manifest?.inputs ?? { [this.entry]: '' };
    try {
      const { inputs } = await this.bundle(outDir);
      const stamps = stampsOf([...sourcesIn(inputs), 'package-lock.json'], started);
      const manifest: Manifest = { version, file: join(outDir, 'index.mjs'), inputs: stamps };
      this.saveManifest(manifest);
      removeReplaced(this.folder, version);
      return manifest;
    } catch (error) {
      const sources = Object.keys({ ...before, ...sourcesOf(error) });
      this.failed = { error: error as Error, stamps: stampsOf(sources, started) };
      throw error;
    }
  }
}

/** Our own of what a bundle was made of, from the project's root. */
function sourcesIn(inputs: readonly string[]): string[] {
  return inputs
    .map((input) => (input.startsWith(projectRoot) ? input.slice(projectRoot.length + 1) : input))
    .filter((input) => !input.includes('node_modules/'));
}

/** Removes the bundles of a folder that others have replaced, but for those of the versions that are used. */
export function removeReplaced(folder: string, ...used: (string | undefined)[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() || used.includes(entry.name)) continue;
    if (Date.now() - statSync(path).mtimeMs > keepReplacedMs) rmSync(path, { recursive: true, force: true });
  }
}

/** Stamps of sources; one that changed after the build began never matches, so that it is built again. */
function stampsOf(sources: string[], started: number, look: Look = lookAt): Record<string, string> {
  return Object.fromEntries(
    sources.map((source) => {
      const seen = look(join(projectRoot, source));
      const changed = (seen?.mtimeMs ?? 0) >= started;
      return [source, changed ? 'changed while building' : stampOf(seen)];
    }),
  );
}

/** The files that the compiler names in its errors. */
function sourcesOf(error: unknown): Record<string, string> {
  const errors = (error as { errors?: { location?: { file?: string } | null }[] }).errors ?? [];
  return Object.fromEntries(errors.flatMap(({ location }) => (location?.file ? [[location.file, '']] : [])));
}
