import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parent: number;
  /** The last part of the program and its first argument, such as `node start.ts`. */
  name: string;
  /** Proportional set size: its own memory, and its share of what it shares; bytes. */
  pssBytes: number;
  /** Resident set size: all that it has in memory, shared or not; bytes. */
  rssBytes: number;
}

const base = (path: string) => path.split('/').at(-1) ?? path;

/** Undefined when the process has ended meanwhile, or is only waiting for its parent to ask for its exit code. */
function read(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; what follows it does not.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    const argument = args.find((arg) => arg !== '' && !arg.startsWith('-'));
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const bytes = (field: string) =>
      Number(new RegExp(`^${field}: +(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) * 1024;
    const name = argument && argument.length < 200 ? `${base(program)} ${base(argument)}` : base(program);
    return { pid, parent: Number(parent), name, pssBytes: bytes('Pss'), rssBytes: bytes('Rss') };
  } catch {
    return undefined;
  }
}

/** The process and all that it has started, directly or not, as /proc of Linux tells; none when it has ended. */
export function processTree(root: number): RunningProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => read(Number(name)))
    .filter((found) => found !== undefined);
  const tree = all.filter(({ pid }) => pid === root);
  for (let at = 0; at < tree.length; at++) tree.push(...all.filter(({ parent }) => parent === tree[at]!.pid));
  return tree;
}
