import { type FlowGraph, type FlowStep, type HasWays, stepsById } from '#shared/model/flow.ts';
import type { Link } from './edits.ts';

/** One line of the outline. */
export type OutlineLine<S extends FlowStep = FlowStep> =
  /** A step; `previous` is the one before it on the same line, with which it can change places. */
  | { kind: 'step'; key: string; depth: number; step: S; link: Link | null; previous: string | null }
  /** A further way out of a step, with what comes on it one level deeper. */
  | { kind: 'way'; key: string; depth: number; label: string; link: Link }
  /** The way goes on at a step that stands elsewhere in the outline. */
  | { kind: 'goesTo'; key: string; depth: number; step: S; link: Link; label?: string }
  /** The flow is over here; `label` is the way out where it is over at once. */
  | { kind: 'over'; key: string; depth: number; link: Link; label?: string }
  | { kind: 'loose'; key: string; depth: number };

const keyOf = ({ from, output }: Link) => `${from ?? 'entry'}:${output}`;

/**
 * The graph as a tree that can be read from top to bottom: the first way out goes on at the same depth, others are
 * indented below their step, and what two ways share is written once.
 * @param showsOpen whether a further way that is not connected has a line, too
 */
export function outlineOf<S extends FlowStep>(
  { outputsOf }: HasWays<S>,
  graph: FlowGraph<S>,
  showsOpen = false,
): OutlineLine<S>[] {
  const byId = stepsById(graph.steps);
  const taken = new Set<string>();
  const lines: OutlineLine<S>[] = [];

  const walk = (start: string | null | undefined, from: Link, depth: number): void => {
    const chain: S[] = [];
    const links: Link[] = [];
    let link = from;
    let id = start ?? null;
    let current = id ? byId.get(id) : undefined;
    while (current && !taken.has(current.id)) {
      taken.add(current.id);
      chain.push(current);
      links.push(link);
      const [first] = outputsOf(current);
      if (!first) {
        id = null;
        current = undefined;
        break;
      }
      link = { from: current.id, output: first.key };
      id = current.next[first.key] ?? null;
      current = id ? byId.get(id) : undefined;
    }
    for (const [at, one] of chain.entries()) {
      const previous = chain[at - 1]?.id ?? null;
      lines.push({ kind: 'step', key: one.id, depth, step: one, link: links[at]!, previous });
      const [, ...others] = outputsOf(one);
      for (const { key, label } of others) {
        const to = one.next[key];
        if (to === undefined && !showsOpen) continue;
        const way = { from: one.id, output: key };
        const before = lines.length;
        lines.push({ kind: 'way', key: `way ${keyOf(way)}`, depth: depth + 1, label, link: way });
        walk(to, way, depth + 2);
        const only = lines[before + 1];
        // Nothing stands on this way: one line says it all.
        if (only?.kind === 'goesTo' || only?.kind === 'over')
          lines.splice(before, 2, { ...only, depth: depth + 1, label });
      }
    }
    const last = chain.at(-1);
    if (current) lines.push({ kind: 'goesTo', key: `to ${keyOf(link)}`, depth, step: current, link });
    else if (!last || outputsOf(last).length > 0)
      lines.push({ kind: 'over', key: `over ${keyOf(link)}`, depth, link });
  };

  if (graph.entry && byId.has(graph.entry)) walk(graph.entry, { from: null, output: '' }, 0);
  const loose = graph.steps.filter(({ id }) => !taken.has(id));
  if (loose.length > 0) lines.push({ kind: 'loose', key: 'loose', depth: 0 });
  for (const one of loose) {
    if (taken.has(one.id)) continue;
    const before = lines.length;
    walk(one.id, { from: null, output: one.id }, 0);
    // Nothing leads to the first of them.
    const first = lines[before];
    if (first?.kind === 'step') lines[before] = { ...first, link: null };
  }
  return lines;
}
