import { z } from 'zod';
import { changesOf } from '../../model/changes.ts';
import { internalNumber } from '../../model/extension.ts';
import { queue, queueFields, queueLimits, queueStats, shownMember } from '../../model/queue.ts';
import { refersTo } from '../../model/reference.ts';
import { id, message, route } from '../contract.ts';

const queueId = id('que');
const extensionId = id('ext');
const penalty = z.number().int().min(0).max(queueLimits.penalty).default(0);
const version = z.number().int().optional().describe('refused when the queue has changed since');

const queueMembers = z
  .array(z.strictObject({ extensionId: refersTo('extension', extensionId), penalty }))
  .max(queueLimits.members, `A queue has at most ${queueLimits.members} members.`);

const queueGroups = z
  .array(z.strictObject({ groupId: refersTo('agentGroup', id('agr')), penalty }))
  .max(queueLimits.groups, `A queue has at most ${queueLimits.groups} groups.`);

export const newQueue = z.strictObject({ number: internalNumber, ...queueFields.shape });
const members = z.object({ members: z.array(shownMember) });

export const queues = {
  listQueues: route('GET', '/pbx/queues', 'queues.view', 'Queues, by number')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ queues: z.array(queue) })),
  createQueue: route('POST', '/pbx/queues', 'queues.edit', 'Add a queue', { status: 201 })
    .input(
      z.strictObject({
        ...newQueue.shape,
        members: queueMembers.default([]),
        groups: queueGroups.default([]),
      }),
    )
    .output(queue),
  getQueue: route('GET', '/pbx/queues/{id}', 'queues.view', 'One queue')
    .input(z.strictObject({ id: queueId }))
    .output(queue),
  updateQueue: route('PUT', '/pbx/queues/{id}', 'queues.edit', 'Change a queue')
    .input(
      z.strictObject({
        id: queueId,
        ...changesOf(newQueue).shape,
        members: queueMembers
          .optional()
          .describe('all that the queue names itself; those who are paused stay so'),
        groups: queueGroups
          .optional()
          .describe('all of them; their agents are members while they are in them'),
        version,
      }),
    )
    .output(queue),
  removeQueue: route('DELETE', '/pbx/queues/{id}', 'queues.edit', 'Remove a queue')
    .input(z.strictObject({ id: queueId }))
    .output(message),
  queueMembers: route('GET', '/pbx/queues/{id}/members', 'queues.view', 'Who takes the calls of a queue')
    .input(z.strictObject({ id: queueId }))
    .output(members),
  addQueueMember: route(
    'POST',
    '/pbx/queues/{id}/members',
    'queues.edit',
    'Have an extension take calls of a queue; of one that does, change the penalty',
  )
    .input(z.strictObject({ id: queueId, extensionId: refersTo('extension', extensionId), penalty }))
    .output(members),
  removeQueueMember: route(
    'DELETE',
    '/pbx/queues/{id}/members/{extensionId}',
    'queues.edit',
    'Have an extension take no more calls of a queue',
  )
    .input(z.strictObject({ id: queueId, extensionId }))
    .output(members),
  pauseQueueMember: route(
    'PUT',
    '/pbx/queues/{id}/members/{extensionId}/pause',
    'queues.pause',
    'Pause a member, with the reason, or let it go on; agents their own extension',
  )
    .input(
      z.strictObject({
        id: queueId,
        extensionId,
        paused: z.boolean(),
        reason: z.string().trim().max(queueLimits.reason).default(''),
      }),
    )
    .output(members),
  queueStats: route('GET', '/pbx/queues/{id}/stats', 'queues.view', 'What became of the callers of a queue')
    .input(
      z.strictObject({
        id: queueId,
        days: z.coerce.number().int().min(1).max(queueLimits.statisticsDays).default(1),
      }),
    )
    .output(queueStats),
};
