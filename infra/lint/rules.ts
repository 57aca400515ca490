import { posix } from 'node:path';
import type { SourceFile } from './imports.ts';

/** What stands under all nouns, and has no door. */
const foundations = new Set(['kernel']);

const isTest = (path: string): boolean =>
  path.startsWith('tests/') || /\.test\.tsx?$|(^|[/-])testing\.ts$/.test(path);

const nounOf = (path: string): string | undefined => /^functions\/([^/]+)\//.exec(path)?.[1];

/** A noun is used through `functions/<noun>/api.ts` alone; tests may look behind it. */
export function doorProblems(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => nounOf(path) && !isTest(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((target) => {
          const noun = nounOf(target);
          return (
            noun !== undefined &&
            noun !== nounOf(path) &&
            !foundations.has(noun) &&
            target !== `functions/${noun}/api.ts`
          );
        })
        .map((target) => `${path} imports ${target}: use functions/${nounOf(target)}/api.ts.`),
    );
}

/** A function's entry (`index.ts`, or a worker's file): it may name what another noun does for its own. */
const isEntry = (path: string): boolean =>
  /^functions\/[^/]+\/(index|listener|(.*[/-])?worker)\.ts$/.test(path);

/**
 * Nouns that import each other: neither can be changed, or tested, without the other. What is imported for types alone
 * does not count, nor what an entry imports to register a hook.
 */
export function pairProblems(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string>();
  for (const { path, imports } of files) {
    const noun = nounOf(path);
    if (!noun || foundations.has(noun) || isTest(path) || isEntry(path)) continue;
    for (const other of imports.map(nounOf))
      if (other && other !== noun && !foundations.has(other)) importers.set(`${noun} → ${other}`, path);
  }
  const pairs = new Map<string, string>();
  for (const [way, path] of importers) {
    const [one, other] = way.split(' → ') as [string, string];
    const back = importers.get(`${other} → ${one}`);
    if (back && one < other) pairs.set(`${one} ↔ ${other}`, `${path} and ${back}`);
  }
  return [...pairs].map(
    ([pair, where]) => `${pair} import each other, in ${where}: use an event or a hook (kernel/hook.ts).`,
  );
}

/** A stored thing is declared by `entity` (functions/kernel/entity.ts), which knows tenants, nulls and versions. */
export const entityProblems = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path, makesEntity }) => makesEntity && nounOf(path) && !path.startsWith('functions/kernel/'))
    .map(
      ({ path }) => `${path} makes an ElectroDB entity by hand: declare it by functions/kernel/entity.ts.`,
    );

/** The names of the glossary's "Not" column, each with what to say instead. */
export type Glossary = ReadonlyMap<string, string>;

/** Reads the tables of docs/glossary.md: the first column is the word, the last the names that are not used for it. */
export function parseGlossary(markdown: string): Glossary {
  const words = new Map<string, string>();
  for (const line of markdown.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.length < 5) continue;
    for (const [, name] of cells.at(-2)!.matchAll(/`([^`]+)`/g))
      words.set(name!, cells[1]!.replaceAll('`', ''));
  }
  return words;
}

const stemOf = (path: string): string => posix.basename(path).replace(/(\.test)?\.tsx?$/, '');

/** Files and top-level declarations that bear a name which the glossary does not want. */
export function nameProblems(files: readonly SourceFile[], glossary: Glossary): string[] {
  return files.flatMap(({ path, names }) =>
    [...new Set([...names, stemOf(path)])]
      .filter((name) => glossary.has(name))
      .map((name) => `${path}: “${name}” is no name here; docs/glossary.md says “${glossary.get(name)}”.`),
  );
}

/** Circles of imports, each as its files; what is imported for types alone makes none, nor do tests. */
export function circles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(files.map(({ path, imports }) => [path, imports]));
  const found: string[][] = [];
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const stack: string[] = [];
  // Tarjan's strongly connected components.
  const visit = (path: string): void => {
    const index = indexes.size;
    indexes.set(path, index);
    lows.set(path, index);
    stack.push(path);
    for (const target of importsOf.get(path) ?? []) {
      if (!importsOf.has(target)) continue;
      if (!indexes.has(target)) visit(target);
      if (stack.includes(target)) lows.set(path, Math.min(lows.get(path)!, lows.get(target)!));
    }
    if (lows.get(path) !== index) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const { path } of files) if (!isTest(path) && !indexes.has(path)) visit(path);
  return found.toSorted(([one], [other]) => (one! < other! ? -1 : 1));
}
