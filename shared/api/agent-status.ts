import { z } from 'zod';
import {
  agentStatusConfig,
  agentStatusConfigFields,
  agentStatusLimits,
  agentStatus as agentStatusShape,
  ingroup,
  ingroupFields,
  newAgentStatusConfig,
  presentStatus,
  statusChange,
} from '../model/agent-status.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, route, timestamp } from './contract.ts';

const configId = id('asc');
const queueId = id('que');
const agentId = id('usr');
const statusKey = z.string().trim().min(1).max(agentStatusLimits.key);
const queueIds = z.array(queueId).max(200, 'A config has at most 200 queues.');
const version = z.number().int().optional().describe('refused when the config has changed since');

const config = '/agent-status-config';

const ownStatus = presentStatus.extend({
  choices: z.array(agentStatusShape),
  wrapUpSeconds: z.number().int(),
});

/** Minutes in one status. */
const timeInStatus = z.object({
  status: z.string(),
  label: z.string(),
  isAvailable: z.boolean(),
  isPaid: z.boolean(),
  minutes: z.number(),
});

export const agentStatus = {
  list: route('GET', config, 'agentStatus.view', 'Configs of agent statuses, by name')
    .input(z.strictObject({}))
    .output(z.object({ configs: z.array(agentStatusConfig) })),
  create: route('POST', config, 'agentStatus.edit', 'Add a config of agent statuses', { status: 201 })
    .input(z.strictObject({ ...newAgentStatusConfig, ingroups: queueIds.default([]) }))
    .output(agentStatusConfig),
  ingroups: route(
    'GET',
    `${config}/ingroups`,
    'agentStatus.view',
    'Queues, and the config that their agents have',
  )
    .input(z.strictObject({}))
    .output(z.object({ ingroups: z.array(ingroup) })),
  updateIngroup: route(
    'PUT',
    `${config}/ingroups/{id}`,
    'agentStatus.edit',
    'Change which config the agents of a queue have, and how it ranks among their queues',
  )
    .input(
      z.strictObject({
        id: queueId,
        statusConfigId: refersTo('agentStatusConfig', configId).nullable().optional(),
        priority: ingroupFields.priority.optional(),
      }),
    )
    .output(ingroup),
  logs: route(
    'GET',
    `${config}/logs`,
    'agentStatus.view',
    'Changes of statuses, newest first; agents see their own',
  )
    .input(
      z.strictObject({
        agentId: agentId.optional(),
        from: timestamp.optional().describe('at this instant or later'),
        to: timestamp.optional().describe('before this instant'),
        limit: z.coerce.number().int().min(1).max(200).default(50),
        cursor: z.string().max(600).optional(),
      }),
    )
    .output(z.object({ logs: z.array(statusChange), nextCursor: z.string().nullable() })),
  stats: route(
    'GET',
    `${config}/stats`,
    'agentStatus.view',
    'Minutes by status, agent and day; agents see their own',
  )
    .input(
      z.strictObject({
        from: z.iso.date().optional().describe("first day, by the tenant's calendar; today when left out"),
        to: z.iso.date().optional().describe('last day; the first one when left out'),
        agentId: agentId.optional(),
      }),
    )
    .output(
      z.object({
        from: z.string(),
        to: z.string(),
        timeZone: z.string(),
        totals: z.array(timeInStatus),
        agents: z.array(z.object({ agentId: z.string(), name: z.string(), statuses: z.array(timeInStatus) })),
        days: z.array(z.object({ date: z.string(), agentId: z.string(), statuses: z.array(timeInStatus) })),
      }),
    ),
  clearCache: route('POST', `${config}/cache/clear`, 'agentStatus.edit', 'Have every config read again')
    .input(z.strictObject({}))
    .output(message),
  cacheStatus: route(
    'GET',
    `${config}/cache/status`,
    'agentStatus.view',
    'What the copy of the function that answers has kept of resolved configs',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        entries: z.number().int(),
        hits: z.number().int(),
        misses: z.number().int(),
        refreshedAt: z.string().nullable(),
      }),
    ),
  get: route('GET', `${config}/{id}`, 'agentStatus.view', 'One config of agent statuses')
    .input(z.strictObject({ id: configId }))
    .output(agentStatusConfig),
  update: route('PUT', `${config}/{id}`, 'agentStatus.edit', 'Change a config of agent statuses')
    .input(
      z.strictObject({
        id: configId,
        ...z.object(agentStatusConfigFields).partial().shape,
        ingroups: queueIds.optional().describe('all of them; one that is missing is taken out'),
        version,
      }),
    )
    .output(agentStatusConfig),
  remove: route('DELETE', `${config}/{id}`, 'agentStatus.edit', 'Remove a config of agent statuses')
    .input(z.strictObject({ id: configId }))
    .output(message),
  test: route(
    'POST',
    `${config}/{id}/test`,
    'agentStatus.edit',
    'Which config and status apply to an agent, and what would under this config',
  )
    .input(z.strictObject({ id: configId, agentId }))
    .output(
      z.object({
        agentId: z.string(),
        applies: z.boolean().describe('whether this config is the one that the agent has'),
        config: z.object({ id: z.string().nullable(), name: z.string() }).describe('the one that they have'),
        reason: z.string().describe('why that one'),
        status: agentStatusShape.describe('what they would be in under this config'),
        statusReason: z.string(),
        offered: z.boolean().describe('whether calls would be offered in it'),
      }),
    ),
  mine: route('GET', '/agent-status/me', 'agentStatus.view', "One's own status, and those to choose from")
    .input(z.strictObject({}))
    .output(ownStatus),
  setMine: route(
    'PUT',
    '/agent-status/me',
    'agentStatus.set',
    "Choose one's own status; during a call it is what follows",
  )
    .input(z.strictObject({ status: statusKey }))
    .output(presentStatus),
  getOf: route(
    'GET',
    '/agent-status/{userId}',
    'agentStatus.team',
    "Another agent's status, and those to choose from",
  )
    .input(z.strictObject({ userId: agentId }))
    .output(ownStatus),
  setOf: route('PUT', '/agent-status/{userId}', 'agentStatus.team', "Choose another agent's status")
    .input(z.strictObject({ userId: agentId, status: statusKey }))
    .output(presentStatus),
};
