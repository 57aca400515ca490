import { posix } from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with JSX and TypeScript); fields as the parser names them. */
export interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tree is walked by names, kind by kind
  [field: string]: any;
}

/** What a name stands for. `member` is the property that a destructuring takes of it. */
export type Binding =
  | { kind: 'value'; node: Node; file: File; member?: string | undefined }
  | {
      kind: 'parameter';
      owner: Node;
      index: number;
      member?: string | undefined;
      rest?: string[] | undefined;
    }
  | { kind: 'import'; from: string | undefined; name: string };

/** A source file with what each name stands for, wherever it is used. */
export interface File {
  path: string;
  text: string;
  program: Node;
  /** Scopes by the node that opens them: the program and functions. */
  scopes: Map<Node, Map<string, Binding>>;
  parents: Map<Node, Node>;
  /** Top-level names by which others import from it. */
  exports: Map<string, string>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([field, value]) =>
    field === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

export const isFunction = ({ type }: Node): boolean =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';

/** Where an import leads, from the project's root; undefined for a package. */
function targetOf(specifier: string, path: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined;
}

/** The names that a pattern declares, each with the property it takes of the whole. */
function* namesOf(
  pattern: Node,
  member?: string,
): Generator<{ name: string; member?: string | undefined; rest?: string[] }> {
  if (pattern.type === 'Identifier') yield { name: pattern.name, member };
  else if (pattern.type === 'AssignmentPattern') yield* namesOf(pattern.left, member);
  else if (pattern.type === 'ArrayPattern')
    for (const one of pattern.elements) {
      if (one) yield* namesOf(one.type === 'RestElement' ? one.argument : one, member);
    }
  else if (pattern.type === 'ObjectPattern') {
    const taken: string[] = [];
    for (const one of pattern.properties) {
      if (one.type === 'RestElement') yield { name: one.argument.name, rest: taken, member };
      else {
        taken.push(one.key.name);
        yield* namesOf(one.value, member ?? one.key.name);
      }
    }
  }
}

/** Parses a file. @throws where it is no TypeScript */
export function parseFile(path: string, text: string): File {
  const { program, errors } = parseSync(path, text) as unknown as { program: Node; errors: unknown[] };
  if (errors.length > 0) throw new Error(`${path} cannot be parsed.`);
  const file: File = { path, text, program, scopes: new Map(), parents: new Map(), exports: new Map() };
  visit(program, program);
  return file;

  function declare(scope: Node, name: string, binding: Binding): void {
    file.scopes.get(scope)?.set(name, binding);
  }

  function visit(node: Node, scope: Node): void {
    let inner = scope;
    if (node === program || isFunction(node)) {
      inner = node;
      file.scopes.set(node, new Map());
    }
    if (node.type === 'FunctionDeclaration' && node.id)
      declare(scope, node.id.name, { kind: 'value', node, file });
    if (isFunction(node))
      for (const [index, parameter] of (node.params as Node[]).entries())
        for (const { name, member, rest } of namesOf(parameter))
          declare(node, name, { kind: 'parameter', owner: node, index, member, rest });
    if (node.type === 'VariableDeclarator' && node.init)
      for (const { name, member } of namesOf(node.id))
        declare(scope, name, { kind: 'value', node: node.init, file, member });
    if (node.type === 'ImportDeclaration')
      for (const one of node.specifiers)
        declare(scope, one.local.name, {
          kind: 'import',
          from: targetOf(node.source.value, path),
          name: one.type === 'ImportSpecifier' ? one.imported.name : 'default',
        });
    if (node.type === 'ExportDefaultDeclaration')
      file.exports.set('default', node.declaration.id?.name ?? node.declaration.name);
    for (const child of childrenOf(node)) {
      file.parents.set(child, node);
      visit(child, inner);
    }
  }
}

/** What a name stands for where it is used. */
export function bindingOf(file: File, name: string, use: Node): Binding | undefined {
  for (let node: Node | undefined = use; node; node = file.parents.get(node)) {
    const found = file.scopes.get(node)?.get(name);
    if (found) return found;
  }
  return undefined;
}
