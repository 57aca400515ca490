import * as z from 'zod';
import { refersTo } from './reference.ts';

/** Bounds of agent groups. */
export const agentGroupLimits = { groups: 200, agents: 500, name: 80, description: 500 } as const;

/** What somebody is in a group: leads stand first in its list, and are whom colleagues ask. */
export const groupRoles = { member: 'Member', lead: 'Lead' } as const;
export const groupRole = z.enum(Object.keys(groupRoles) as (keyof typeof groupRoles)[]);
export type GroupRole = z.output<typeof groupRole>;

/** The fields of a group without its agents, for the form, the calls and the store. */
export const agentGroupFields = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(agentGroupLimits.name, `At most ${agentGroupLimits.name} characters.`),
  description: z
    .string()
    .trim()
    .max(agentGroupLimits.description, `At most ${agentGroupLimits.description} characters.`),
  isActive: z.boolean().describe('a group that is not deals out no leads and gives no numbers'),
});

export const groupMember = z.object({
  agentId: refersTo('user', z.string()),
  role: groupRole,
  addedAt: z.string().describe('ISO 8601'),
});
export type GroupMember = z.output<typeof groupMember>;

export const agentGroup = z.object({
  id: z.string(),
  ...agentGroupFields.shape,
  agents: z.array(groupMember.extend({ name: z.string(), isActive: z.boolean() })),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AgentGroup = z.output<typeof agentGroup>;
