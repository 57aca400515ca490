import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import {
  didPool,
  didPoolFields,
  didPoolLimits,
  mostPassedOver,
  passedOver,
  poolWeight,
} from '../model/did-pool.ts';
import { numberFigureDays, numberFigures } from '../model/number-figures.ts';
import { refersTo } from '../model/reference.ts';
import { id, message, outcome, outcomeCounts, route } from './contract.ts';

const poolId = id('pol');
const groupId = id('agr');
const stored = { did: refersTo('did', id('did')), group: refersTo('agentGroup', groupId) };

const didIds = z
  .array(id('did'))
  .min(1, 'Please choose numbers.')
  .max(didPoolLimits.dids, `At most ${didPoolLimits.dids} numbers at once.`);

const everyDid = z
  .array(z.strictObject({ didId: stored.did, weight: poolWeight.default(1) }))
  .max(didPoolLimits.dids, `A pool has at most ${didPoolLimits.dids} numbers.`)
  .describe('all of them, each once');
const everyGroup = z.array(stored.group).max(didPoolLimits.groups, `At most ${didPoolLimits.groups} groups.`);

const changed = z.object({
  pool: didPool,
  summary: outcomeCounts,
  results: z.array(outcome.extend({ didId: z.string() })),
});
const assignment = z.object({ poolId: z.string(), groupId: z.string(), assigned: z.boolean() });

const shownNumber = z.object({
  id: z.string(),
  phoneNumber: z.string().describe('E.164'),
  label: z.string(),
  areaCode: z.string().nullable(),
  state: z.string().nullable(),
});

export const didPools = {
  list: route('GET', '/did-pools', 'didPools.view', 'Pools of phone numbers, by name')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ pools: z.array(didPool) })),
  create: route('POST', '/did-pools', 'didPools.edit', 'Add a pool of numbers', { status: 201 })
    .input(
      didPoolFields.extend({
        description: didPoolFields.shape.description.default(''),
        isActive: didPoolFields.shape.isActive.default(true),
        strategy: didPoolFields.shape.strategy.default('local'),
        restMinutes: didPoolFields.shape.restMinutes.default(0),
        maxPerDay: didPoolFields.shape.maxPerDay.default(null),
        dids: everyDid.default([]),
        groupIds: everyGroup.default([]),
      }),
    )
    .output(didPool),
  stats: route('GET', '/did-pools/stats', 'didPools.view', 'How the numbers of each pool are used today')
    .input(z.strictObject({}))
    .output(
      z.object({
        pools: z.array(
          z.object({
            poolId: z.string(),
            name: z.string(),
            numbers: z.number().int(),
            inUse: z.number().int().describe('shown today'),
            callsToday: z.number().int(),
            resting: z.number().int(),
            atLimit: z.number().int().describe('shown as often as a number may in a day'),
            figures: numberFigures.describe(
              `of calls from its numbers in the last ${numberFigureDays} days, whoever had them shown`,
            ),
          }),
        ),
      }),
    ),
  get: route('GET', '/did-pools/{id}', 'didPools.view', 'One pool of numbers')
    .input(z.strictObject({ id: poolId }))
    .output(didPool),
  update: route('PUT', '/did-pools/{id}', 'didPools.edit', 'Change a pool of numbers')
    .input(
      changesOf(didPoolFields).extend({
        id: poolId,
        dids: everyDid.optional(),
        groupIds: everyGroup.optional(),
        version: z.number().int().optional().describe('refused when the pool has changed since'),
      }),
    )
    .output(didPool),
  remove: route('DELETE', '/did-pools/{id}', 'didPools.edit', 'Remove a pool; its numbers stay')
    .input(z.strictObject({ id: poolId }))
    .output(message),
  addDids: route(
    'POST',
    '/did-pools/{id}/dids',
    'didPools.edit',
    'Put numbers into a pool; one that is in it already gets the weight',
  )
    .input(z.strictObject({ id: poolId, didIds, weight: poolWeight.default(1) }))
    .output(changed),
  removeDids: route(
    'DELETE',
    '/did-pools/{id}/dids',
    'didPools.edit',
    'Take numbers out of a pool; one that is not in it is no error',
  )
    .input(z.strictObject({ id: poolId, didIds }))
    .output(changed),
  assign: route(
    'POST',
    '/did-pools/{poolId}/assign/{groupId}',
    'didPools.edit',
    'Have the agents of a group call from the numbers of a pool',
  )
    .input(z.strictObject({ poolId, groupId }))
    .output(assignment),
  unassign: route(
    'DELETE',
    '/did-pools/{poolId}/assign/{groupId}',
    'didPools.edit',
    'Have the agents of a group call from them no longer',
  )
    .input(z.strictObject({ poolId, groupId }))
    .output(assignment),
  nextDid: route(
    'POST',
    '/did-pools/next-did',
    'didPools.draw',
    'Draw the number that a lead is to see; it counts as shown',
  )
    .input(
      z.strictObject({
        agentExtensionId: id('ext').describe("an agent's own; admins may name any"),
        leadId: id('led'),
      }),
    )
    .output(
      z.object({
        did: shownNumber,
        phoneNumber: z.string().describe('E.164'),
        poolId: z.string(),
        reason: z.string().describe('why this one'),
        passedOver: z.array(passedOver).max(mostPassedOver).describe('numbers that could not be shown'),
      }),
    ),
  availableOfAgent: route(
    'GET',
    '/agents/{id}/available-dids',
    'didPools.view',
    'The numbers that an agent may call from now, by the pools of their groups',
  )
    .input(z.strictObject({ id: z.union([id('usr'), id('ext')]) }))
    .output(
      z.object({
        dids: z.array(shownNumber.extend({ poolIds: z.array(z.string()), callsToday: z.number().int() })),
      }),
    ),
  unpooled: route('GET', '/pool-dids/available', 'didPools.view', 'Active numbers that are in no pool')
    .input(z.strictObject({}))
    .output(z.object({ dids: z.array(shownNumber) })),
};
