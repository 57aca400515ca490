/** `npm run bridge:build`: the bridge as one file, dist/bridge.mjs, which needs nothing but Node 22.13 or later. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from '#infra/local/paths.ts';

const outfile = join(projectRoot, 'dist/bridge.mjs');
await build({
  entryPoints: [join(projectRoot, 'infra/bridge/main.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  outfile,
  // `ws` is written for require.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});
console.log(`Built ${outfile}`);
