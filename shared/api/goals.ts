import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { chatAddress } from '../model/chat-address.ts';
import { crossingKinds, goalFields, goalLimits, goalStatuses, tellingChannels } from '../model/goal.ts';
import { deliveryStates } from '../model/report-template.ts';
import { id, message, route } from './contract.ts';

const goalId = id('gol');
const figure = z.number().nullable();

const goal = z.object({
  id: z.string(),
  ...goalFields.shape,
  recipients: z.array(z.string()),
  hasSlack: z.boolean().describe('a channel of Slack is told; its address is shown to nobody'),
  ownerId: z.string().describe('whose rows are counted'),
  ownerName: z.string(),
  isMine: z.boolean(),
  mayEdit: z.boolean().describe('whoever made it, and admins'),
  snoozedUntil: z.string().nullable().describe('nobody is told of it before'),
  status: z.enum(goalStatuses),
  note: z.string().describe('why nothing is judged, or nothing is counted; empty otherwise'),
  value: figure.describe('as it was counted last; null where there was nothing to divide by'),
  recovers: figure.describe('of an alert: where it is armed again'),
  from: z.string().nullable().describe('when the span of the value began'),
  to: z.string().nullable().describe('when it ended or ends'),
  crossedAt: z.string().nullable().describe('since when it is crossed'),
  countedAt: z.string().nullable(),
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Goal = z.output<typeof goal>;

const crossing = z.object({
  id: z.string(),
  kind: z.enum(crossingKinds),
  value: figure,
  target: z.number(),
  at: z.string(),
  from: z.string(),
  to: z.string(),
  recoveredAt: z.string().nullable(),
  recoveredValue: figure,
  tellings: z.array(
    z.object({
      channel: z.enum(tellingChannels),
      address: z.string().describe('a mail address, or the name of what was told'),
      state: z.enum(deliveryStates),
      reason: z.string(),
    }),
  ),
});
export type Crossing = z.output<typeof crossing>;

const details = goal.extend({
  crossings: z.array(crossing).describe('the newest first'),
  points: z
    .array(z.object({ at: z.string().describe('a day, or an instant'), value: figure }))
    .describe('the figure over time'),
  pointsNote: z.string().describe('why there are no points; empty otherwise'),
});
export type GoalDetails = z.output<typeof details>;

const slackUrl = chatAddress.describe(
  'an incoming webhook of Slack, kept sealed; only an admin sets one; null takes it away',
);

/** Goals that are to be reached, and alerts that tell of a figure once each time that it crosses its number. */
export const goals = {
  list: route('GET', '/goals', 'goals.view', "Goals and alerts: one's own and shared ones; admins see all")
    .input(z.strictObject({}))
    .output(z.object({ goals: z.array(goal) })),
  create: route('POST', '/goals', 'goals.edit', 'Add a goal or an alert', { status: 201 })
    .input(
      goalFields.extend({
        filter: goalFields.shape.filter.default([]),
        least: goalFields.shape.least.default(10),
        shared: goalFields.shape.shared.default(false),
        recipients: goalFields.shape.recipients.default([]),
        announcement: goalFields.shape.announcement.default(null),
        slackUrl: slackUrl.default(null),
      }),
    )
    .output(goal),
  get: route('GET', '/goals/{id}', 'goals.view', 'A goal or an alert, its figure over time and what it told')
    .input(z.strictObject({ id: goalId }))
    .output(details),
  update: route('PUT', '/goals/{id}', 'goals.edit', 'Change a goal or an alert')
    .input(
      changesOf(goalFields).extend({
        id: goalId,
        slackUrl: slackUrl.optional(),
        version: z.number().int().optional().describe('refused when it has changed since'),
      }),
    )
    .output(goal),
  remove: route('DELETE', '/goals/{id}', 'goals.edit', 'Remove a goal or an alert')
    .input(z.strictObject({ id: goalId }))
    .output(message),
  snooze: route('POST', '/goals/{id}/snooze', 'goals.edit', 'Have nobody told of it for a while')
    .input(
      z.strictObject({
        id: goalId,
        until: z.iso
          .datetime()
          .nullable()
          .describe(`at most ${goalLimits.snoozeDays} days from now; null ends it`),
      }),
    )
    .output(goal),
};
