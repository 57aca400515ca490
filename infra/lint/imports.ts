import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** A source file by its path from the project's root, with what it imports and what it declares. */
export interface SourceFile {
  path: string;
  /** Files of the project that it needs when it runs; what it takes for types alone is not among them. */
  imports: readonly string[];
  /** Names declared at the top of the file. */
  names: readonly string[];
  /** Whether it makes an ElectroDB entity by hand. */
  makesEntity: boolean;
}

const importLine = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const nameLine =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|const|let|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/gm;

/** Where an import leads, from the project's root; undefined for a package. */
function targetOf(specifier: string, path: string): string | undefined {
  const file = specifier.split('?')[0]!;
  if (file.startsWith('#')) return file.slice(1);
  return file.startsWith('.') ? posix.join(posix.dirname(path), file) : undefined;
}

/** Reads one file's text. Each brace list is one line of ours or many; a list of types alone counts as types. */
export function parseSource(path: string, text: string): SourceFile {
  const imports: string[] = [];
  for (const [line, isType, specifier] of text.matchAll(importLine)) {
    const listed = /\{([^}]*)\}/.exec(line)?.[1];
    const isTypesAlone =
      isType !== undefined ||
      (listed !== undefined &&
        !/\}\s*,|,\s*\{/.test(line) &&
        listed
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          .every((name) => name.startsWith('type ')));
    const target = targetOf(specifier!, path);
    if (target && !isTypesAlone) imports.push(target);
  }
  const names = [...text.matchAll(nameLine)].map(([, name]) => name!);
  return { path, imports, names, makesEntity: text.includes('new Entity(') };
}

/** All source files below the project's root that are TypeScript of ours. */
export function readSources(root: string): SourceFile[] {
  return globSync('{functions,events,shared,web,cdk,infra,tests}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !path.includes('node_modules') && !path.endsWith('.d.ts'))
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}
