import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { lead, phoneInput } from '../model/lead.ts';
import { leadFilter } from '../model/lead-filter.ts';
import { refersTo } from '../model/reference.ts';
import { id, route, timestamp } from './contract.ts';
import { leadChoice } from './lead-choice.ts';
import { bulkResult } from './leads.ts';

const leadId = id('led');
const agentId = id('usr');
const kept = refersTo('user', agentId);
const keptGroup = refersTo('agentGroup', id('agr'));
const keptGroups = z
  .array(keptGroup)
  .max(50)
  .default([])
  .describe('groups, with whoever is in them at the time');

const cursor = z.string().max(2_000).optional();
const pageSize = z.coerce.number().int().min(1).max(500).default(50);
const owned = z.object({
  leads: z.array(lead),
  nextCursor: z.string().nullable(),
  total: z.number().int().describe('of all statuses'),
});

export const strategies = ['round-robin', 'least-loaded', 'rules'] as const;

/** Who takes new leads, and how they are dealt out. A rule's filter is tried in order; the first that holds decides. */
export const assignmentSettings = z.strictObject({
  strategy: z.enum(strategies),
  /** With no groups either: every active agent. */
  agentIds: z.array(kept).max(500),
  groupIds: keptGroups,
  rules: z
    .array(
      z
        .strictObject({
          name: z.string().trim().min(1).max(100),
          filter: leadFilter,
          agentIds: z.array(kept).max(500),
          groupIds: keptGroups,
        })
        .refine(({ agentIds, groupIds }) => agentIds.length + groupIds.length > 0, {
          path: ['agentIds'],
          error: 'A rule needs an agent or a group.',
        }),
    )
    .max(50),
  version: z.number().int(),
});
export type AssignmentSettings = z.output<typeof assignmentSettings>;

export const leadAssignments = {
  myLeads: route(
    'GET',
    '/lead-assignments/my-leads',
    'assignments.view',
    'The leads that are yours, newest first',
  )
    .input(z.strictObject({ status: z.string().max(40).optional(), limit: pageSize, cursor }))
    .output(owned),
  assign: route(
    'POST',
    '/lead-assignments/assign',
    'assignments.assign',
    'Give a lead that is nobody’s to somebody',
  )
    .input(z.strictObject({ leadId, agentId: agentId.optional().describe('yourself when left out') }))
    .output(lead),
  bulkAssign: route(
    'POST',
    '/lead-assignments/bulk-assign',
    'assignments.bulkAssign',
    'Give many leads to one agent: up to 200 at once, with a result for each, more by a job',
  )
    .input(z.strictObject({ ...leadChoice('leadIds'), agentId }))
    .output(bulkResult),
  release: route('POST', '/lead-assignments/release', 'assignments.assign', 'Give a lead back')
    .input(z.strictObject({ leadId }))
    .output(lead),
  transfer: route(
    'POST',
    '/lead-assignments/transfer',
    'assignments.assign',
    'Hand a lead over to somebody else',
  )
    .input(z.strictObject({ leadId, agentId, reason: z.string().trim().max(200).default('') }))
    .output(lead),
  inboundCall: route(
    'POST',
    '/lead-assignments/inbound-call',
    'assignments.assign',
    'Find or make the lead of a caller and give it to whoever answers',
  )
    .input(z.strictObject({ phone: phoneInput, name: z.string().trim().max(100).default('') }))
    .output(
      z.object({
        lead: lead.nullable().describe("null where it is a colleague's, whom an agent is told nothing of"),
        outcome: z
          .enum(['created', 'assigned', 'already-yours', 'owned-by-another'])
          .describe('another active agent’s lead stays theirs'),
      }),
    ),
  autoAssign: route(
    'POST',
    '/lead-assignments/auto-assign',
    'assignments.assign',
    'Deal out leads that are nobody’s; an agent takes the next ones for themselves',
  )
    .input(
      z.strictObject({
        leadIds: z
          .array(leadId)
          .max(1_000)
          .optional()
          .describe('those; otherwise the oldest that are nobody’s'),
        count: z.number().int().min(1).max(1_000).default(1),
        strategy: z.enum(strategies).optional().describe("the tenant's own when left out"),
        agentIds: z.array(agentId).max(500).optional(),
        groupIds: z
          .array(id('agr'))
          .max(50)
          .optional()
          .describe('with agentIds: those, and whoever is in these'),
      }),
    )
    .output(
      z.object({
        assigned: z.array(z.object({ leadId: z.string(), agentId: z.string() })),
        skipped: z.array(z.object({ leadId: z.string(), reason: z.string() })),
      }),
    ),
  expireOld: route(
    'POST',
    '/lead-assignments/expire-old',
    'assignments.bulkAssign',
    'Have leads back that nobody worked on',
  )
    .input(
      z.strictObject({
        hours: z.number().int().min(1).max(8_760).optional().describe("the tenant's setting when left out"),
        cursor,
      }),
    )
    .output(z.object({ released: z.number().int(), more: z.boolean(), nextCursor: z.string().nullable() })),
  agentLeads: route('GET', '/lead-assignments/agent/{id}/leads', 'assignments.team', 'The leads of an agent')
    .input(z.strictObject({ id: agentId, status: z.string().max(40).optional(), limit: pageSize, cursor }))
    .output(owned),
  ofLead: route('GET', '/lead-assignments/lead/{id}', 'assignments.view', 'Whose a lead is and was')
    .input(z.strictObject({ id: leadId }))
    .output(
      z.object({
        leadId: z.string(),
        ownerId: z.string().nullable(),
        assignedAt: timestamp.nullable(),
        history: z.array(
          z.object({
            at: timestamp,
            before: z.string().nullable(),
            ownerId: z.string().nullable(),
            how: z.string(),
            actor: z.string(),
          }),
        ),
      }),
    ),
  stats: route(
    'GET',
    '/lead-assignments/stats',
    'assignments.view',
    'How many leads each agent has, by status',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        unassigned: z.number().int(),
        agents: z.array(
          z.object({
            agentId: z.string(),
            name: z.string(),
            isActive: z.boolean(),
            total: z.number().int(),
            byStatus: z.record(z.string(), z.number().int()),
          }),
        ),
      }),
    ),
  settings: route('GET', '/lead-assignments/settings', 'assignments.view', 'How leads are dealt out')
    .input(z.strictObject({}))
    .output(assignmentSettings),
  updateSettings: route(
    'PUT',
    '/lead-assignments/settings',
    'assignments.manage',
    'Change how leads are dealt out',
  )
    .input(changesOf(assignmentSettings))
    .output(assignmentSettings),
};
