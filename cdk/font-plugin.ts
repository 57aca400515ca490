import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { fontFiles } from '#shared/scene/fonts.ts';
import { scriptFiles } from '#shared/scene/script-fonts.ts';

const namespace = 'font-files';
const oneFile = 'font-file';

/**
 * `import files from '#shared/scene/fonts.ts?files'` gives the scene's font files by their path: a map of path to
 * bytes. A font added to the catalogue is so in the renderer without another line. For a function they lie beside
 * the bundle and are read when they are asked for; in a page they are inside it, without those of other scripts.
 */
export function fontsByPath(): Plugin {
  return {
    name: 'fonts-by-path',
    setup(build) {
      const inside = build.initialOptions.platform !== 'node';
      const resolveDir = build.initialOptions.absWorkingDir ?? process.cwd();
      build.onResolve({ filter: /fonts\.ts\?files$/ }, () => ({ path: 'fonts', namespace }));
      build.onResolve({ filter: /\?font$/ }, async ({ path }) => {
        const found = await build.resolve(path.slice(0, -'?font'.length), {
          resolveDir,
          kind: 'import-statement',
        });
        return found.errors.length ? found : { path: found.path, namespace: oneFile };
      });
      build.onLoad({ filter: /.*/, namespace: oneFile }, async ({ path }) => ({
        contents: await readFile(path),
        loader: inside ? 'binary' : 'file',
      }));
      build.onLoad({ filter: /.*/, namespace }, () => ({ contents: sourceOf(inside), resolveDir }));
    },
  };
}

function sourceOf(inside: boolean): string {
  const all = inside ? fontFiles() : [...fontFiles(), ...scriptFiles()];
  const files = [...new Set(all.map(({ file }) => file))];
  const imports = files.map((file, at) => `import f${at} from ${JSON.stringify(`${file}?font`)};`);
  if (!inside) imports.push(`import { readFileSync } from 'node:fs';`);
  const value = (at: number) => (inside ? `: f${at}` : `: { enumerable: true, get: () => read(f${at}) }`);
  const entries = files.map((file, at) => `${JSON.stringify(file)}${value(at)}`);
  const map = `{ ${entries.join(',\n')} }`;
  if (inside) return `${imports.join('\n')}\nexport default ${map};`;
  return `${imports.join('\n')}
const read = (file) => readFileSync(new URL(file, import.meta.url));
export default Object.defineProperties({}, ${map});`;
}
