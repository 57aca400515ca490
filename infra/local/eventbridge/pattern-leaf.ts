import { BlockList, isIP } from 'node:net';
import { AwsError } from '../aws-json.ts';

/** A value at the end of a path: string, number, true, false or null. */
export type Leaf = string | number | boolean | null;
type Test = (value: Leaf) => boolean;
/** Says whether a field with these values (none: the field is absent) fits. */
export type FieldTest = (values: readonly Leaf[]) => boolean;

export function invalidPattern(reason: string): AwsError {
  return new AwsError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
}

const isLeaf = (value: unknown): value is Leaf =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);
const any =
  (test: Test): FieldTest =>
  (values) =>
    values.some(test);

function text(operand: unknown, operator: string): string {
  if (typeof operand !== 'string') throw invalidPattern(`${operator} takes a string`);
  return operand;
}

/** `*` stands for any characters, `\*` for an asterisk and `\\` for a backslash; in linear time. */
function wildcard(operand: unknown): Test {
  const parts = [''];
  const pattern = text(operand, 'wildcard');
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i]!;
    if (character === '*') {
      if (pattern[i + 1] === '*') throw invalidPattern('consecutive wildcard characters are not allowed');
      parts.push('');
    } else if (character === '\\') {
      const escaped = pattern[++i];
      if (escaped !== '*' && escaped !== '\\')
        throw invalidPattern('a backslash in a wildcard must stand before * or \\');
      parts[parts.length - 1] += escaped;
    } else parts[parts.length - 1] += character;
  }
  const first = parts[0]!;
  const last = parts.at(-1)!;
  return (value) => {
    if (typeof value !== 'string') return false;
    if (parts.length === 1) return value === first;
    if (!value.startsWith(first) || !value.endsWith(last)) return false;
    let from = first.length;
    const end = value.length - last.length;
    for (const part of parts.slice(1, -1)) {
      const at = value.indexOf(part, from);
      if (at < 0 || at + part.length > end) return false;
      from = at + part.length;
    }
    return from <= end;
  };
}

/** prefix and suffix: a string, or `{"equals-ignore-case": string}`. */
function affix(operand: unknown, operator: 'prefix' | 'suffix'): Test {
  const fits = (value: string, part: string) =>
    operator === 'prefix' ? value.startsWith(part) : value.endsWith(part);
  if (operand !== null && typeof operand === 'object') {
    const entries = Object.entries(operand);
    if (entries.length !== 1 || entries[0]![0] !== 'equals-ignore-case')
      throw invalidPattern(`${operator} takes a string or {"equals-ignore-case": string}`);
    const part = text(entries[0]![1], operator).toLowerCase();
    return (value) => typeof value === 'string' && fits(value.toLowerCase(), part);
  }
  const part = text(operand, operator);
  return (value) => typeof value === 'string' && fits(value, part);
}

function equalsIgnoreCase(operand: unknown): Test {
  const wanted = text(operand, 'equals-ignore-case').toLowerCase();
  return (value) => typeof value === 'string' && value.toLowerCase() === wanted;
}

/** Numbers that EventBridge compares: within five thousand million of zero. */
const NUMERIC_RANGE = 5_000_000_000;

function numeric(operand: unknown): Test {
  if (!Array.isArray(operand) || (operand.length !== 2 && operand.length !== 4))
    throw invalidPattern('numeric takes an array such as [">", 0, "<=", 5]');
  const tests: ((value: number) => boolean)[] = [];
  for (let i = 0; i < operand.length; i += 2) {
    const [operator, bound] = [operand[i], operand[i + 1]];
    if (typeof bound !== 'number' || Math.abs(bound) > NUMERIC_RANGE)
      throw invalidPattern('the bounds of numeric are numbers from -5000000000 to 5000000000');
    if (operator === '=') tests.push((value) => value === bound);
    else if (operator === '>') tests.push((value) => value > bound);
    else if (operator === '>=') tests.push((value) => value >= bound);
    else if (operator === '<') tests.push((value) => value < bound);
    else if (operator === '<=') tests.push((value) => value <= bound);
    else throw invalidPattern(`unrecognized numeric range operator: ${String(operator)}`);
  }
  if (operand.length === 4) {
    const lowFirst = /^>/.test(operand[0]) && /^</.test(operand[2]);
    if (!lowFirst || operand[1] >= operand[3])
      throw invalidPattern('a numeric range goes from a lower bound (> or >=) to a higher one (< or <=)');
  }
  return (value) => typeof value === 'number' && tests.every((test) => test(value));
}

function cidr(operand: unknown): Test {
  const [address = '', bits = ''] = text(operand, 'cidr').split('/');
  const version = isIP(address);
  if (!version || !/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128))
    throw invalidPattern(`malformed CIDR: ${String(operand)}`);
  const list = new BlockList();
  list.addSubnet(address, Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  return (value) => {
    const family = typeof value === 'string' ? isIP(value) : 0;
    return family === version && list.check(value as string, family === 4 ? 'ipv4' : 'ipv6');
  };
}

function anythingBut(operand: unknown): Test {
  const list = (value: unknown): unknown[] => {
    const items = Array.isArray(value) ? value : [value];
    if (items.length === 0) throw invalidPattern('anything-but takes at least one value');
    return items;
  };
  if (operand !== null && typeof operand === 'object' && !Array.isArray(operand)) {
    const entries = Object.entries(operand);
    const [operator = '', inner] = entries[0] ?? [];
    const build: Record<string, (part: unknown) => Test> = {
      prefix: (part) => affix(part, 'prefix'),
      suffix: (part) => affix(part, 'suffix'),
      'equals-ignore-case': equalsIgnoreCase,
      wildcard,
    };
    if (entries.length !== 1 || !Object.hasOwn(build, operator))
      throw invalidPattern('anything-but takes values, prefix, suffix, equals-ignore-case or wildcard');
    const tests = list(inner).map(build[operator]!);
    return (value) => !tests.some((test) => test(value));
  }
  const refused = list(operand);
  if (!refused.every((value) => typeof value === 'string' || typeof value === 'number'))
    throw invalidPattern('the values of anything-but are strings or numbers');
  const set = new Set<unknown>(refused);
  return (value) => !set.has(value);
}

function exists(operand: unknown): FieldTest {
  if (typeof operand !== 'boolean') throw invalidPattern('exists takes true or false');
  return (values) => values.length > 0 === operand;
}

const OPERATORS: Record<string, (operand: unknown) => FieldTest> = {
  prefix: (operand) => any(affix(operand, 'prefix')),
  suffix: (operand) => any(affix(operand, 'suffix')),
  'equals-ignore-case': (operand) => any(equalsIgnoreCase(operand)),
  wildcard: (operand) => any(wildcard(operand)),
  'anything-but': (operand) => any(anythingBut(operand)),
  numeric: (operand) => any(numeric(operand)),
  cidr: (operand) => any(cidr(operand)),
  exists,
};

/** Compiles the array that stands for a field: any of its values or operators may fit. */
export function compileField(alternatives: readonly unknown[]): FieldTest {
  if (alternatives.length === 0) throw invalidPattern('Empty arrays are not allowed');
  const tests = alternatives.map((alternative): FieldTest => {
    if (isLeaf(alternative)) return any((value) => value === alternative);
    const entries = Array.isArray(alternative) ? [] : Object.entries(alternative as object);
    if (entries.length !== 1)
      throw invalidPattern('a match value is a string, a number, true, false, null or one operator');
    const [operator, operand] = entries[0]!;
    if (!Object.hasOwn(OPERATORS, operator)) throw invalidPattern(`Unrecognized match type ${operator}`);
    return OPERATORS[operator]!(operand);
  });
  return (values) => tests.some((test) => test(values));
}
