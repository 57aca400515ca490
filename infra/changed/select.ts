import type { SourceFile } from '../lint/imports.ts';
import { nouns } from './nouns.ts';

/** A call of the contract: the function that answers it, and its name in tests/isolation (`GET /users/{id}`). */
export interface NamedRoute {
  noun: string;
  name: string;
}

/** What is run for a change. Lists are sorted and without doubles; an empty one runs nothing. */
export interface Selection {
  unit: 'all' | string[];
  /** Names of routes. */
  isolation: 'all' | string[];
  /** Files of tests/e2e. */
  stories: string[];
  /** Each reason with the files that gave it. */
  reasons: string[];
}

const isUnitTest = (path: string): boolean =>
  /^((cdk|events|functions|infra|shared|web)\/|tests\/(grants|regex|support)\/).*\.test\.tsx?$/.test(path);

/** What no test of these three kinds reads: documents, and what is run by a command of its own. */
const isUntested = (path: string): boolean =>
  /\.md$|^(docs|\.ci|\.github)\/|^tests\/(bench|faults|fidelity|grants|upgrade|year)\/|^tests\/[^/]+$/.test(
    path,
  );

/** The noun to which a file belongs; undefined for what all nouns stand on. */
export function nounOf(path: string): string | undefined {
  let best: { noun: string; length: number } | undefined;
  for (const [noun, { source }] of Object.entries(nouns))
    for (const start of source) {
      const isFile = !start.endsWith('/');
      // The contract of a noun may lie in several files: `content.ts`, `content-brand.ts`.
      const fits = path.startsWith(start) && (!isFile || /^[-.]/.test(path.slice(start.length)));
      if (fits && start.length > (best?.length ?? 0)) best = { noun, length: start.length };
    }
  return best?.noun;
}

const storyPath = (story: string): string => `tests/e2e/${story}.test.ts`;

const isDoor = (target: string, noun: string): boolean =>
  nounOf(target) === noun && /^functions\/[^/]+\/(api|store)\.ts$/.test(target);

/** The unit tests in a noun, those that import it, and those beside a file that uses it through its api.ts or store. */
function unitTestsOf(noun: string, files: readonly SourceFile[]): string[] {
  const usesDoor = new Set(
    files
      .filter(({ imports }) => imports.some((target) => isDoor(target, noun)))
      .map(({ path }) => path.replace(/\.tsx?$/, '')),
  );
  return files
    .filter(({ path }) => isUnitTest(path))
    .filter(
      ({ path, imports }) =>
        nounOf(path) === noun ||
        imports.some((target) => nounOf(target) === noun) ||
        usesDoor.has(path.replace(/\.test\.tsx?$/, '')),
    )
    .map(({ path }) => path);
}

/**
 * What a change can affect. A noun's own source runs its unit tests, its stories, and its routes in the isolation
 * tests unless only its screens changed. What all nouns stand on runs the whole unit project, and under functions and
 * the contract the whole isolation project. A test that changed runs itself.
 */
export function select(
  changed: readonly string[],
  files: readonly SourceFile[],
  routes: readonly NamedRoute[],
): Selection {
  const unit = new Set<string>();
  const isolation = new Set<string>();
  const stories = new Set<string>();
  let isAllUnit = false;
  let isAllIsolation = false;
  const present = new Set(files.map(({ path }) => path));
  const changesOf = new Map<string, string[]>();
  const pathsOf = new Map<string, string[]>();
  const explain = (reason: string, path: string) =>
    pathsOf.set(reason, [...(pathsOf.get(reason) ?? []), path]);

  for (const path of changed) {
    const noun = nounOf(path);
    const isStory = /^tests\/e2e\/.*\.test\.ts$/.test(path);
    if (isUnitTest(path) || isStory) {
      if (!present.has(path)) continue;
      (isStory ? stories : unit).add(path);
      explain('a test that runs', path);
    } else if (path.startsWith('tests/e2e/')) {
      explain('shared by stories, which npm run test:e2e:full runs', path);
    } else if (path.startsWith('tests/isolation/')) {
      isAllIsolation = true;
      explain('the whole isolation project runs', path);
    } else if (noun) {
      changesOf.set(noun, [...(changesOf.get(noun) ?? []), path]);
    } else if (isUntested(path)) {
      explain('no test here reads it', path);
    } else {
      isAllUnit = true;
      const isCalled = /^(functions|events|shared\/(api|model))\//.test(path);
      isAllIsolation ||= isCalled;
      const projects = isCalled ? 'unit project and the whole isolation project run' : 'unit project runs';
      explain(`all nouns stand on it: the whole ${projects}, npm test runs the stories`, path);
    }
  }

  for (const [noun, paths] of changesOf) {
    for (const path of unitTestsOf(noun, files)) unit.add(path);
    for (const story of nouns[noun]!.stories) stories.add(storyPath(story));
    const isScreensAlone = paths.every((path) => path.startsWith('web/'));
    if (!isScreensAlone)
      for (const route of routes) if (nounOf(`functions/${route.noun}/`) === noun) isolation.add(route.name);
    const isolated = isScreensAlone ? '' : ', its routes in the isolation project';
    for (const path of paths)
      explain(`the unit tests of ${noun}, those of what uses it${isolated} and its stories run`, path);
  }
  return {
    unit: isAllUnit ? 'all' : [...unit].sort(),
    isolation: isAllIsolation ? 'all' : [...isolation].sort(),
    stories: [...stories].sort(),
    reasons: [...pathsOf].map(([reason, paths]) => `${paths.join(', ')}: ${reason}.`),
  };
}

/**
 * A pattern for vitest's `-t` that fits the isolation tests of these routes, and those which look at the end whether
 * anything has been left behind.
 */
export function isolationPattern(names: readonly string[]): string {
  const escaped = names.map((name) => name.replace(/[{}.]/g, '\\$&'));
  return `(^| )(${escaped.join('|')})( |$)|^has (left|stored) `;
}
