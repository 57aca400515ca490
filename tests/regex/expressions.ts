import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';

/** What sees what comes from outside: senders, uploads, other sites, users. Files of tests see only their own. */
const folders = ['functions', 'shared', 'events', 'infra/sandbox', 'web'];
const isSource = (file: string) => /\.tsx?$/.test(file) && !/(?:\.test\.tsx?$|testing[/.])/.test(file);

export interface Expression {
  source: string;
  flags: string;
  /** `file:line`, each place where it stands. */
  places: string[];
}

export interface Expressions {
  /** Each expression that is written as a literal, once. */
  literals: Expression[];
  /** `file: code` of each that is made at run time. */
  made: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see);
  else if (value && typeof value === 'object') {
    if ('type' in value) see(value as Node);
    for (const [key, part] of Object.entries(value)) if (key !== 'regex') visit(part, see);
  }
}

/** All regular expressions of the product's sources. */
export function collectExpressions(): Expressions {
  const literals = new Map<string, Expression>();
  const made: string[] = [];
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const file = join(folder, name);
      if (!isSource(file)) continue;
      const text = readFileSync(file, 'utf8');
      visit(
        parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }),
        ({ type, start, end, regex, callee }) => {
          const line = () => text.slice(0, start).split('\n').length;
          if (type === 'Literal' && regex) {
            const { pattern: source, flags } = regex;
            const key = `/${source}/${flags}`;
            const known = literals.get(key) ?? { source, flags, places: [] };
            known.places.push(`${file}:${line()}`);
            literals.set(key, known);
          }
          if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp')
            made.push(`${file}: ${text.slice(start, end).replace(/\s+/g, ' ')}`);
        },
      );
    }
  return { literals: [...literals.values()], made };
}
