import { optionPort, type PlanNode, portsOf } from '#shared/model/dialplan/nodes.ts';
import { type PlanConfig, waysOf } from '#shared/model/dialplan/plan.ts';
import { portName } from '#shared/model/dialplan/port-names.ts';
import type { FlowGraph, HasWays } from '#shared/model/flow.ts';
import type { PhoneKey } from '#shared/model/ivr.ts';

/* A plan's drawing as the builder has it: its start is the way in, and each node names what its ways lead to. */

type Drawn = Exclude<PlanNode, { type: 'start' }>;
type WithWays<N> = N extends PlanNode ? N & { next: Readonly<Record<string, string | null>> } : never;
export type DrawnNode = WithWays<Drawn>;
export type PlanGraph = FlowGraph<DrawnNode>;

export function graphOf(config: PlanConfig): PlanGraph {
  const ways = waysOf(config);
  const start = config.nodes.find(({ type }) => type === 'start');
  const steps = config.nodes.flatMap((node): DrawnNode[] =>
    node.type === 'start'
      ? []
      : [{ ...node, next: Object.fromEntries(ways.get(node.id) ?? []) } as DrawnNode],
  );
  return { steps, entry: (start && ways.get(start.id)?.get('next')) ?? null };
}

/** @param start where the start node stands */
export function configOf({ steps, entry }: PlanGraph, start: { x: number; y: number }): PlanConfig {
  const taken = new Set(steps.map(({ id }) => id.toLowerCase()));
  const startId = taken.has('start') ? 'start-0' : 'start';
  const edge = (source: string, sourceHandle: string, target: string) => ({
    id: `${source}:${sourceHandle}`,
    source,
    sourceHandle,
    target,
  });
  return {
    nodes: [
      { id: startId, type: 'start', position: start, data: {} },
      ...steps.map(({ next: _, ...node }) => node as Drawn),
    ],
    edges: [
      ...(entry ? [edge(startId, 'next', entry)] : []),
      ...steps.flatMap(({ id, next }) =>
        Object.entries(next).flatMap(([way, to]) => (to ? [edge(id, way, to)] : [])),
      ),
    ],
  };
}

/** The keys of a menu by its id; undefined while it is not known. */
type MenuKeys = (menuId: string) => readonly { digit: PhoneKey; label: string }[] | undefined;

/**
 * The ways out of nodes. A menu's node has those of its menu's keys, and those that lead somewhere though its menu has no
 * such key, or is not known: what is drawn is never out of sight.
 */
export const planWays = (keysOf: MenuKeys): HasWays<DrawnNode> => ({
  outputsOf(node) {
    const keys = node.type === 'ivr' ? (keysOf(node.data.ivrId ?? '') ?? []) : [];
    const digits = keys.map(({ digit }) => digit);
    const ports = portsOf(node.type, digits);
    const drawn = Object.keys(node.next).filter((way) => way.startsWith('option-') && !ports.includes(way));
    return [...(node.type === 'ivr' ? drawn : []), ...ports].map((key) => {
      const option = keys.find(({ digit }) => optionPort(digit) === key);
      return { key, label: option?.label ? `${option.digit} ${option.label}` : portName(key) };
    });
  },
});
