import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const config = fileURLToPath(new URL('../../../vite.config.ts', import.meta.url));

/** Builds the bench page with the product's own plugins; it is no part of the product's build. */
export async function buildPage(outDir: string): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, config);
  await build({
    ...loaded!.config,
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'error',
    build: {
      ...loaded!.config.build,
      outDir,
      emptyOutDir: true,
      sourcemap: false,
      // Names in a profile are worth more than the smaller file.
      minify: false,
      rolldownOptions: { input: `${root}index.html` },
    },
  });
}
