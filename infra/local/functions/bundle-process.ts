/**
 * Bundles functions when asked to, in a process of its own: esbuild keeps hundreds of megabytes, which go with it.
 */
import { answerRequests } from '../helper-process.ts';
import { projectRoot } from '../paths.ts';
import type { Bundler, SharedBuild } from './builds.ts';
import { cdkBundler, cdkEach, cdkTogether } from './bundler.ts';

/** Without `outDir` what is kept of the entry is let go. */
export interface BundleRequest {
  entry: string;
  folder: string;
  outDir?: string;
  packagesOutside?: boolean;
}

/** Many at once, as they are deployed or with one file for what they share. */
export interface TogetherRequest {
  entries: string[];
  asDeployed: boolean;
  outDir: string;
}

export type BundleAnswer =
  | { ok: true; inputs: string[] }
  /** `files` are the sources that the compiler names in its errors. */
  | { ok: false; message: string; files: string[] };

/** Each takes both processors and some hundred megabytes; more at a time would only be slower together. */
const atOnce = 2;

/** What is known of so many entries, those built last, stays for their next build: some 100 MB each. */
const kept = 4;

/** In the order in which they were last used. */
const bundlers = new Map<string, Promise<Bundler>>();
const turns: (() => void)[] = [];
let working = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (working >= atOnce) await new Promise<void>((resolve) => turns.push(resolve));
  working += 1;
  try {
    return await work();
  } finally {
    working -= 1;
    turns.shift()?.();
  }
}

async function forgetOldest(): Promise<void> {
  const [oldest] = bundlers;
  if (!oldest || bundlers.size <= kept) return;
  const [entry, bundler] = oldest;
  bundlers.delete(entry);
  await (await bundler).dispose();
}

async function build({ entry, folder, outDir, packagesOutside }: BundleRequest): Promise<BundleAnswer> {
  const bundler = bundlers.get(entry) ?? cdkBundler(entry, folder, { packagesOutside });
  if (!outDir) {
    bundlers.delete(entry);
    await (await bundler).dispose();
    return { ok: true, inputs: [] };
  }
  bundlers.delete(entry);
  bundlers.set(entry, bundler);
  try {
    const result = await (await bundler).build(outDir);
    await forgetOldest();
    return { ok: true, ...result };
  } catch (error) {
    // One that could not even be made is made again the next time.
    if (
      await bundler.then(
        () => false,
        () => true,
      )
    )
      bundlers.delete(entry);
    const { message, errors = [] } = error as Error & { errors?: { location?: { file?: string } | null }[] };
    return { ok: false, message, files: errors.flatMap(({ location }) => location?.file ?? []) };
  }
}

process.chdir(projectRoot);
answerRequests<BundleRequest | TogetherRequest, BundleAnswer | SharedBuild>((request) => {
  if ('entries' in request)
    return (request.asDeployed ? cdkEach : cdkTogether)(request.entries, request.outDir);
  return request.outDir ? inTurn(() => build(request)) : build(request);
});
