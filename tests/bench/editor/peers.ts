import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import type { Target } from './target.ts';

const folder = join(import.meta.dirname, '../peers');
const modules = join(folder, 'node_modules');

/** The editors that ours is compared with; `tests/bench/peers/package.json` pins their versions. */
const known = [
  // It steps the zoom by the wheel's way, and not by a share of what it is.
  { name: 'excalidraw', package: '@excalidraw/excalidraw', wheel: { out: 6.3, in: -6.3 }, groupModifiers: 2 },
  { name: 'tldraw', package: 'tldraw', wheel: { out: 9.1, in: -10 }, groupModifiers: 2 },
  { name: 'react-konva', package: 'react-konva', wheel: { out: 2, in: -2 }, groupModifiers: 2 },
];

/** Which editors are measured beside ours; 'off' and what is not installed give none. */
export function chosenPeers(wanted: string | undefined): string[] {
  if (wanted === 'off') return [];
  const names = wanted ? wanted.split(',') : known.map(({ name }) => name);
  for (const name of names) {
    if (known.some((peer) => peer.name === name)) continue;
    throw new Error(`peers: ${name} is none of ${known.map((peer) => peer.name).join(', ')}, off.`);
  }
  const missing = known.some((peer) => names.includes(peer.name) && !existsSync(join(modules, peer.package)));
  if (!missing) return names;
  console.log('Without the other editors: `npm install` in tests/bench/peers brings them.');
  return [];
}

/** Bundles the peers' pages. */
export async function buildPeers(names: readonly string[], outDir: string): Promise<void> {
  const root = join(folder, 'editors');
  await build({
    configFile: false,
    root,
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [react()],
    define: { 'process.env.IS_PREACT': '"false"' },
    build: {
      target: 'esnext',
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 9_000,
      rolldownOptions: { input: names.map((name) => join(root, `${name}.html`)) },
    },
  });
}

/** Fonts, icons and translations, served from where they are installed. */
export const peerFiles: Record<string, string> = {
  '/excalidraw/': join(modules, '@excalidraw/excalidraw/dist/prod'),
  '/tldraw/': join(modules, '@tldraw/assets'),
};

export async function peerTargets(names: readonly string[], origin: string): Promise<Target[]> {
  return Promise.all(
    known
      .filter(({ name }) => names.includes(name))
      .map(async ({ name, package: packageName, wheel, groupModifiers }) => {
        const manifest = await readFile(join(modules, packageName, 'package.json'), 'utf8');
        const { version } = JSON.parse(manifest) as { version: string };
        return { name, version, wheel, groupModifiers, url: `${origin}/${name}.html` };
      }),
  );
}
