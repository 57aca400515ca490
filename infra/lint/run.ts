import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { api } from '#shared/api/index.ts';
import { changingCalls } from './changes/calls.ts';
import { changeProblems } from './changes/rule.ts';
import { parseFile } from './changes/syntax.ts';
import { readSources } from './imports.ts';
import { circles, doorProblems, entityProblems, nameProblems, pairProblems, parseGlossary } from './rules.ts';

/** `npm run lint`: the rules that are ours alone. Ends with 1 and a line for each problem. */
const root = resolve(import.meta.dirname, '../..');
const files = readSources(root);
const screens = files
  .map(({ path }) => path)
  .filter((path) => path.startsWith('web/') && !/\.test\.tsx?$/.test(path))
  .map((path) => parseFile(path, readFileSync(join(root, path), 'utf8')));
const problems = [
  ...doorProblems(files),
  ...pairProblems(files),
  ...entityProblems(files),
  ...nameProblems(files, parseGlossary(readFileSync(join(root, 'docs/glossary.md'), 'utf8'))),
  ...changeProblems(screens, changingCalls(api)),
  ...circles(files).map((circle) => `These files import each other in a circle: ${circle.join(', ')}.`),
];
for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`);
process.exit(problems.length > 0 ? 1 : 0);
