import { z } from 'zod';
import {
  calendarMonth,
  celebrationLimits,
  celebrationRule,
  celebrationRuleFields,
  monthWinner,
  win,
} from '../model/celebration.ts';
import { changesOf } from '../model/changes.ts';
import { chatAddress } from '../model/chat-address.ts';
import { personalisedBatch } from '../model/personalised.ts';
import { idOf, refersTo } from '../model/reference.ts';
import { id, message, route, timestamp } from './contract.ts';

const ruleId = id('clr');
const slackUrl = chatAddress.describe('an incoming webhook of Slack, kept sealed; null takes it away');
const teamsUrl = chatAddress.describe(
  'a workflow of Teams that takes cards, kept sealed; null takes it away',
);

export const celebrations = {
  listRules: route('GET', '/celebration-rules', 'celebrations.view', 'Rules of celebrations, in their order')
    .input(z.strictObject({}))
    .output(z.object({ rules: z.array(celebrationRule) })),
  createRule: route('POST', '/celebration-rules', 'celebrations.edit', 'Add a rule, as the last one', {
    status: 201,
  })
    .input(
      celebrationRuleFields.extend({ slackUrl: slackUrl.default(null), teamsUrl: teamsUrl.default(null) }),
    )
    .output(celebrationRule),
  updateRule: route('PUT', '/celebration-rules/{id}', 'celebrations.edit', 'Change a rule')
    .input(
      changesOf(celebrationRuleFields).extend({
        id: ruleId,
        slackUrl: slackUrl.optional(),
        teamsUrl: teamsUrl.optional(),
        version: z.number().int().optional().describe('refused when the rule has changed since'),
      }),
    )
    .output(celebrationRule),
  removeRule: route('DELETE', '/celebration-rules/{id}', 'celebrations.edit', 'Remove a rule')
    .input(z.strictObject({ id: ruleId }))
    .output(message),
  orderRules: route('POST', '/celebration-rules/order', 'celebrations.edit', 'Put the rules into an order')
    .input(
      z.strictObject({
        ids: z.array(ruleId).max(celebrationLimits.rules).describe('all of them, each once'),
      }),
    )
    .output(z.object({ rules: z.array(celebrationRule) })),

  today: route('GET', '/celebrations', 'celebrations.view', 'What was won today, the latest first')
    .input(
      z.strictObject({
        since: timestamp.optional().describe('only what was won from then on; the total is of that as well'),
        figures: z
          .union([z.boolean(), z.stringbool()])
          .default(true)
          .describe('false: nothing is said of first frames, which costs the most'),
      }),
    )
    .output(
      z.object({
        date: z.string().describe('of the workspace’s calendar'),
        wins: z.array(win),
        total: z.number().describe('of all that stand, in US dollars'),
        firstFrame: z
          .object({ p50: z.number().nullable(), p95: z.number().nullable(), count: z.number().int() })
          .nullable()
          .describe(
            'from a sale to its first frame on a display, in ms; those that waited their turn are left out; null without figures',
          ),
      }),
    ),
  month: route(
    'GET',
    '/celebrations/month',
    'celebrations.view',
    'Who won how much in a month, the most first',
  )
    .input(
      z.strictObject({
        month: calendarMonth.optional().describe('this month or the one before; this one when left out'),
      }),
    )
    .output(
      z.object({
        month: calendarMonth,
        months: z.array(calendarMonth).describe('that may be asked for, the latest first'),
        winners: z.array(monthWinner),
        sales: z.number().int().describe('all sales of the month, also those that no rep is named for'),
        amount: z.number().describe('what they come to, in US dollars'),
      }),
    ),
  monthVideos: route(
    'POST',
    '/celebrations/month/videos',
    'personalisedVideos.manage',
    'A video for each of the month’s best, of one sign: a batch of personalised videos',
    { status: 202 },
  )
    .input(
      z.strictObject({
        requestId: z
          .string()
          .min(8)
          .max(64)
          .describe('the caller’s own; the same one again is the same batch'),
        month: calendarMonth,
        projectId: refersTo('project', idOf('prj', 'Please choose a sign.')),
        winners: z
          .number()
          .int()
          .min(celebrationLimits.winners.min, 'At least one winner.')
          .max(celebrationLimits.winners.max, `At most ${celebrationLimits.winners.max} winners.`)
          .default(3),
        seconds: z
          .number()
          .int()
          .min(
            celebrationLimits.videoSeconds.min,
            `A video has at least ${celebrationLimits.videoSeconds.min} seconds.`,
          )
          .max(
            celebrationLimits.videoSeconds.max,
            `A video has at most ${celebrationLimits.videoSeconds.max} seconds.`,
          )
          .default(8),
      }),
    )
    .output(personalisedBatch),
  ring: route('POST', '/celebrations', 'celebrations.ring', 'Ring the bell: celebrate a sale by hand', {
    status: 201,
  })
    .input(
      z
        .strictObject({
          requestId: z
            .string()
            .min(8)
            .max(64)
            .describe('the caller’s own; the same one again is the same bell'),
          leadId: id('led').nullable().default(null),
          customer: z
            .string()
            .trim()
            .max(celebrationLimits.customerLength, `At most ${celebrationLimits.customerLength} characters.`)
            .default('')
            .describe('who bought, where no lead is named'),
          amount: z
            .number()
            .min(0, 'An amount is at least 0.')
            .max(celebrationLimits.amount, 'An amount is at most a billion dollars.')
            .nullable()
            .default(null)
            .describe('US dollars; null: the amount of the lead'),
          repId: refersTo('user', id('usr'))
            .nullable()
            .default(null)
            .describe('who sold; null: the owner of the lead, else who rings. Agents ring for themselves.'),
        })
        .refine(({ leadId, customer }) => leadId !== null || customer !== '', {
          message: 'Please name the customer, or choose a lead.',
          path: ['customer'],
        }),
    )
    .output(win),
  undo: route(
    'POST',
    '/celebrations/{id}/undo',
    'celebrations.ring',
    'Call a celebration off, on all displays',
  )
    .input(z.strictObject({ id: id('cel') }))
    .output(win),
};
