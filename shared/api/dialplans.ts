import { z } from 'zod';
import { nodeId } from '../model/dialplan/nodes.ts';
import { dialPlan, dialPlanFields, dialPlanSummary, emptyPlan, planProblem } from '../model/dialplan/plan.ts';
import { savedWalk, savedWalkFields } from '../model/dialplan/saved-walk.ts';
import { planStats } from '../model/dialplan/stats.ts';
import { drawnVersion, planVersion, versionName, versionNumber } from '../model/dialplan/version.ts';
import { personPresent, presenceLimits, presenceTab } from '../model/presence.ts';
import { id, message, route } from './contract.ts';

const planId = id('dlp');
const { name, description, config, goalNodeId } = dialPlanFields;
const day = z.iso.date('Please give a date as 2026-11-25.');
const oneWalk = { id: planId, walkId: id('wlk') };
const walkPath = '/dialplans/{id}/walks/{walkId}';
const confirmWalks = z
  .boolean()
  .optional()
  .describe('although saved walks end otherwise in it; else it is refused with 409 walks_failed');
const oneVersion = { id: planId, number: versionNumber };
const versionPath = '/dialplans/{id}/versions/{number}';

export const dialplans = {
  list: route('GET', '/dialplans', 'dialplans.view', 'Dial plans, by name; without their drawings')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ plans: z.array(dialPlanSummary) })),
  create: route('POST', '/dialplans', 'dialplans.edit', 'Add a dial plan', { status: 201 })
    .input(
      z.strictObject({
        name,
        description: description.default(''),
        config: config.default(emptyPlan),
        goalNodeId: goalNodeId.default(null),
      }),
    )
    .output(dialPlan),
  get: route('GET', '/dialplans/{id}', 'dialplans.view', 'One dial plan')
    .input(z.strictObject({ id: planId }))
    .output(dialPlan),
  update: route('PUT', '/dialplans/{id}', 'dialplans.edit', 'Change a dial plan; it may be unfinished')
    .input(
      z.strictObject({
        id: planId,
        ...z.object(dialPlanFields).partial().shape,
        version: z.number().int().optional().describe('refused when the plan has changed since'),
      }),
    )
    .output(dialPlan),
  remove: route('DELETE', '/dialplans/{id}', 'dialplans.edit', 'Remove a dial plan')
    .input(z.strictObject({ id: planId }))
    .output(message),
  deploy: route(
    'POST',
    '/dialplans/{id}/deploy',
    'dialplans.edit',
    'Have the exchange take calls by a plan as it is saved; what took them before does so until then',
  )
    .input(z.strictObject({ id: planId, confirmWalks }))
    .output(dialPlan),
  beHere: route(
    'POST',
    '/dialplans/{id}/presence',
    'dialplans.view',
    'Say that the plan is open here and which nodes are selected; answers who else has it open',
    { afterTrial: true },
  )
    .input(
      z.strictObject({
        id: planId,
        tab: presenceTab,
        selection: z.array(nodeId).max(presenceLimits.selection).default([]),
        leaving: z.boolean().default(false).describe('the tab is closing'),
      }),
    )
    .output(z.object({ version: z.number().int(), people: z.array(personPresent) })),
  versions: route(
    'GET',
    '/dialplans/{id}/versions',
    'dialplans.view',
    'What was deployed of a plan, newest first',
  )
    .input(z.strictObject({ id: planId }))
    .output(z.object({ versions: z.array(planVersion) })),
  version: route('GET', versionPath, 'dialplans.view', 'A version with its drawing')
    .input(z.strictObject(oneVersion))
    .output(drawnVersion),
  nameVersion: route(
    'PUT',
    versionPath,
    'dialplans.edit',
    'Name a version, so that it is kept; null takes the name away',
  )
    .input(z.strictObject({ ...oneVersion, name: versionName.nullable() }))
    .output(planVersion),
  deployVersion: route(
    'POST',
    `${versionPath}/deploy`,
    'dialplans.edit',
    'Have the exchange take calls by an earlier version again; the drawing stays as it is',
  )
    .input(z.strictObject({ ...oneVersion, confirmWalks }))
    .output(dialPlan),
  walks: route(
    'GET',
    '/dialplans/{id}/walks',
    'dialplans.view',
    'The saved walks that are the tests of a plan',
  )
    .input(z.strictObject({ id: planId }))
    .output(z.object({ walks: z.array(savedWalk) })),
  addWalk: route('POST', '/dialplans/{id}/walks', 'dialplans.edit', 'Keep a walk as a test of the plan', {
    status: 201,
  })
    .input(z.strictObject({ id: planId, ...savedWalkFields }))
    .output(savedWalk),
  changeWalk: route('PUT', walkPath, 'dialplans.edit', 'Change a saved walk, or how it is to end')
    .input(z.strictObject({ ...oneWalk, ...z.object(savedWalkFields).partial().shape }))
    .output(savedWalk),
  removeWalk: route('DELETE', walkPath, 'dialplans.edit', 'Remove a saved walk')
    .input(z.strictObject(oneWalk))
    .output(message),
  deactivate: route(
    'POST',
    '/dialplans/{id}/deactivate',
    'dialplans.edit',
    'Take a plan off the exchange; its numbers lead where they led before it',
  )
    .input(z.strictObject({ id: planId }))
    .output(dialPlan),
  stats: route('GET', '/dialplans/{id}/stats', 'dialplans.view', 'What became of the callers of a plan')
    .input(
      z.strictObject({
        id: planId,
        startDate: day.optional().describe('of the workspace’s calendar; 29 days before the end by default'),
        endDate: day.optional().describe('today by default'),
      }),
    )
    .output(planStats),
  clone: route('POST', '/dialplans/{id}/clone', 'dialplans.edit', 'Add a plan that is drawn like another', {
    status: 201,
  })
    .input(z.strictObject({ id: planId, name }))
    .output(dialPlan),
  validate: route(
    'POST',
    '/dialplans/{id}/validate',
    'dialplans.view',
    'What keeps a plan from being deployed',
    {
      afterTrial: true,
    },
  )
    .input(z.strictObject({ id: planId }))
    .output(z.object({ valid: z.boolean(), problems: z.array(planProblem) })),
  preview: route(
    'POST',
    '/dialplans/{id}/preview',
    'dialplans.view',
    "A plan as the exchange's extensions.conf has it: one context for each node",
    { afterTrial: true },
  )
    .input(z.strictObject({ id: planId }))
    .output(z.object({ text: z.string(), hash: z.string().describe('SHA-256 of the text, in hex') })),
};
