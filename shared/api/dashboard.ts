import { z } from 'zod';
import { route } from './contract.ts';

/** What is counted of an hour, a day or a longer time. */
export const figures = z.object({
  leadsCreated: z.number().int(),
  calls: z.number().int().describe('that have ended'),
  callsAnswered: z.number().int(),
  inbound: z.number().int(),
  outbound: z.number().int(),
  talkSeconds: z.number().int(),
  dealsWon: z.number().int(),
  dealAmount: z.number().describe('US dollars'),
});
export type Figures = z.output<typeof figures>;

const hourOf = figures.extend({ date: z.string(), hour: z.number().int().min(0).max(23) });
export type HourFigures = z.output<typeof hourOf>;

/** Hours that the history goes back at most: 31 days. */
const historyHours = 744;

export const place = z.object({
  agentId: z.string(),
  name: z.string(),
  calls: z.number().int().describe("with a part of this agent's"),
  callsAnswered: z.number().int(),
  inbound: z.number().int(),
  outbound: z.number().int(),
  talkSeconds: z.number().int(),
  dealsWon: z.number().int(),
  dealAmount: z.number(),
});
export type Place = z.output<typeof place>;

const today = z.object({
  date: z.string(),
  timeZone: z.string().describe("the tenant's: days and hours are those of its clock"),
  today: figures,
  yesterday: figures.describe('the whole day'),
  yesterdayUntilNow: figures.describe('up to the end of the same hour'),
});

export const dashboard = {
  stats: route('GET', '/dashboard/stats', 'dashboard.view', 'Today, what is open, and who is ahead')
    .input(
      z.strictObject({
        days: z.coerce.number().int().min(1).max(31).default(1).describe('that the leaderboard looks back'),
      }),
    )
    .output(
      today.extend({
        totalLeads: z.number().int(),
        openAmount: z.number(),
        activeCalls: z.number().int(),
        leaderboard: z.array(place),
      }),
    ),
  history: route('GET', '/dashboard/history', 'dashboard.view', 'Hour by hour, the last one going on')
    .input(z.strictObject({ hours: z.coerce.number().int().min(1).max(historyHours).default(24) }))
    .output(z.object({ timeZone: z.string(), hours: z.array(hourOf) })),
  today: route('GET', '/stats/today', 'dashboard.view', 'Today beside yesterday')
    .input(z.strictObject({}))
    .output(today),
  hourly: route('GET', '/stats/hourly', 'dashboard.view', 'The hours of today')
    .input(z.strictObject({}))
    .output(z.object({ date: z.string(), timeZone: z.string(), hours: z.array(hourOf) })),
};
