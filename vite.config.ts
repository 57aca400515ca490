import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';

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

/** The parts of the kit that sign-in and shell use travel as one file, not as twenty of half a kilobyte. */
const kit =
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Alert|Anchor|Button|CloseButton|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton))[\\/]|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]createReactComponent/;

const entries = ['web/index.html', 'web/sign.html'].map(at).filter((file) => existsSync(file));

/** The tests run from the project's root; the app is served and built from web/. */
export default defineConfig(({ mode }) => ({
  root: mode === 'test' || process.env.VITEST ? at('.') : at('web'),
  publicDir: at('web/public'),
  plugins: [react(), contractRoutes()],
  cacheDir: at('node_modules/.vite'),
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: true,
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: entries,
      output: { codeSplitting: { groups: [{ name: 'kit', test: kit }] } },
    },
  },
}));
