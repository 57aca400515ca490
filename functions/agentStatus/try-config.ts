import { notFound } from '#functions/kernel/errors.ts';
import { findUser, takesLeads } from '#functions/users/api.ts';
import { builtInStatuses } from '#shared/model/agent-status.ts';
import { getConfig } from './configs.ts';
import { statusOf } from './present.ts';
import { configOf, type ResolvedConfig } from './resolve.ts';

type Own = ResolvedConfig & { queueName: string | null };

function reasonOf({ configId, name, queueName }: Own): string {
  if (!configId) return 'None of their queues has an active config, and no active one is the default.';
  if (queueName)
    return `“${name}” is the config of “${queueName}”, the first of their queues that has an active one.`;
  return `“${name}” is the default, and none of their queues has an active config.`;
}

/** Which config an agent has and why, and what they would be in now under another. @throws 404 */
export async function tryConfig(configId: string, agentId: string) {
  const [config, user] = await Promise.all([getConfig(configId), findUser(agentId)]);
  if (!takesLeads(user)) throw notFound('The agent');
  const [own, present] = await Promise.all([configOf(agentId), statusOf(agentId)]);
  const known = [...Object.values(builtInStatuses), ...config.statuses];
  const same = known.find(({ key }) => key === present.status);
  const status = same ?? builtInStatuses.available;
  const statusReason = same
    ? `They are in “${same.label}” since ${present.since}.`
    : `“${config.name}” has no status “${present.status}”, which they are in: they would have to choose another.`;
  return {
    agentId,
    applies: own.configId === configId,
    config: { id: own.configId, name: own.name },
    reason: reasonOf(own),
    status,
    statusReason,
    offered: status.isAvailable && present.signedIn,
  };
}
