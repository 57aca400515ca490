import { z } from 'zod';
import { phoneAccess } from '../../exchange/commands.ts';
import { phoneDevice, phoneSession, phoneSessionLimits } from '../../model/phone-session.ts';
import { id, route, timestamp } from '../contract.ts';

const sessionId = id('pse');

export const sessions = {
  listPhoneSessions: route(
    'GET',
    '/pbx/sessions',
    'phoneSessions.use',
    'Who was signed in to the phone and when, the newest first; agents see their own',
  )
    .input(
      z.strictObject({
        userId: id('usr').optional(),
        active: z.stringbool().optional().describe('true: those that go on, and no others'),
        from: timestamp.optional().describe('that began then or later; by default a week ago'),
        to: timestamp.optional(),
      }),
    )
    .output(
      z.object({
        sessions: z.array(phoneSession),
        nextTo: z.string().nullable().describe('`to` of the next page; null on the last'),
      }),
    ),
  startPhoneSession: route(
    'POST',
    '/pbx/sessions',
    'phoneSessions.use',
    'Sign in to the phone of your own extension; another device of yours is signed out',
    { status: 201 },
  )
    .input(z.strictObject({ device: phoneDevice.default('browser') }))
    .output(
      z.object({
        session: phoneSession,
        phone: z.string().describe('its name on the exchange'),
        access: phoneAccess,
        password: z
          .string()
          .nullable()
          .describe('SIP, of this session; null for a desk phone, which has its own, and for one outside'),
      }),
    ),
  phoneHeartbeat: route(
    'POST',
    '/pbx/sessions/{id}/heartbeat',
    'phoneSessions.use',
    `Say that the phone lives, every ${phoneSessionLimits.heartbeatSeconds} s; a session that has ended says why`,
  )
    .input(z.strictObject({ id: sessionId }))
    .output(phoneSession),
  endPhoneSession: route(
    'DELETE',
    '/pbx/sessions/{id}',
    'phoneSessions.use',
    'Sign out of the phone; admins also somebody else, unless they are on a call',
  )
    .input(z.strictObject({ id: sessionId }))
    .output(phoneSession),
};
