import * as z from 'zod';

const callers = z.number().int();
const seconds = z.number().nullable().describe('to one decimal; null without a caller');

/**
 * What became of a plan's callers, from what the exchange told of each node. Every figure is null or empty before the
 * first call.
 */
export const planStats = z.object({
  startDate: z.string(),
  endDate: z.string(),
  calls: callers.describe('that came to the start'),
  averageSeconds: seconds.describe('that a call spent in the plan'),
  success: z
    .object({
      nodeId: z.string(),
      callers,
      rate: z.number().nullable().describe('of all calls, from 0 to 1; null without a call'),
    })
    .nullable()
    .describe('callers who came to the goal that the plan names; null where it names none'),
  nodes: z.array(
    z.object({
      nodeId: z.string().describe('of the drawing that ran then: it may be gone since'),
      callers: callers.describe('each counted once, however often they came'),
      visits: z.number().int(),
      ended: z.number().int().describe('visits in which the call ended'),
      averageSeconds: seconds,
    }),
  ),
  edges: z.array(z.object({ nodeId: z.string(), way: z.string(), visits: z.number().int() })),
});
export type PlanStats = z.output<typeof planStats>;
