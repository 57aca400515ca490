import { changeVersioned } from '#functions/kernel/change-versioned.ts';
import { clock } from '#functions/kernel/clock.ts';
import { badRequest, conflict, notFound } from '#functions/kernel/errors.ts';
import { givenOf } from '#functions/kernel/given.ts';
import { newId } from '#functions/kernel/ids.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { commit, writeOne } from '#functions/kernel/table.ts';
import { type AgentStatusConfig, agentStatusLimits, type Ingroup } from '#shared/model/agent-status.ts';
import { queuesOfExchange } from './queues.ts';
import {
  type ConfigRecord,
  changedSince,
  configRemoval,
  configWrite,
  everyConfig,
  findConfig,
  type RulesRecord,
  rules,
  rulesWrite,
} from './store.ts';

type Fields = Pick<AgentStatusConfig, 'name' | 'statuses' | 'wrapUpSeconds' | 'isActive'>;
/** To whom a config applies. */
interface Applies {
  isDefault?: boolean | undefined;
  ingroups?: readonly string[] | undefined;
}

/** Rank of a queue that nobody has ranked. */
const middlePriority = agentStatusLimits.priority / 2;

export const view = (
  { configId, ...config }: ConfigRecord,
  { ingroups, defaultConfigId }: RulesRecord,
): AgentStatusConfig => ({
  id: configId,
  ...config,
  isDefault: configId === defaultConfigId,
  ingroups: ingroups.filter((ingroup) => ingroup.configId === configId).map(({ queueId }) => queueId),
});

/** A config that is there. @throws 404 */
async function configOr404(configId: string): Promise<ConfigRecord> {
  const config = await findConfig(configId);
  if (!config) throw notFound('The config');
  return config;
}

export async function getConfig(configId: string): Promise<AgentStatusConfig> {
  const [config, current] = await Promise.all([configOr404(configId), rules()]);
  return view(config, current);
}

export async function listConfigs(): Promise<{ configs: AgentStatusConfig[] }> {
  const [configs, current] = await Promise.all([everyConfig(), rules()]);
  const shown = configs.map((config) => view(config, current));
  return { configs: shown.sort((one, other) => one.name.localeCompare(other.name)) };
}

/** @throws 409 */
async function assertNameFree(name: string, configId?: string): Promise<void> {
  const other = (await everyConfig()).find(
    (config) => config.configId !== configId && config.name.toLowerCase() === name.toLowerCase(),
  );
  if (other) throw conflict(`There is a config named “${other.name}” already.`);
}

/** @throws 400 */
async function assertQueues(queueIds: readonly string[] | undefined): Promise<void> {
  if (!queueIds?.length) return;
  const queues = await queuesOfExchange.run();
  if (!queueIds.every((queueId) => queues.some((queue) => queue.queueId === queueId)))
    throw badRequest('There is no such queue.', { field: 'ingroups' });
}

/** The rules once a config applies to so and so; a queue that another config had has this one then. */
function rulesAfter(before: RulesRecord, configId: string, { isDefault, ingroups }: Applies): RulesRecord {
  const wasDefault = before.defaultConfigId === configId;
  const defaultConfigId = isDefault
    ? configId
    : isDefault === false && wasDefault
      ? null
      : before.defaultConfigId;
  if (!ingroups) return { ...before, defaultConfigId };
  const kept = before.ingroups.map((ingroup) => {
    if (ingroups.includes(ingroup.queueId)) return { ...ingroup, configId };
    return ingroup.configId === configId ? { ...ingroup, configId: null } : ingroup;
  });
  const added = ingroups.filter((queueId) => !before.ingroups.some((ingroup) => ingroup.queueId === queueId));
  return {
    ...before,
    defaultConfigId,
    ingroups: [...kept, ...added.map((queueId) => ({ queueId, configId, priority: middlePriority }))],
  };
}

/** @throws 400; 409 for a name that another config has */
export async function createConfig({
  ingroups,
  isDefault,
  ...fields
}: Fields & Applies): Promise<AgentStatusConfig> {
  const queueIds = ingroups && [...new Set(ingroups)];
  await Promise.all([assertNameFree(fields.name), assertQueues(queueIds)]);
  if ((await everyConfig()).length >= agentStatusLimits.configs)
    throw badRequest(`A workspace has at most ${agentStatusLimits.configs} configs of statuses.`);
  const now = clock.iso();
  const config: ConfigRecord = {
    ...fields,
    configId: newId('asc'),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  return retryOnConflict(async () => {
    const before = await rules();
    const after = rulesAfter(before, config.configId, { isDefault, ingroups: queueIds });
    await commit(configWrite(undefined, config), rulesWrite(before, after));
    return view(config, after);
  });
}

/** @throws 400, 404; 409 for a taken name, or when the config has changed since `version` */
export async function updateConfig(
  configId: string,
  { ingroups, isDefault, ...changes }: Partial<Fields> & Applies,
  version?: number,
): Promise<AgentStatusConfig> {
  const given = givenOf(changes);
  const queueIds = ingroups && [...new Set(ingroups)];
  await configOr404(configId);
  if (given.name !== undefined) await assertNameFree(given.name, configId);
  await assertQueues(queueIds);
  let applied: RulesRecord | undefined;
  const { after } = await changeVersioned({
    read: () => configOr404(configId),
    change: () => given,
    async write(before, after) {
      const current = await rules();
      applied = rulesAfter(current, configId, { isDefault, ingroups: queueIds });
      await commit(configWrite(before, after), rulesWrite(current, applied));
    },
    changedSince,
    version,
  });
  return view(after, applied!);
}

/** Removes a config: its queues have none then. Agents stay in what they chose of it until they choose again. @throws 404 */
export async function removeConfig(configId: string): Promise<string> {
  const { name } = await configOr404(configId);
  await retryOnConflict(async () => {
    const before = await rules();
    const after = rulesAfter(before, configId, { isDefault: false, ingroups: [] });
    await commit(configRemoval(configId), rulesWrite(before, after));
  });
  return name;
}

/** Queues in the order in which they count, with the config of their agents. */
export async function listIngroups(): Promise<Ingroup[]> {
  const [queues, { ingroups }] = await Promise.all([queuesOfExchange.run(), rules()]);
  return queues
    .map(({ queueId, name }) => {
      const known = ingroups.find((ingroup) => ingroup.queueId === queueId);
      return {
        id: queueId,
        name,
        queueId,
        statusConfigId: known?.configId ?? null,
        priority: known?.priority ?? middlePriority,
      };
    })
    .sort((one, other) => one.priority - other.priority || one.name.localeCompare(other.name));
}

interface IngroupChanges {
  statusConfigId?: string | null | undefined;
  priority?: number | undefined;
}

/** @throws 404 for a queue that is not there */
export async function updateIngroup(queueId: string, changes: IngroupChanges): Promise<Ingroup> {
  const queue = (await queuesOfExchange.run()).find((one) => one.queueId === queueId);
  if (!queue) throw notFound('The queue');
  return retryOnConflict(async () => {
    const before = await rules();
    const known = before.ingroups.find((ingroup) => ingroup.queueId === queueId);
    const { configId: configBefore = null, priority: priorityBefore = middlePriority } = known ?? {};
    const { statusConfigId = configBefore, priority = priorityBefore } = changes;
    const others = before.ingroups.filter((ingroup) => ingroup !== known);
    const after = { ...before, ingroups: [...others, { queueId, configId: statusConfigId, priority }] };
    await writeOne(rulesWrite(before, after));
    return { id: queueId, name: queue.name, queueId, statusConfigId, priority };
  });
}

/** Has every copy of every function read the configs again. */
export const clearCache = (): Promise<void> =>
  retryOnConflict(async () => {
    const before = await rules();
    await writeOne(rulesWrite(before, before));
  });
