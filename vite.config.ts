import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { chunks } from './web/chunks.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * `virtual:contract`: method, path and access of every call in shared/api, without the zod schemas. The browser
 * needs no more to make a call, so the contract may grow to hundreds of calls without weighing on sign-in.
 */
function contractRoutes(): Plugin {
  const name = 'virtual:contract';
  const source = at('shared/api/index.ts');
  let sources: string[] = [source];
  return {
    name: 'dealbell:contract-routes',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { module, dependencies } = await runnerImport<{ api: object }>(source, { root: at('.') });
      sources = [source, ...dependencies.map((file) => at(file))];
      for (const file of sources) this.addWatchFile(file);
      return `${callMaker}\nexport default ${sourceOf(module.api)}`;
    },
    hotUpdate({ file, modules }) {
      if (!sources.includes(file)) return undefined;
      const virtual = this.environment.moduleGraph.getModuleById(`\0${name}`);
      return virtual ? [...modules, virtual] : undefined;
    },
  };
}

/** What of an icon's parts the scene can draw: paths in the icon's one colour. */
type IconNodes = Record<string, [tag: string, attributes: Record<string, string>][]>;

/** The paths of an icon, one after the other, each begun anew; undefined where it has parts of other kinds. */
function iconPath(nodes: IconNodes[string] | undefined): string | undefined {
  const drawable = nodes?.every(
    ([tag, { d, ...others }]) => tag === 'path' && d && !Object.keys(others).length,
  );
  return drawable ? nodes!.map(([, { d }]) => `M0 0${d}`).join('') : undefined;
}

/**
 * `virtual:icons`: every icon of Tabler as [name, words to find it by, outline, filled], read from the package's data
 * when the app is built. The picker loads it when it is opened; elements carry the path of their own icon.
 */
function iconCatalogue(): Plugin {
  const name = 'virtual:icons';
  const read = <Data>(file: string): Data =>
    JSON.parse(readFileSync(at(`node_modules/@tabler/icons/${file}`), 'utf8')) as Data;
  return {
    name: 'dealbell:icon-catalogue',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const outline = read<IconNodes>('tabler-nodes-outline.json');
      const filled = read<IconNodes>('tabler-nodes-filled.json');
      const known = read<Record<string, { tags: (string | number)[] }>>('icons.json');
      const icons = Object.keys(outline).flatMap((icon) => {
        const path = iconPath(outline[icon]);
        return path ? [[icon, (known[icon]?.tags ?? []).join(' '), path, iconPath(filled[icon]) ?? '']] : [];
      });
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(icons))})`;
    },
  };
}

interface Procedure {
  '~orpc': { route: Record<string, unknown>; meta: { access?: unknown } };
}

/** Each call is one short line, for the contract will hold hundreds. */
const callMaker = `const call = (access, method, path, inputStructure, outputStructure) => ({
  '~orpc': { errorMap: {}, meta: { access }, route: { method, path, inputStructure, outputStructure } },
});`;

function sourceOf(node: object): string {
  if ('~orpc' in node) {
    const { route, meta } = (node as Procedure)['~orpc'];
    const words = [meta.access, route.method, route.path, route.inputStructure, route.outputStructure];
    while (words.at(-1) === undefined) words.pop();
    return `call(${words.map((word) => JSON.stringify(word) ?? 'undefined').join(',')})`;
  }
  const entries = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${sourceOf(value)}`);
  return `{${entries.join(',')}}`;
}

const entries = ['web/index.html', 'web/sign.html'].map(at).filter((file) => existsSync(file));

/** The tests run from the project's root; the app is served and built from web/. */
export default defineConfig(({ mode }) => ({
  root: mode === 'test' || process.env.VITEST ? at('.') : at('web'),
  publicDir: at('web/public'),
  plugins: [react(), contractRoutes(), iconCatalogue(), chunks()],
  cacheDir: at('node_modules/.vite'),
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: entries },
  },
}));
