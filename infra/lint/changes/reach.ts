import type { Change } from './calls.ts';
import { type Binding, bindingOf, childrenOf, type File, isFunction, type Node } from './syntax.ts';

/** What using a value may change: as a whole, by its members, and by what it returns where it is called. */
export interface Reach {
  changes: ReadonlySet<Change>;
  members?: ReadonlyMap<string, Reach>;
  returns?: Reach;
}

export const nothing: Reach = { changes: new Set() };

const merge = (...all: Reach[]): Reach => {
  const some = all.filter((one) => one !== nothing);
  if (some.length <= 1) return some[0] ?? nothing;
  const members = new Map<string, Reach>();
  for (const one of some)
    for (const [name, reach] of one.members ?? [])
      members.set(name, merge(members.get(name) ?? nothing, reach));
  return {
    changes: new Set(some.flatMap(({ changes }) => [...changes])),
    ...(members.size > 0 ? { members } : {}),
    ...(some.some(({ returns }) => returns)
      ? { returns: merge(...some.map(({ returns }) => returns ?? nothing)) }
      : {}),
  };
};

/** An object by its members. */
export const objectOf = (members: ReadonlyMap<string, Reach>): Reach => ({
  changes: new Set([...members.values()].flatMap(({ changes }) => [...changes])),
  members,
});

/** What a mutation tells of itself changes nothing. */
const state = new Set([
  ...['isPending', 'isError', 'isSuccess', 'isIdle', 'error', 'data', 'variables', 'status', 'reset'],
  ...['failureCount', 'submittedAt'],
]);

const wrappers = /^use(Callback|CallbackRef|EffectEvent|DebouncedCallback|ThrottledCallback)$/;

/** Follows what expressions of the sources may change, over files, hooks and the props of components. */
export class Reaches {
  readonly #files: ReadonlyMap<string, File>;
  readonly #calls: ReadonlyMap<string, Change>;
  /** What functions are called with; grows until nothing new is found. */
  readonly #arguments = new Map<Node, Map<number, Reach>>();
  /** The file of each function. */
  readonly #homes: ReadonlyMap<Node, File>;
  #known = new Map<Node, Reach | 'asked'>();
  #grown = false;

  constructor(files: readonly File[], calls: ReadonlyMap<string, Change>) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    this.#calls = calls;
    this.#homes = new Map(files.flatMap((file) => [...file.scopes.keys()].map((owner) => [owner, file])));
  }

  /** Runs `look` again until the arguments of all functions are known. */
  settle(look: () => void): void {
    for (let round = 0; round < 12; round++) {
      this.#grown = false;
      this.#known = new Map();
      look();
      if (!this.#grown) return;
    }
  }

  /** Notes what a function, or a component as its props, is called with. */
  pass(owner: Node, index: number, reach: Reach): void {
    if (reach.changes.size === 0) return;
    const known = this.#arguments.get(owner) ?? new Map<number, Reach>();
    const before = known.get(index) ?? nothing;
    const after = merge(before, reach);
    this.#arguments.set(owner, known.set(index, after));
    if (weightOf(after) > weightOf(before)) this.#grown = true;
  }

  /** The function or component that a name stands for. */
  functionOf(file: File, name: string, use: Node): Node | undefined {
    return this.#functionAt(bindingOf(file, name, use));
  }

  #functionAt(binding: Binding | undefined): Node | undefined {
    const found = this.#resolve(binding);
    if (found?.kind !== 'value') return undefined;
    if (isFunction(found.node)) return found.node;
    // memo(…), forwardRef(…)
    const [inner] = found.node.type === 'CallExpression' ? found.node.arguments : [];
    if (inner?.type === 'Identifier') return this.functionOf(found.file, inner.name, inner);
    return inner && isFunction(inner) && !/^use/.test(found.node.callee.name ?? '') ? inner : undefined;
  }

  #resolve(binding: Binding | undefined): Binding | undefined {
    if (binding?.kind !== 'import') return binding;
    const target = this.#files.get(binding.from ?? '');
    if (!target) return undefined;
    const name = target.exports.get(binding.name) ?? binding.name;
    return this.#resolve(target.scopes.get(target.program)?.get(name));
  }

  /** What using an expression's value may change. */
  of(file: File, node: Node): Reach {
    const known = this.#known.get(node);
    if (known === 'asked') return nothing;
    if (known) return known;
    this.#known.set(node, 'asked');
    const reach = this.#find(file, node);
    this.#known.set(node, reach);
    return reach;
  }

  #find(file: File, node: Node): Reach {
    switch (node.type) {
      case 'JSXElement':
      case 'JSXFragment':
        // Its own handlers are looked at where they stand.
        return nothing;
      case 'Identifier':
        return this.#ofBinding(bindingOf(file, node.name, node));
      case 'MemberExpression':
        return this.#ofMember(file, node);
      case 'ObjectExpression':
        return this.#ofObject(file, node);
      case 'CallExpression':
        return this.#ofCall(file, node);
      case 'ConditionalExpression':
        return merge(this.of(file, node.consequent), this.of(file, node.alternate));
      case 'LogicalExpression':
        return merge(this.of(file, node.left), this.of(file, node.right));
      case 'AwaitExpression':
        // What comes of a call is data; the call itself counts where it stands.
        return nothing;
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSSatisfiesExpression':
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.of(file, node.expression);
      default:
        return isFunction(node) ? this.#ofFunction(file, node) : { changes: this.#within(file, node) };
    }
  }

  #ofFunction(file: File, node: Node): Reach {
    const results: Node[] = node.body.type === 'BlockStatement' ? [] : [node.body];
    const collect = (inner: Node): void => {
      if (isFunction(inner)) return;
      if (inner.type === 'ReturnStatement' && inner.argument) results.push(inner.argument);
      childrenOf(inner).forEach(collect);
    };
    if (results.length === 0) collect(node.body);
    return {
      // What it is given counts where it is called.
      changes: this.#within(file, node.body, node),
      returns: merge(...results.map((result) => this.of(file, result))),
    };
  }

  #ofObject(file: File, node: Node): Reach {
    const members = new Map<string, Reach>();
    let rest = nothing;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') rest = merge(rest, this.of(file, property.argument));
      else members.set(property.key.name ?? property.key.value, this.of(file, property.value));
    }
    return merge(objectOf(members), rest);
  }

  #ofBinding(binding: Binding | undefined): Reach {
    const found = this.#resolve(binding);
    if (!found || found.kind === 'import') return nothing;
    if (found.kind === 'value') return memberOf(this.of(found.file, found.node), found.member);
    const whole = this.#arguments.get(found.owner)?.get(found.index) ?? nothing;
    if (!found.rest) return memberOf(whole, found.member);
    return objectOf(new Map([...(whole.members ?? [])].filter(([name]) => !found.rest!.includes(name))));
  }

  #ofMember(file: File, node: Node): Reach {
    const change = this.#calledAt(file, node);
    if (change) return { changes: new Set([change]) };
    const name = node.computed ? undefined : node.property.name;
    if (state.has(name)) return nothing;
    return memberOf(this.of(file, node.object), name);
  }

  /** `api.noun.name` and `query.noun.name.mutationOptions`, where that changes something. */
  #calledAt(file: File, node: Node): Change | undefined {
    const names: string[] = [];
    let base: Node = node;
    for (; base.type === 'MemberExpression' && !base.computed; base = base.object)
      names.unshift(base.property.name);
    if (base.type !== 'Identifier') return undefined;
    const binding = bindingOf(file, base.name, node);
    if (binding?.kind !== 'import' || binding.from !== 'web/app/api.ts') return undefined;
    const [noun, call, option] = names;
    if (binding.name === 'query' ? option !== 'mutationOptions' : names.length !== 2) return undefined;
    return this.#calls.get(`${noun}.${call}`);
  }

  #ofCall(file: File, node: Node): Reach {
    const { callee } = node;
    const given: Node[] = node.arguments.filter(({ type }: Node) => type !== 'SpreadElement');
    const name = callee.type === 'Identifier' ? callee.name : undefined;
    if (name === 'useMemo' && given[0]) return this.of(file, given[0]).returns ?? nothing;
    if (name && wrappers.test(name) && given[0]) return this.of(file, given[0]);
    const called = name && this.functionOf(file, name, node);
    if (called) {
      for (const [index, one] of given.entries()) this.pass(called, index, this.of(file, one));
      return this.of(this.#homes.get(called) ?? file, called).returns ?? nothing;
    }
    // What the server answered is data.
    if (callee.type === 'MemberExpression' && this.#isCall(file, callee)) return nothing;
    const all = [callee, ...given].map((one) => ({ changes: this.of(file, one).changes }));
    return { changes: merge(...all).changes };
  }

  #isCall(file: File, callee: Node): boolean {
    return callee.property.name !== 'mutationOptions' && this.#calledAt(file, callee) !== undefined;
  }

  /** Everything that is named in a piece of code, elements and the parameters of `owner` apart. */
  #within(file: File, node: Node, owner?: Node): Set<Change> {
    const found = new Set<Change>();
    const look = (inner: Node): void => {
      if (inner.type === 'JSXElement' || inner.type === 'JSXFragment' || inner.type.startsWith('TSType'))
        return;
      if (inner.type === 'Identifier' || inner.type === 'MemberExpression') {
        if (owner && isParameterOf(file, inner, owner)) return;
        for (const change of this.of(file, inner).changes) found.add(change);
        if (inner.type === 'Identifier') return;
        // Of a chain only its beginning is looked at again, as a call or an index may stand there.
        if (inner.object.type !== 'Identifier' && inner.object.type !== 'MemberExpression')
          look(inner.object);
        if (inner.computed) look(inner.property);
        return;
      }
      if (inner.type === 'CallExpression') this.of(file, inner);
      if (inner.type === 'Property' && !inner.computed) {
        look(inner.value);
        return;
      }
      childrenOf(inner).forEach(look);
    };
    look(node);
    return found;
  }
}

function isParameterOf(file: File, node: Node, owner: Node): boolean {
  let base = node;
  while (base.type === 'MemberExpression') base = base.object;
  if (base.type !== 'Identifier') return false;
  const binding = bindingOf(file, base.name, base);
  return binding?.kind === 'parameter' && binding.owner === owner;
}

function memberOf(whole: Reach, name: string | undefined): Reach {
  if (name === undefined) return whole;
  if (whole.members) return whole.members.get(name) ?? nothing;
  return state.has(name) ? nothing : { changes: whole.changes };
}

const weightOf = ({ changes, members }: Reach): number =>
  changes.size + [...(members?.values() ?? [])].reduce((sum, one) => sum + weightOf(one), 0);
