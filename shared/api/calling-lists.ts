import { z } from 'zod';
import { abandonment } from '../model/abandonment.ts';
import {
  callingList,
  callingListFields,
  callingResult,
  entryStates,
  newCallingList,
} from '../model/calling-list.ts';
import { id, message, route, timestamp } from './contract.ts';

const listId = id('cll');

/** A lead that an agent has been given to call. */
const turn = z.object({
  listId: z.string(),
  leadId: z.string(),
  kind: z.enum(['callback', 'first', 'again']).describe('a promised call, the first one, or another attempt'),
  attempts: z.number().int().describe('calls by this list before'),
  dueAt: z.string().nullable().describe('when it was promised, or due again'),
  until: z.string().describe('after that it goes to somebody else, unless a call with it goes on'),
});

const passedOver = z.object({ leadId: z.string(), reason: z.string(), nextAt: z.string().nullable() });

/** How it stands with oneself and a list that dials by itself. */
const readiness = z.object({
  isReady: z.boolean(),
  since: z.string().nullable(),
  waitsFor: z.string().describe('why nothing is dialled now, or why it was stopped; empty without a reason'),
  passedOver: z.array(passedOver).describe('leads that might not be called, and why'),
  turn: turn.nullable(),
});

export const callingLists = {
  list: route(
    'GET',
    '/calling-lists',
    'callingLists.view',
    'Calling lists, by name; an agent’s are those they work',
  )
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ lists: z.array(callingList) })),
  create: route('POST', '/calling-lists', 'callingLists.edit', 'Add a calling list', { status: 201 })
    .input(z.strictObject(newCallingList))
    .output(callingList),
  get: route('GET', '/calling-lists/{id}', 'callingLists.view', 'One calling list')
    .input(z.strictObject({ id: listId }))
    .output(callingList),
  update: route('PUT', '/calling-lists/{id}', 'callingLists.edit', 'Change a calling list')
    .input(
      z.strictObject({
        id: listId,
        ...z.object(callingListFields).partial().shape,
        version: z.number().int().optional().describe('refused when the list has changed since'),
      }),
    )
    .output(callingList),
  remove: route('DELETE', '/calling-lists/{id}', 'callingLists.edit', 'Remove a calling list')
    .input(z.strictObject({ id: listId }))
    .output(message),
  progress: route('GET', '/calling-lists/{id}/progress', 'callingLists.view', 'How far a list is')
    .input(z.strictObject({ id: listId }))
    .output(
      z.object({
        states: z.record(z.enum(entryStates), z.number().int()),
        dueNow: z.number().int().describe('waiting or promised, and due'),
        agentsReady: z.number().int().describe('for whom its leads are dialled now'),
        linesOpen: z
          .number()
          .int()
          .describe('leads that are rung now, or wait for an agent; of power and predictive lists'),
        abandonment: abandonment.describe('of the calls that the list dialled, by 47 CFR 64.1200(a)(7)'),
        isRead: z
          .boolean()
          .describe('whether all leads that pass the filter are in; else more come as these are called'),
        reasons: z
          .array(z.object({ text: z.string(), leads: z.number().int() }))
          .describe('why leads rest or are done, the most frequent first'),
      }),
    ),
  next: route(
    'POST',
    '/calling-lists/{id}/next',
    'callingLists.work',
    'The next lead to call; who has one already is answered it again, whichever list it is of',
  )
    .input(z.strictObject({ id: listId }))
    .output(
      z.object({
        turn: turn.nullable(),
        passedOver: z.array(passedOver).describe('leads before it that may not be called now, and why'),
        lookAgainAt: z
          .string()
          .nullable()
          .describe('where there is none: when one is due; null: none is left'),
      }),
    ),
  readiness: route(
    'GET',
    '/calling-lists/{id}/readiness',
    'callingLists.work',
    'Whether one is ready to be dialled for, and which lead one has',
  )
    .input(z.strictObject({ id: listId }))
    .output(readiness),
  ready: route(
    'POST',
    '/calling-lists/{id}/ready',
    'callingLists.work',
    'Be dialled for: the leads of a list that dials come one after another until one pauses',
  )
    .input(z.strictObject({ id: listId }))
    .output(readiness),
  pause: route(
    'POST',
    '/calling-lists/{id}/pause',
    'callingLists.work',
    'Be dialled for no more; a call that goes on stays',
  )
    .input(z.strictObject({ id: listId }))
    .output(readiness),
  result: route(
    'POST',
    '/calling-lists/{id}/leads/{leadId}/result',
    'callingLists.work',
    'What came of a lead that one was given; the lead is free again',
  )
    .input(
      z.strictObject({
        id: listId,
        leadId: id('led'),
        result: callingResult,
        callbackAt: timestamp.optional().describe('of a callback'),
      }),
    )
    .output(
      z.object({ state: z.enum(entryStates), dueAt: z.string().nullable(), attempts: z.number().int() }),
    ),
};
