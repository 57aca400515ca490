import type { Plugin } from 'vite';

/** A module that so many pages and dialogs use is loaded with the first of them, in one file with others like it. */
const usedByMany = 20;
/** What so many elements of signs stand on is loaded with the first of them that is shown. */
const usedByElements = 8;

/** Parts of the kit that sign-in and shell use. */
const kit =
  /@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](ActionIcon|Alert|Anchor|Button|CloseButton|Flex|Group|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton))[\\/]|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]createReactComponent/;
const icons = /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
/** The kit's other parts, with what they stand on. */
const parts = /node_modules[\\/](@mantine|@tabler|@floating-ui|react-remove-scroll|react-number-format)/;

/** One file of such a package imports all others: what is used of them is known only when the bundler has dropped the rest. */
const isOfKit = (id: string) => parts.test(id);

const app = /\/web\/main\.tsx$/;

interface Module {
  imports: readonly string[];
  /** What it loads only when it is wanted. */
  loads: readonly string[];
}

/** Where modules are needed, before any of them is put into a file. */
class Uses {
  readonly #modules: Map<string, Module>;
  readonly start: Set<string>;
  readonly signIn: Set<string>;
  readonly shell: Set<string>;
  readonly signs: Set<string>;
  /** What signs load at any time: with their page, or when one shows an element of the kind. */
  readonly inSigns: Set<string>;
  /** What is loaded only when it is wanted. */
  readonly loaded: Set<string>;
  readonly #times = new Map<string, number>();
  readonly #timesInSigns = new Map<string, number>();

  constructor(modules: Map<string, Module>) {
    this.#modules = modules;
    this.start = this.#reach(this.#find(app));
    this.signIn = this.#reach(this.#find(/\/features\/sign-in\/LoginPage\.tsx$/));
    const around = this.#find(/\/web\/app\/shell\/[^/]+\.tsx$/);
    this.shell = this.#reach([...around, ...around.flatMap((id) => modules.get(id)!.loads)]);
    const signs = this.#find(/\/web\/sign\/main\.ts$/);
    this.signs = this.#reach([...signs, ...signs.flatMap((id) => modules.get(id)!.loads)]);
    this.inSigns = this.#reachAndLoad(this.signs);
    this.loaded = new Set([...modules.values()].flatMap(({ loads }) => loads));
    for (const part of this.loaded) {
      const counts = this.inSigns.has(part) ? [this.#times, this.#timesInSigns] : [this.#times];
      for (const id of this.#reach([part]))
        for (const count of counts) count.set(id, (count.get(id) ?? 0) + 1);
    }
  }

  /** Whether it is loaded before any page is. */
  isEarly(id: string): boolean {
    return this.start.has(id) || this.signIn.has(id) || this.shell.has(id);
  }

  /** How many pages and dialogs use a module. */
  timesUsed(id: string): number {
    return this.#times.get(id) ?? 0;
  }

  /** How many elements of signs use a module. */
  timesUsedInSigns(id: string): number {
    return this.#timesInSigns.get(id) ?? 0;
  }

  #find(path: RegExp): string[] {
    const found = [...this.#modules.keys()].filter((id) => path.test(id));
    if (found.length === 0) throw new Error(`web/chunks.ts: there is no module ${path}`);
    return found;
  }

  /** The modules, with all that they import or load, also by what they load. */
  #reachAndLoad(from: Set<string>): Set<string> {
    let reached = from;
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      reached = this.#reach([
        ...reached,
        ...[...reached].flatMap((id) => this.#modules.get(id)?.loads ?? []),
      ]);
    }
    return reached;
  }

  /** The modules, and all that they import. */
  #reach(from: string[]): Set<string> {
    const reached = new Set<string>();
    const next = [...from];
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      next.push(...(this.#modules.get(id)?.imports ?? []).filter((imported) => !isOfKit(imported)));
    }
    return reached;
  }
}

/** The file that a module of ours goes to; null leaves that to the bundler. */
function fileOf(id: string, uses: Uses): string | null {
  // Signs load single elements, and nothing of the app.
  if (uses.signs.has(id)) return null;
  // Rolldown (1.2.19) exports what is not there where a module that is loaded by itself stands in a group with others.
  if (uses.loaded.has(id) || /\/web\/(main\.tsx|index\.html)$/.test(id)) return null;
  // A weak player that shows one element more must not load what pages of the app share: that has a file of its own.
  if (uses.inSigns.has(id)) {
    // A package that one element needs is no part of what the others load.
    if (uses.isEarly(id)) return id.includes('node_modules') ? null : 'basics';
    if (uses.timesUsedInSigns(id) >= usedByElements) return 'elements';
    return uses.timesUsed(id) >= usedByMany ? 'models' : null;
  }
  if (uses.start.has(id)) return 'start';
  if (uses.signIn.has(id)) return 'sign-in';
  if (uses.shell.has(id)) return 'shell';
  return uses.timesUsed(id) >= usedByMany ? 'screens' : null;
}

/**
 * Puts modules that many pages share into few files. By itself the bundler makes a file of each set of modules that is
 * shared by the same pages: with the icons 170 requests for one page, most of them for less than a kilobyte.
 */
export function chunks(): Plugin {
  let uses: Uses | undefined;
  return {
    name: 'dealbell:chunks',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const modules = [...this.getModuleIds()].map((id): [string, Module] => {
        const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {};
        return [id, { imports: importedIds, loads: dynamicallyImportedIds }];
      });
      // Tests and benches build pages of their own.
      if (modules.some(([id]) => app.test(id))) uses = new Uses(new Map(modules));
    },
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'kit', test: kit, priority: 4 },
                { name: 'icons', test: icons, minShareCount: 2, priority: 3 },
                {
                  name: 'parts',
                  test: parts,
                  minShareCount: usedByMany,
                  priority: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: (id) => uses && fileOf(id, uses),
                  test: (id) => !isOfKit(id),
                  priority: 1,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    }),
  };
}
