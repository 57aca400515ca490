import type { Guardian } from '../guardian.ts';
import { HelperProcess } from '../helper-process.ts';
import type { BuildTogether, Bundler, MakeBundler, SharedBuild } from './builds.ts';
import type { BundleAnswer, BundleRequest, TogetherRequest } from './bundle-process.ts';

export interface ChildBundlerOptions {
  guardian: Guardian;
  /** See `BundleOptions` in cdk/bundle.ts. */
  packagesOutside?: boolean;
  /** The process ends after so long without a build, and what it kept for the next one with it; ms. */
  idleMs: number;
  log(line: string): void;
}

export interface ChildBundler {
  make: MakeBundler;
  /** One build with one file for what functions share, in seconds. */
  together: BuildTogether;
  /** Each function's deployed bundle. */
  each: BuildTogether;
  close(): Promise<void>;
}

/**
 * esbuild may use this much before its garbage collector works harder; it holds by itself all that it ever had.
 * https://pkg.go.dev/runtime#hdr-Environment_Variables
 */
const compilerMemory = '768MiB';

/** The bundler of `cdk/` for all functions, in one process that is there only while it has something to do. */
export function createChildBundler({ packagesOutside, ...options }: ChildBundlerOptions): ChildBundler {
  const helper = new HelperProcess<BundleRequest | TogetherRequest, BundleAnswer | SharedBuild>({
    ...options,
    name: 'bundler',
    script: new URL('./bundle-process.ts', import.meta.url),
    env: { GOMEMLIMIT: compilerMemory },
  });
  const make = async (entry: string, folder: string): Promise<Bundler> => ({
    async build(outDir) {
      const answer = (await helper.ask({ entry, folder, outDir, packagesOutside })) as BundleAnswer;
      if (answer.ok) return answer;
      const errors = answer.files.map((file) => ({ location: { file } }));
      throw Object.assign(new Error(answer.message), { errors });
    },
    async dispose() {
      // A process that has ended keeps nothing.
      if (helper.active) await helper.ask({ entry, folder });
    },
  });
  const many =
    (asDeployed: boolean): BuildTogether =>
    async (entries, outDir) =>
      (await helper.ask({ entries, outDir, asDeployed })) as SharedBuild;
  return { make, together: many(false), each: many(true), close: () => helper.close() };
}
