import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { type AgentStatus, standardConfig } from '#shared/model/agent-status.ts';
import { type QueueOfAgents, queuesOfExchange } from './queues.ts';
import { type ConfigRecord, everyConfig, type RulesRecord, rules } from './store.ts';

/** The config that an agent has, and why that one. */
export interface ResolvedConfig {
  /** Null is the standard one, which is no stored config. */
  configId: string | null;
  name: string;
  statuses: readonly AgentStatus[];
  wrapUpSeconds: number;
  /** The queue by which it applies; null where none does. */
  queueId: string | null;
}

/** What a copy of a function keeps of a workspace: the configs that agents of the same queues have. */
interface Kept {
  /** Of the rules that it was read under. */
  version: number;
  byQueues: Map<string, ResolvedConfig>;
  hits: number;
  misses: number;
  refreshedAt: string | null;
}
const keptOf = new Map<number, Kept>();
/** Workspaces that one copy keeps something of, and sets of queues of each. */
const most = { tenants: 500, sets: 1_000 };

/** Of those of their queues that name an active config the first by priority, else the default, else the standard. */
function configFor(
  queueIds: readonly string[],
  { ingroups, defaultConfigId }: Pick<RulesRecord, 'ingroups' | 'defaultConfigId'>,
  configs: readonly ConfigRecord[],
): ResolvedConfig {
  const active = new Map(
    configs.filter(({ isActive }) => isActive).map((config) => [config.configId, config]),
  );
  const named = ingroups
    .filter(({ queueId, configId }) => queueIds.includes(queueId) && configId && active.has(configId))
    .sort((one, other) => one.priority - other.priority || (one.queueId < other.queueId ? -1 : 1))[0];
  const configId = named?.configId ?? defaultConfigId;
  const config = configId ? active.get(configId) : undefined;
  if (!config) return { configId: null, queueId: null, ...standardConfig };
  const { name, statuses, wrapUpSeconds } = config;
  return { configId: config.configId, name, statuses, wrapUpSeconds, queueId: named?.queueId ?? null };
}

async function fresh(queueIds: readonly string[], current: RulesRecord, kept: Kept): Promise<ResolvedConfig> {
  const resolved = configFor(queueIds, current, await everyConfig());
  if (kept.byQueues.size >= most.sets) kept.byQueues.clear();
  kept.byQueues.set(queueIds.join(), resolved);
  kept.misses++;
  kept.refreshedAt = clock.iso();
  return resolved;
}

const emptyKept = (version: number): Kept => ({
  version,
  byQueues: new Map(),
  hits: 0,
  misses: 0,
  refreshedAt: null,
});

/** What is kept under the rules as they stand: all of an earlier version of them goes. */
function keptUnder({ version }: RulesRecord): Kept {
  const tenantId = tenantOf();
  let kept = keptOf.get(tenantId);
  if (kept?.version === version) return kept;
  if (!kept && keptOf.size >= most.tenants) keptOf.clear();
  kept = { ...(kept ?? emptyKept(version)), version, byQueues: new Map() };
  keptOf.set(tenantId, kept);
  return kept;
}

const queuesOf = (userId: string, queues: readonly QueueOfAgents[]): string[] =>
  queues
    .filter(({ userIds }) => userIds.includes(userId))
    .map(({ queueId }) => queueId)
    .sort();

/** The config that an agent has. It holds at once after a change, in every copy of a function. */
export async function configOf(userId: string): Promise<ResolvedConfig & { queueName: string | null }> {
  const [queues, current] = await Promise.all([queuesOfExchange.run(), rules()]);
  const kept = keptUnder(current);
  const queueIds = queuesOf(userId, queues);
  const known = kept.byQueues.get(queueIds.join());
  if (known) kept.hits++;
  const resolved = known ?? (await fresh(queueIds, current, kept));
  const queueName = queues.find(({ queueId }) => queueId === resolved.queueId)?.name ?? null;
  return { ...resolved, queueName };
}

/** What this copy of the function keeps. */
export async function cacheStatus() {
  const { byQueues, hits, misses, refreshedAt } = keptUnder(await rules());
  return { entries: byQueues.size, hits, misses, refreshedAt };
}
