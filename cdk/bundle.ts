import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import {
  type BuildContext,
  type BuildOptions,
  type BuildResult,
  build,
  context,
  type Metafile,
  type Plugin,
} from 'esbuild';
import { fontsByPath } from './font-plugin.ts';
import { pages } from './page-plugin.ts';
import { root } from './settings.ts';

/**
 * Packages that cannot be one file: Chromium finds its own binary beside its code, and so does sharp. They are copied
 * instead.
 */
const copied = ['@sparticuz/chromium', 'sharp'];

/** Parts of sharp for the processor and system of Lambda: npm installs those of the machine alone. */
const binaries = { sharp: ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64'] } as Record<
  string,
  string[]
>;

/**
 * ElectroDB checks each entity's model by a JSON schema when it is made: a quarter of what a function takes to load. The
 * models are code, and wherever a test imports one it is checked; a bundle takes them as they are.
 */
const alias = { jsonschema: join(root, 'cdk/models-as-they-are.ts') };

/** CommonJS packages within a module still ask for `require`. */
const banner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

export interface BundleOptions {
  /** Off in development alone: what is minified loads in two thirds of the time, and its map keeps traces readable. */
  minify?: boolean;
  /**
   * Leaves what npm brings outside, to be found in node_modules when it runs: building takes milliseconds in place of
   * seconds. For development alone; what is deployed is one file.
   */
  packagesOutside?: boolean;
}

/**
 * A file of `functions/` that is imported for nothing a function uses is left out, as when a noun's api.ts names more
 * than one caller needs. What a file does when it loads counts only where its names are used; an entry is kept whole.
 */
const withoutSideEffects: Plugin = {
  name: 'without-side-effects',
  setup(build) {
    const ours = resolve(root, 'functions') + sep;
    build.onResolve({ filter: /^(#functions\/|\.\.?\/).*\.ts$/ }, ({ path, resolveDir, kind }) => {
      if (kind !== 'import-statement') return;
      const file = path.startsWith('#') ? resolve(root, path.slice(1)) : resolve(resolveDir, path);
      return file.startsWith(ours) ? { path: file, sideEffects: false } : undefined;
    });
  },
};

function optionsFor(
  entry: string,
  outDir: string,
  { minify = true, packagesOutside = false }: BundleOptions,
): BuildOptions {
  return {
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: join(outDir, 'index.mjs'),
    assetNames: 'fonts/[name]-[hash]',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The modern build of a package where it has one: it can be trimmed to what is used.
    mainFields: ['module', 'main'],
    minify,
    // The table's guard and the error classes are told by name.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    charset: 'utf8',
    banner: { js: banner },
    loader: { '.woff2': 'binary', '.html': 'text', '.svg': 'text' },
    alias,
    external: copied,
    packages: packagesOutside ? 'external' : 'bundle',
    plugins: [pages({ minify }), fontsByPath(), withoutSideEffects],
    metafile: true,
    logLevel: 'silent',
  };
}

/**
 * Builds the function whose entry is `entry` (named from the project's root) to `outDir/index.mjs`, as it is deployed.
 * @throws with esbuild's own lines when the entry does not exist or does not build
 */
export async function bundle(entry: string, outDir: string, options: BundleOptions = {}): Promise<void> {
  assertEntry(entry);
  mkdirSync(outDir, { recursive: true });
  const result = await build(optionsFor(entry, outDir, options));
  for (const name of externals(result)) copyPackage(name, join(outDir, 'node_modules'));
}

/**
 * The same build, kept in memory to be repeated in milliseconds: `rebuild()` once, `watch()` to go on by itself,
 * `dispose()` in the end. Packages that a deployment copies are linked.
 */
export async function bundleContext(
  entry: string,
  outDir: string,
  options: BundleOptions = {},
): Promise<BuildContext> {
  assertEntry(entry);
  mkdirSync(outDir, { recursive: true });
  const settings = optionsFor(entry, outDir, options);
  const link = {
    name: 'link-packages',
    setup: (build: { onEnd: (done: (result: BuildResult) => void) => void }) =>
      build.onEnd((result) => {
        for (const name of externals(result)) linkPackage(name, join(outDir, 'node_modules'));
      }),
  };
  return context({ ...settings, plugins: [...settings.plugins!, link] });
}

/** Of many entries by one build, which parses once what they share. `out` names each one's file within the folder. */
function optionsForMany(
  entries: readonly string[],
  out: (entry: string) => string,
  outdir: string,
  options: BundleOptions = {},
): BuildOptions {
  const { outfile: _outfile, ...shared } = optionsFor('', outdir, options);
  return {
    ...shared,
    entryPoints: entries.map((entry) => ({ in: entry, out: out(entry) })),
    outdir,
    outExtension: { '.js': '.mjs' },
  };
}

/**
 * The readable code of each entry's bundle, by entry, without writing it. Together they are built in a few seconds,
 * because what they share is parsed once; each holds what it would hold alone.
 */
export async function bundledCode(entries: readonly string[]): Promise<Map<string, string>> {
  const result = await build({
    ...optionsForMany(entries, (entry) => entry, 'bundled', { minify: false }),
    sourcemap: false,
    write: false,
  });
  const texts = new Map(result.outputFiles.map(({ path, text }) => [path, text]));
  return new Map(entries.map((entry) => [entry, texts.get(join(root, 'bundled', `${entry}.mjs`))!]));
}

/** An entry's bundle, and the sources that went into it. */
export interface Built {
  file: string;
  inputs: string[];
}

/** With their maps they are some 10 MB each while they are built. */
const eachAtOnce = 16;

/**
 * What `bundle` makes of each entry, byte for byte, in less time: what they share is parsed once for many of them.
 * @returns by entry
 * @throws with esbuild's own lines
 */
export async function bundleEach(entries: readonly string[], outDir: string): Promise<Map<string, Built>> {
  for (const entry of entries) assertEntry(entry);
  const nameOf = (entry: string) => entry.replaceAll(/[^\w]+/g, '-');
  const found = new Map<string, Built>();
  for (let at = 0; at < entries.length; at += eachAtOnce) {
    const some = entries.slice(at, at + eachAtOnce);
    const result = await build(optionsForMany(some, (entry) => `${nameOf(entry)}/index`, outDir));
    const { inputs, outputs } = result.metafile!;
    for (const [path, { entryPoint, imports }] of Object.entries(outputs)) {
      const entry = some.find((one) => entryPoint && resolve(root, one) === resolve(root, entryPoint));
      if (!entry) continue;
      const file = resolve(root, path);
      // Files that lie beside a bundle, such as fonts, are in a folder of all of them here.
      const hasMore = imports.some(
        ({ path: name, kind, external }) => kind === 'file-loader' || (external && copied.includes(name)),
      );
      if (hasMore) await bundle(entry, dirname(file));
      found.set(entry, { file, inputs: filesFrom(entryPoint!, inputs) });
    }
  }
  return found;
}

/** A source and all that it imports. */
function filesFrom(entry: string, inputs: Metafile['inputs']): string[] {
  const files = new Set([entry]);
  for (const file of files)
    for (const { path, external } of inputs[file]?.imports ?? []) if (!external) files.add(path);
  return [...files];
}

/**
 * The bundles of many entries by one build, in which what they share is one file for all: 75 functions take 8 s, each
 * by itself three minutes. What runs is the same code; what only some of them need is loaded by more of them than in a
 * deployment. Only for a machine's first start.
 * @returns by entry: its file, and the sources of it and of all files that it loads
 * @throws with esbuild's own lines
 */
export async function bundleTogether(
  entries: readonly string[],
  outDir: string,
): Promise<Map<string, Built>> {
  for (const entry of entries) assertEntry(entry);
  const result = await build({
    ...optionsForMany(entries, (entry) => entry.replaceAll(/[^\w]+/g, '-'), outDir),
    chunkNames: 'shared/[hash]',
    splitting: true,
  });
  const { outputs } = result.metafile!;
  for (const name of externals(result)) linkPackage(name, join(outDir, 'node_modules'));
  const found = new Map<string, Built>();
  for (const [path, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint) continue;
    const files = new Set([path]);
    for (const file of files)
      for (const { path: next, external } of outputs[file]?.imports ?? []) if (!external) files.add(next);
    const inputs = [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    found.set(entryPoint, { file: resolve(root, path), inputs });
  }
  return found;
}

/** For the CDK, whose bundling is synchronous while plugins are not: builds in a process of its own. */
export function bundleInChild(entry: string, outDir: string): void {
  const done = spawnSync(process.execPath, [import.meta.filename, entry, outDir], { encoding: 'utf8' });
  if (done.status !== 0)
    throw new Error(`${entry} could not be bundled.\n${done.stderr || (done.error?.message ?? '')}`);
}

function assertEntry(entry: string): void {
  if (!existsSync(resolve(root, entry))) throw new Error(`${entry} does not exist, so it cannot be bundled.`);
}

function externals(result: BuildResult): string[] {
  const imports = Object.values(result.metafile?.outputs ?? {}).flatMap((output) => output.imports);
  return copied.filter((name) => imports.some((found) => found.external && found.path === name));
}

/** The folder of a package as `from` sees it. */
function packageFolder(name: string, from: string): string {
  for (const folder of createRequire(join(from, 'x.js')).resolve.paths(name) ?? []) {
    const found = join(folder, name);
    if (existsSync(join(found, 'package.json'))) return realpathSync(found);
  }
  throw new Error(`The package ${name} is not installed.`);
}

/** Copies a package and all that it depends on into one flat node_modules. */
function copyPackage(name: string, into: string, from = root): void {
  const target = join(into, name);
  if (existsSync(target)) return;
  const folder = packageFolder(name, from);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(folder, target, {
    recursive: true,
    filter: (path) => !path.slice(folder.length).includes('node_modules'),
  });
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  for (const dependency of [...Object.keys(dependencies), ...(binaries[name] ?? [])])
    copyPackage(dependency, into, folder);
}

function linkPackage(name: string, into: string): void {
  const target = join(into, name);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(packageFolder(name, root), target, 'dir');
}

if (import.meta.main) {
  const [entry, outDir] = process.argv.slice(2);
  if (!entry || !outDir) throw new Error('Usage: node cdk/bundle.ts <entry> <folder>');
  try {
    await bundle(entry, outDir);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
