import { z } from 'zod';
import { callStatus } from '../model/call.ts';
import { callResult, exchangeEvents, exchangeLimits } from '../model/exchange.ts';
import { id, route, timestamp } from './contract.ts';

export const telephony = {
  event: route(
    'POST',
    '/telephony/events/{key}',
    'public',
    'What the exchange tells of a call that it makes; signed in exchange-signature, by the secret of the line',
  )
    .input(
      z.strictObject({
        key: id('tel').describe('of the line; the exchange is given the address with each call'),
        callId: id('cal'),
        event: z.enum(exchangeEvents),
        at: timestamp,
        by: z.enum(['human', 'machine']).optional().describe('who has answered'),
        result: callResult.optional().describe('of an end'),
        talkSeconds: z.number().int().min(0).max(exchangeLimits.talk).default(0),
      }),
    )
    .output(z.object({ status: callStatus.describe('of the call now') })),
};
