import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Built, type BundleOptions, bundleContext, bundleEach, bundleTogether } from '#cdk/bundle.ts';
import { filesBelow, projectRoot } from '../paths.ts';
import type { Bundler, SharedBuild } from './builds.ts';

/**
 * The bundler of `cdk/`, so that a function runs here from the same bundle that is deployed. Each build goes to a
 * folder of its own first and is then renamed, because several local clouds may share the cache.
 */
export async function cdkBundler(
  entry: string,
  folder: string,
  options: BundleOptions = {},
): Promise<Bundler> {
  const work = join(folder, `work-${randomUUID()}`);
  const context = await bundleContext(entry, work, { minify: !options.packagesOutside, ...options });
  return {
    async build(outDir) {
      rmSync(work, { recursive: true, force: true });
      const result = await context.rebuild();
      if (existsSync(outDir)) throw new Error(`${outDir} is there already.`);
      renameSync(work, outDir);
      return { inputs: Object.keys(result.metafile?.inputs ?? {}).flatMap(sourcesOf) };
    },
    async dispose() {
      await context.dispose();
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Many functions by one build: see `bundleTogether`. */
export const cdkTogether = async (entries: readonly string[], outDir: string): Promise<SharedBuild> =>
  withSources(await bundleTogether(entries, outDir));

/** Many functions as they are deployed: see `bundleEach`. */
export const cdkEach = async (entries: readonly string[], outDir: string): Promise<SharedBuild> =>
  withSources(await bundleEach(entries, outDir));

const withSources = (built: Map<string, Built>): SharedBuild =>
  Object.fromEntries(
    [...built].map(([entry, { file, inputs }]) => [entry, { file, inputs: inputs.flatMap(sourcesOf) }]),
  );

/** A page within a bundle is a bundle of its own, whose sources esbuild does not name: all that it may hold. */
function sourcesOf(input: string): string[] {
  if (!input.startsWith('page:')) return [input];
  const page = resolve(projectRoot, input.slice('page:'.length));
  return [page, ...filesBelow(dirname(page)), ...filesBelow(join(projectRoot, 'shared'))].filter(
    (file) => !file.endsWith('.test.ts'),
  );
}
