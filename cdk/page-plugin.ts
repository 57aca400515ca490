import { dirname, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * `import page from './page/main.ts?page'` gives the text of that file's bundle for a browser: one script that
 * runs by itself, with its fonts inside.
 */
export function pages({ minify }: { minify: boolean }): Plugin {
  return {
    name: 'pages',
    setup(outer) {
      outer.onResolve({ filter: /\?page$/ }, async ({ path, resolveDir, importer, kind }) => {
        const found = await outer.resolve(path.slice(0, -'?page'.length), { resolveDir, importer, kind });
        return found.errors.length ? found : { path: found.path, namespace: 'page' };
      });
      outer.onLoad({ filter: /.*/, namespace: 'page' }, async ({ path }) => {
        const result = await build({
          absWorkingDir: outer.initialOptions.absWorkingDir,
          entryPoints: [path],
          bundle: true,
          write: false,
          metafile: true,
          platform: 'browser',
          format: 'iife',
          target: 'es2024',
          minify,
          charset: 'utf8',
          legalComments: 'none',
          define: { 'process.env.NODE_ENV': '"production"' },
          loader: { '.woff2': 'dataurl', '.css': 'text', '.svg': 'text' },
          logLevel: 'silent',
        });
        const base = outer.initialOptions.absWorkingDir ?? process.cwd();
        const watchFiles = Object.keys(result.metafile.inputs)
          .map((input) => input.replace(/^[a-z-]+:(?=\/)/, ''))
          .map((input) => resolve(base, input));
        return {
          contents: result.outputFiles[0]!.text,
          loader: 'text',
          resolveDir: dirname(path),
          watchFiles,
        };
      });
    },
  };
}
