import { circlesWithoutRest } from '../circles.ts';
import { lacking, type PlanAbilities, planAbilities } from './abilities.ts';
import { type PlanNode, portsOf } from './nodes.ts';
import { type PlanConfig, type PlanEdge, type PlanProblem, waysOf } from './plan.ts';
import { portName } from './port-names.ts';
import { keysOfNode, type PlanResources, resolveNode, Unresolved } from './resolve.ts';

/** Nodes at which a caller does something, or somebody else. */
const restingTypes: readonly PlanNode['type'][] = ['ivr', 'dial', 'queue', 'collect', 'record'];

const error = (nodeId: string | null, text: string): PlanProblem => ({ nodeId, severity: 'error', text });
const warning = (nodeId: string, text: string): PlanProblem => ({ nodeId, severity: 'warning', text });

/** Nodes that a caller can come to. @param isAtOnce only those before which nobody has to do anything */
function reached({ nodes }: PlanConfig, ways: ReturnType<typeof waysOf>, isAtOnce = false): Set<string> {
  const rests = new Set(
    isAtOnce ? nodes.filter(({ type }) => restingTypes.includes(type)).map(({ id }) => id) : [],
  );
  const start = nodes.find(({ type }) => type === 'start')!;
  const seen = new Set<string>();
  const ahead = [start.id];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (rests.has(id)) continue;
    ahead.push(...(ways.get(id)?.values() ?? []));
  }
  return seen;
}

/** What is wrong with connections: of nodes that are not there, of ways that a node does not have, two of one way. */
function edgeProblems({ nodes, edges }: PlanConfig, resources: PlanResources): PlanProblem[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const taken = new Set<string>();
  const problemOf = ({ source, sourceHandle, target }: PlanEdge): PlanProblem | undefined => {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (!from) return error(null, 'A connection comes from a node that is not there.');
    if (!to) return error(source, `Its way “${sourceHandle}” leads to a node that is not there.`);
    if (to.type === 'start') return error(source, 'Nothing leads back to the start.');
    if (!portsOf(from.type, keysOfNode(from, resources)).includes(sourceHandle))
      return error(source, `It has no way “${sourceHandle}”.`);
    const way = `${source} ${sourceHandle}`;
    if (taken.has(way)) return error(source, `Its way “${sourceHandle}” leads to two nodes.`);
    taken.add(way);
    return undefined;
  };
  return edges.flatMap((edge) => problemOf(edge) ?? []);
}

/** What is wrong with one node: what it lacks, what its exchange cannot do, and ways that lead nowhere. */
function nodeProblems(
  node: PlanNode,
  ways: ReadonlyMap<string, string> | undefined,
  resources: PlanResources,
  abilities: PlanAbilities,
): PlanProblem[] {
  const lacked = new Set<keyof PlanAbilities>();
  let unresolved: string | undefined;
  try {
    resolveNode(node, ways, resources, { abilities, lacks: (ability) => lacked.add(ability) });
  } catch (thrown) {
    if (!(thrown instanceof Unresolved)) throw thrown;
    unresolved = thrown.message;
  }
  const problems = [...lacked].map((ability) => error(node.id, lacking[ability]));
  // What the exchange cannot do need not be finished either.
  if (unresolved && lacked.size === 0) problems.push(error(node.id, unresolved));
  const open = portsOf(node.type).filter((port) => !ways?.has(port));
  if (node.type === 'start' && open.length > 0) problems.push(error(node.id, 'Nothing follows the start.'));
  else if (open.length > 0) {
    const where = open.includes('next')
      ? 'here'
      : `after ${open.map((port) => `“${portName(port)}”`).join(', ')}`;
    problems.push(warning(node.id, `The call ends ${where}: nothing follows.`));
  }
  return problems;
}

/** The plans in which a call goes on; `isAtOnce`: those alone before which nobody has to do anything. */
export function jumpsOf(config: PlanConfig, isAtOnce = false): string[] {
  const seen = isAtOnce ? reached(config, waysOf(config), true) : undefined;
  return [
    ...new Set(
      config.nodes.flatMap((node) =>
        node.type === 'jump' && node.data.planId && (seen?.has(node.id) ?? true) ? [node.data.planId] : [],
      ),
    ),
  ];
}

/** Whether a call that comes to a plan goes on from plan to plan until it is in the own one, and nobody does anything. */
function comesBack(from: string, { plans, planId }: PlanResources): boolean {
  const seen = new Set<string>();
  const ahead = [from];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (id === planId) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    ahead.push(...(plans.get(id)?.goesOnIn ?? []));
  }
  return false;
}

/** Jumps by which plans would lead to one another for ever. */
function planCircles(
  config: PlanConfig,
  ways: ReturnType<typeof waysOf>,
  resources: PlanResources,
): PlanProblem[] {
  const seen = reached(config, ways, true);
  return config.nodes.flatMap((node) =>
    node.type === 'jump' && node.data.planId && seen.has(node.id) && comesBack(node.data.planId, resources)
      ? [
          error(
            node.id,
            'That plan leads back to this one without anybody doing something: the call would never end.',
          ),
        ]
      : [],
  );
}

/** Everything that is wrong with a plan, in sentences; errors keep it from being deployed. */
export function planProblems(
  config: PlanConfig,
  resources: PlanResources,
  abilities: PlanAbilities = planAbilities,
): PlanProblem[] {
  const ways = waysOf(config);
  const seen = reached(config, ways);
  const typeOf = new Map(config.nodes.map(({ id, type }) => [id, type]));
  const circles = circlesWithoutRest(
    config.nodes.map(({ id }) => id),
    (id) => [...(ways.get(id)?.values() ?? [])],
    (id) => restingTypes.includes(typeOf.get(id)!),
  );
  return [
    ...edgeProblems(config, resources),
    ...config.nodes.flatMap((node) => nodeProblems(node, ways.get(node.id), resources, abilities)),
    ...config.nodes
      .filter(({ id }) => !seen.has(id))
      .map(({ id }) => warning(id, 'No caller comes here: no way leads to it.')),
    ...planCircles(config, ways, resources),
    ...[...circles].map((id) =>
      error(id, 'The way comes back here without anybody doing something: the call would never end.'),
    ),
  ];
}
