import { z } from 'zod';
import { exchangeEvent } from '../exchange/events.ts';
import { callStatus } from '../model/call.ts';
import { id, route } from './contract.ts';

export const telephony = {
  event: route(
    'POST',
    '/telephony/events/{key}',
    'public',
    'What an exchange tells of calls and phones; signed in exchange-signature, by the secret of the line',
  )
    .input(
      z.strictObject({
        ...exchangeEvent.shape,
        key: id('tel').describe('of the line; the exchange is given the address with each call'),
      }),
    )
    .output(
      z.object({
        status: callStatus.optional().describe('of the call now'),
        uploadUrl: z.string().optional().describe('of a recording that is ready: PUT it there, as audio/wav'),
      }),
    ),
};
