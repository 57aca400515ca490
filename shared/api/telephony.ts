import { z } from 'zod';
import { bridgeRun, channel, channelAnswer, enrolment, fetched, heartbeat } from '../exchange/channel.ts';
import { phoneAccess } from '../exchange/commands.ts';
import { exchangeEvent } from '../exchange/events.ts';
import { callStatus } from '../model/call.ts';
import { changesOf } from '../model/changes.ts';
import { holdMusic, holdMusicLimits } from '../model/hold-music.ts';
import { telephoneExchange, telephoneExchangeFields } from '../model/telephone-exchange.ts';
import { id, message, route } from './contract.ts';

const exchangeId = id('exc');
const version = z.number().int().optional().describe('refused when the exchange has changed since');

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
        way: z.string().optional().describe('by which a caller goes on whom a dial plan asks about'),
      }),
    ),

  music: route('GET', '/telephony/music', 'queues.view', 'What callers hear on hold, where it is one’s own')
    .input(z.strictObject({}))
    .output(z.object({ music: holdMusic })),
  setMusic: route(
    'POST',
    '/telephony/music',
    'queues.edit',
    'Have callers on hold, and those in queues with music of one’s own, hear a file',
  )
    .input(
      z.strictObject({
        audio: z
          .instanceof(Blob, { message: 'Please choose a file.' })
          .describe(
            `WAV, 8 kHz, mono, 16 bit; at most ${holdMusicLimits.seconds} seconds. Without it, the exchange's own music is heard`,
          )
          .optional(),
        name: z.string().trim().max(holdMusicLimits.name).default('Own music'),
      }),
    )
    .output(z.object({ music: holdMusic })),
  exchanges: route(
    'GET',
    '/telephony/exchanges',
    'exchanges.manage',
    'The exchanges that calls can go through: one’s own and the platform’s, with how they stand',
  )
    .input(z.strictObject({}))
    .output(z.object({ exchanges: z.array(telephoneExchange) })),
  createExchange: route(
    'POST',
    '/telephony/exchanges',
    'exchanges.manage',
    'Add an exchange of one’s own; an operator’s is for every workspace',
    { status: 201 },
  )
    .input(z.strictObject(telephoneExchangeFields))
    .output(telephoneExchange),
  updateExchange: route('PUT', '/telephony/exchanges/{id}', 'exchanges.manage', 'Change an exchange')
    .input(z.strictObject({ id: exchangeId, ...changesOf(z.object(telephoneExchangeFields)).shape, version }))
    .output(telephoneExchange),
  removeExchange: route(
    'DELETE',
    '/telephony/exchanges/{id}',
    'exchanges.manage',
    'Remove an exchange that no workspace is on',
  )
    .input(z.strictObject({ id: exchangeId }))
    .output(message),
  enrolExchange: route(
    'POST',
    '/telephony/exchanges/{id}/enrolment',
    'exchanges.manage',
    'Make a token by which a bridge enrols: it works once, for an hour, and is answered this once',
  )
    .input(z.strictObject({ id: exchangeId }))
    .output(
      z.object({
        token: z.string(),
        expiresAt: z.string(),
        product: z.string().describe('the address that the bridge is to be given with it'),
      }),
    ),
  revokeExchange: route(
    'POST',
    '/telephony/exchanges/{id}/revoke',
    'exchanges.manage',
    'Shut the bridge of an exchange out, and end a token that waits',
  )
    .input(z.strictObject({ id: exchangeId }))
    .output(telephoneExchange),
  moveToExchange: route(
    'PUT',
    '/telephony/placement',
    'exchanges.manage',
    'Have the calls of the workspace go through an exchange from now on; its agents sign in to their phones again',
  )
    .input(z.strictObject({ exchangeId }))
    .output(z.object({ exchanges: z.array(telephoneExchange) })),
  testExchange: route(
    'POST',
    '/telephony/test',
    'exchanges.manage',
    'Ask the exchange of the workspace how it is, and how long its answer takes',
  )
    .input(z.strictObject({}))
    .output(
      z.object({
        isReached: z.boolean().describe('whether its bridge has answered'),
        isUp: z.boolean().describe('whether it can make calls'),
        ms: z.number().int(),
        version: z.string().nullable(),
        text: z.string().describe('what it answered, in a sentence'),
      }),
    ),
  testPhone: route(
    'POST',
    '/telephony/test-phone',
    'exchanges.manage',
    'Let a phone register for five minutes, to try the way there',
  )
    .input(z.strictObject({}))
    .output(z.object({ phone: z.string(), password: z.string(), access: phoneAccess })),
  removeTestPhone: route('DELETE', '/telephony/test-phone/{phone}', 'exchanges.manage', 'End such a phone')
    .input(z.strictObject({ phone: z.string().regex(/^t\d{1,10}-0\d{7}$/, 'This is no phone of a test.') }))
    .output(message),

  enrolBridge: route(
    'POST',
    '/telephony/bridge/enrol',
    'public',
    'A bridge spends its enrolment token; the same again, with the same secret, answers the same',
  )
    .input(enrolment)
    .output(z.object({ exchangeId: z.string(), name: z.string(), phoneUrl: z.string() })),
  bridgeHeartbeat: route(
    'POST',
    '/telephony/bridge/heartbeat',
    'public',
    'A bridge says that it lives; by its key as a bearer token',
  )
    .input(heartbeat)
    .output(z.object({ at: z.string(), phoneUrl: z.string() })),
  bridgeChannel: route(
    'POST',
    '/telephony/bridge/channel',
    'public',
    'Where a bridge fetches its messages, with what opens that; by its key as a bearer token',
  )
    .input(z.strictObject({}))
    .output(channel),
  bridgeMessages: route(
    'POST',
    '/telephony/bridge/messages',
    'public',
    'Messages for a bridge, waited for some seconds, and those that it has done taken away; by its key',
  )
    .input(z.strictObject({ run: bridgeRun, done: z.array(z.string().min(1).max(1024)).max(10).default([]) }))
    .output(z.object({ messages: z.array(fetched) })),
  bridgeAnswer: route(
    'POST',
    '/telephony/bridge/answers',
    'public',
    'What a bridge answers to a message; by its key as a bearer token',
  )
    .input(channelAnswer)
    .output(z.object({})),
};
