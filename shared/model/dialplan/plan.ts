import * as z from 'zod';
import { everyOptionPort, nodeId, nodeTypes, planNode, portsOf } from './nodes.ts';

/** Bounds of dial plans. */
export const dialPlanLimits = {
  plans: 200,
  name: 80,
  description: 500,
  nodes: 200,
  edges: 800,
  /** Of a plan's drawing as JSON: with the item's other fields it stays below the 400 kB of an item in DynamoDB. */
  bytes: 300_000,
} as const;

/** The ways out of every node by name; which of them a node has, `portsOf` says. */
const ports = [...new Set([...nodeTypes.flatMap((type) => portsOf(type)), ...everyOptionPort])] as [
  string,
  ...string[],
];

/** Leads from a node's way out to a node. */
const planEdge = z.strictObject({
  id: z.string().regex(/^[\w:#*-]{1,120}$/, 'Letters, digits and _ : # * - alone, at most 120.'),
  source: nodeId,
  sourceHandle: z.enum(ports, 'There is no such way out.'),
  target: nodeId,
});
export type PlanEdge = z.output<typeof planEdge>;

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** What is drawn. It may be unfinished: what keeps it from being deployed, `validate` says. */
export const planConfig = z.strictObject({
  nodes: z
    .array(planNode)
    .min(1, 'A plan begins with its start node.')
    .max(dialPlanLimits.nodes, `At most ${dialPlanLimits.nodes} nodes.`),
  edges: z.array(planEdge).max(dialPlanLimits.edges, `At most ${dialPlanLimits.edges} connections.`),
});
export type PlanConfig = z.output<typeof planConfig>;

const hasTwice = (ids: readonly string[]) => new Set(ids).size !== ids.length;

/**
 * Why a drawing cannot be kept, though each of its parts can; undefined where it can. Ids of nodes that differ in
 * their capitals alone would be one name to an exchange.
 */
export function configProblem(config: PlanConfig): string | undefined {
  const { nodes, edges } = config;
  if (nodes.filter(({ type }) => type === 'start').length !== 1) return 'A plan has one start node.';
  if (hasTwice(nodes.map(({ id }) => id.toLowerCase()))) return 'Two nodes have the same id.';
  if (hasTwice(edges.map(({ id }) => id))) return 'Two connections have the same id.';
  return bytesOf(config) > dialPlanLimits.bytes ? 'The plan is larger than 300 kB.' : undefined;
}

/** A plan that was just begun. */
export const emptyPlan = (): PlanConfig => ({
  nodes: [{ id: 'start', type: 'start', position: { x: 0, y: 0 }, data: {} }],
  edges: [],
});

/** The fields of a plan, for the form, the calls and the store. */
export const dialPlanFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(dialPlanLimits.name, `At most ${dialPlanLimits.name} characters.`),
  description: z
    .string()
    .trim()
    .max(dialPlanLimits.description, `At most ${dialPlanLimits.description} characters.`),
  config: planConfig,
  goalNodeId: nodeId
    .nullable()
    .describe('the node that callers are to come to: who did counts as a success; null: none is named'),
};

export const dialPlanSummary = z.object({
  id: z.string(),
  name: dialPlanFields.name,
  description: dialPlanFields.description,
  goalNodeId: dialPlanFields.goalNodeId.default(null),
  nodeCount: z.number().int(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  isActive: z.boolean().describe('whether it is deployed: an exchange takes calls by it'),
  deployedAt: z.string().nullable(),
  deployedVersion: z
    .number()
    .int()
    .nullable()
    .describe('the `version` that takes calls; where it is another, what takes calls is not what is drawn'),
  deployedNumber: z
    .number()
    .int()
    .nullable()
    .describe('its number among the versions of the plan; null of one deployed before they were kept'),
  goesOnIn: z
    .array(z.string())
    .describe('plans in which a call goes on before anybody does something, as it takes calls now'),
});
export type DialPlanSummary = z.output<typeof dialPlanSummary>;

export const dialPlan = dialPlanSummary.extend({ config: planConfig });
export type DialPlan = z.output<typeof dialPlan>;

/** What is wrong with a plan: an error keeps it from being deployed. `nodeId` is null where it is the whole. */
export const planProblem = z.object({
  nodeId: z.string().nullable(),
  severity: z.enum(['error', 'warning']),
  text: z.string(),
});
export type PlanProblem = z.output<typeof planProblem>;

/** Where each node's ways out lead. */
export function waysOf({ edges }: PlanConfig): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const ways = new Map<string, Map<string, string>>();
  for (const { source, sourceHandle, target } of edges) {
    const own = ways.get(source) ?? new Map<string, string>();
    if (!own.has(sourceHandle)) own.set(sourceHandle, target);
    ways.set(source, own);
  }
  return ways;
}
