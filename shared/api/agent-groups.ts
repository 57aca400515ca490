import { z } from 'zod';
import { agentGroup, agentGroupFields, agentGroupLimits, groupRole } from '../model/agent-group.ts';
import { changesOf } from '../model/changes.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, outcome, outcomeCounts, pageInfo, route } from './contract.ts';

const groupId = id('agr');
const agentIds = z
  .array(id('usr'))
  .min(1, 'Please choose agents.')
  .max(agentGroupLimits.agents, `At most ${agentGroupLimits.agents} agents at once.`);

const everyAgent = z
  .array(z.strictObject({ agentId: refersTo('user', id('usr')), role: groupRole }))
  .max(agentGroupLimits.agents, `A group has at most ${agentGroupLimits.agents} agents.`)
  .describe('all of them, each once');

const changed = z.object({
  group: agentGroup,
  summary: outcomeCounts,
  results: z.array(outcome.extend({ agentId: z.string() })),
});

export const agentGroups = {
  list: route('GET', '/agent-groups', 'agentGroups.view', 'Groups of agents, by name')
    .input(
      z.strictObject({
        page: z.coerce.number().int().min(1).default(1),
        limit: z.coerce.number().int().min(1).max(agentGroupLimits.groups).default(50),
        search: z.string().trim().max(80).optional(),
        agentId: id('usr').optional().describe('groups that this user is in'),
      }),
    )
    .output(z.object({ groups: z.array(agentGroup), pagination: pageInfo })),
  create: route('POST', '/agent-groups', 'agentGroups.edit', 'Add a group of agents', { status: 201 })
    .input(
      agentGroupFields.extend({
        description: agentGroupFields.shape.description.default(''),
        isActive: agentGroupFields.shape.isActive.default(true),
        agents: everyAgent.default([]),
      }),
    )
    .output(agentGroup),
  get: route('GET', '/agent-groups/{id}', 'agentGroups.view', 'One group of agents')
    .input(z.strictObject({ id: groupId }))
    .output(agentGroup),
  update: route('PUT', '/agent-groups/{id}', 'agentGroups.edit', 'Change a group of agents')
    .input(
      changesOf(agentGroupFields).extend({
        id: groupId,
        agents: everyAgent.optional(),
        version: z.number().int().optional().describe('refused when the group has changed since'),
      }),
    )
    .output(agentGroup),
  remove: route('DELETE', '/agent-groups/{id}', 'agentGroups.edit', 'Remove a group; its agents stay')
    .input(z.strictObject({ id: groupId }))
    .output(message),
  addAgents: route(
    'POST',
    '/agent-groups/{id}/agents',
    'agentGroups.edit',
    'Put agents into a group; one who is in it already gets the role',
  )
    .input(z.strictObject({ id: groupId, agentIds, role: groupRole.default('member') }))
    .output(changed),
  removeAgents: route(
    'DELETE',
    '/agent-groups/{id}/agents',
    'agentGroups.edit',
    'Take agents out of a group; one who is not in it is no error',
  )
    .input(z.strictObject({ id: groupId, agentIds }))
    .output(changed),
};
