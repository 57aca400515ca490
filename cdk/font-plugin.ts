import type { Plugin } from 'esbuild';
import { fontFiles } from '#shared/scene/fonts.ts';

/**
 * `import files from '#shared/scene/fonts.ts?files'` gives every font file of the catalogue, by its path: a map of
 * path to bytes. A font added to the catalogue is so in the renderer without another line.
 */
export function fontsByPath(): Plugin {
  return {
    name: 'fonts-by-path',
    setup(build) {
      build.onResolve({ filter: /fonts\.ts\?files$/ }, () => ({ path: 'fonts', namespace: 'font-files' }));
      build.onLoad({ filter: /.*/, namespace: 'font-files' }, () => {
        const files = [...new Set(fontFiles().map(({ file }) => file))];
        const imports = files.map((file, at) => `import f${at} from ${JSON.stringify(file)};`);
        const entries = files.map((file, at) => `${JSON.stringify(file)}: f${at}`);
        return {
          contents: `${imports.join('\n')}\nexport default { ${entries.join(', ')} };`,
          resolveDir: build.initialOptions.absWorkingDir ?? process.cwd(),
        };
      });
    },
  };
}
