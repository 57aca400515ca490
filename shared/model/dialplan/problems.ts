import { circlesWithoutRest } from '../circles.ts';
import { lacking, type PlanAbilities, planAbilities } from './abilities.ts';
import { type PlanNode, portsOf } from './nodes.ts';
import { type PlanConfig, type PlanEdge, type PlanProblem, waysOf } from './plan.ts';
import { keysOfNode, type PlanResources, resolveNode, Unresolved } from './resolve.ts';

/** Nodes at which a caller does something, or somebody else. */
const restingTypes: readonly PlanNode['type'][] = ['ivr', 'dial', 'queue'];

const error = (nodeId: string | null, text: string): PlanProblem => ({ nodeId, severity: 'error', text });
const warning = (nodeId: string, text: string): PlanProblem => ({ nodeId, severity: 'warning', text });

/** Nodes that a caller can come to. */
function reached({ nodes }: PlanConfig, ways: ReturnType<typeof waysOf>): Set<string> {
  const start = nodes.find(({ type }) => type === 'start')!;
  const seen = new Set<string>();
  const ahead = [start.id];
  for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
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
  else if (open.length > 0)
    problems.push(
      warning(node.id, `The call ends after ${open.map((port) => `“${port}”`).join(', ')}: nothing follows.`),
    );
  return problems;
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
    ...[...circles].map((id) =>
      error(id, 'The way comes back here without anybody doing something: the call would never end.'),
    ),
  ];
}
