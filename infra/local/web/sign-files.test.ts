import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../paths.ts';

/* What a display downloads: it is weak, and its network is that of an office. */

/** But for the push channel, the fonts and what the browser keeps, which signs have too. */
const ofTheApp =
  /\/web\/(features|app\/(?!push\/channel)|ui\/(?!(more-)?font-files|browser-storage))|node_modules\/(react|react-dom|@mantine|@tabler|jotai)\//;

let files: Map<string, Rolldown.OutputChunk>;

beforeAll(async () => {
  const built = await build({
    configFile: join(projectRoot, 'vite.config.ts'),
    root: join(projectRoot, 'web'),
    logLevel: 'error',
    build: { write: false, sourcemap: false, minify: false },
  });
  const { output } = built as Rolldown.RolldownOutput;
  files = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
}, 120_000);

/** A file with all that is loaded along with it. */
function withImports(name: string, found = new Map<string, Rolldown.OutputChunk>()) {
  const file = files.get(name);
  if (!file || found.has(name)) return found;
  found.set(name, file);
  for (const imported of file.imports) withImports(imported, found);
  return found;
}

const filesWith = (path: RegExp) =>
  [...files.values()].filter(({ moduleIds }) => moduleIds.some((id) => path.test(id)));
const modulesOf = (names: readonly string[]) => [
  ...new Set(names.flatMap((name) => [...withImports(name).values()].flatMap(({ moduleIds }) => moduleIds))),
];

describe('what a sign loads', () => {
  it.each([
    ['of itself', /\/web\/sign\/(main|sign)\.ts$/],
    ['as the player of a display', /\/web\/sign\/player\/index\.ts$/],
    ['for elements and effects', /\/shared\/scene\/(elements|effects)\/[^/]+\.ts$/],
  ])('%s is nothing of the app', (_what, path) => {
    const names = filesWith(path).map(({ fileName }) => fileName);
    expect(names.length).toBeGreaterThan(0);
    expect(modulesOf(names).filter((id) => ofTheApp.test(id))).toEqual([]);
  });
});
