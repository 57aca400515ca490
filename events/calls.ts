import { z } from 'zod';
import { callDirections, callStatus } from '#shared/model/call.ts';
import { callOrigin, callResult } from '#shared/model/exchange.ts';
import { defineEvent } from './define.ts';

const agentId = 'usr_01J8Z3K4M5N6P7Q8R9S0T1V2W3';

/** What becomes of calls. A call that went through several hands has a leg for each agent. */
export const callEvents = {
  'call.started': defineEvent(
    z.object({
      direction: z.enum(callDirections),
      leadId: z.string().nullable(),
      agentId: z.string().nullable(),
      startedAt: z.string(),
    }),
    { direction: 'outbound', leadId: null, agentId, startedAt: '2026-01-05T12:00:00.000Z' },
  ),
  'call.ended': defineEvent(
    z.object({
      direction: z.enum(callDirections),
      status: callStatus,
      leadId: z.string().nullable(),
      disposition: z.string(),
      /** The instant that figures count it at. */
      startedAt: z.string(),
      answered: z.boolean(),
      talkSeconds: z.number().int(),
      legs: z.array(z.object({ agentId: z.string(), answered: z.boolean(), talkSeconds: z.number().int() })),
      /** What had the exchange make the call, and how it turned out; null for every other call. */
      source: callOrigin.nullable().default(null),
      result: callResult.nullable().default(null),
      /** The workspace's own, in E.164; null where none was shown, or it is not known. */
      number: z.string().nullable().default(null),
    }),
    {
      direction: 'outbound',
      status: 'completed',
      leadId: null,
      disposition: 'Interested',
      startedAt: '2026-01-05T12:00:00.000Z',
      answered: true,
      talkSeconds: 95,
      legs: [{ agentId, answered: true, talkSeconds: 95 }],
      source: { kind: 'journey', id: 'enr_01J8Z3K4M5N6P7Q8R9S0T1V2W3' },
      result: 'answered',
      number: '+13055550142',
    },
  ),
  'call.agents': defineEvent(
    z.object({
      /** Agents who begin to talk in the call, or end to, and when. */
      agents: z.array(
        z.object({
          agentId: z.string(),
          talking: z.boolean(),
          at: z.string(),
          /** Whether there is something to wrap up afterwards; whom a colleague only asked has nothing. */
          wrapsUp: z.boolean().optional(),
        }),
      ),
    }),
    { agents: [{ agentId, talking: true, at: '2026-01-05T12:00:00.000Z' }] },
  ),
  'call.disposed': defineEvent(
    z.object({ before: z.string(), disposition: z.string(), startedAt: z.string() }),
    { before: '', disposition: 'Call back', startedAt: '2026-01-05T12:00:00.000Z' },
  ),
};
