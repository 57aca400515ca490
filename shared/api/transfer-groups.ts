import { z } from 'zod';
import {
  newTransferGroup,
  newTransferNumber,
  transferGroup,
  transferGroupFields,
  transferGroupLimits,
  transferNumber,
  transferNumberFields,
} from '../model/transfer-group.ts';
import { id, message, route } from './contract.ts';

const groupId = id('tgr');
const numberId = id('tnr');
const version = z.number().int().optional().describe('refused when the group has changed since');

const tooManyNumbers = `A group has at most ${transferGroupLimits.numbers} numbers.`;

const chosenNumber = z.object({
  numberId: z.string().nullable().describe('null is the fallback number'),
  phoneNumber: z.string().describe('E.164'),
  label: z.string(),
  reason: z.string().describe('why this one'),
});

export const transferGroups = {
  list: route('GET', '/transfer-groups', 'transferGroups.view', 'Transfer groups, by name')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ groups: z.array(transferGroup) })),
  create: route('POST', '/transfer-groups', 'transferGroups.edit', 'Add a transfer group', { status: 201 })
    .input(
      z.strictObject({
        ...newTransferGroup,
        numbers: z
          .array(z.strictObject(newTransferNumber))
          .max(transferGroupLimits.numbers, tooManyNumbers)
          .default([]),
      }),
    )
    .output(transferGroup),
  get: route('GET', '/transfer-groups/{id}', 'transferGroups.view', 'One transfer group')
    .input(z.strictObject({ id: groupId }))
    .output(transferGroup),
  update: route('PUT', '/transfer-groups/{id}', 'transferGroups.edit', 'Change a transfer group')
    .input(
      z.strictObject({
        id: groupId,
        ...z.object(transferGroupFields).partial().shape,
        numbers: z
          .array(z.strictObject({ id: numberId.optional(), ...newTransferNumber }))
          .max(transferGroupLimits.numbers, tooManyNumbers)
          .optional()
          .describe('all of them; one without an id is added, one that is missing is taken out'),
        version,
      }),
    )
    .output(transferGroup),
  remove: route('DELETE', '/transfer-groups/{id}', 'transferGroups.edit', 'Remove a transfer group')
    .input(z.strictObject({ id: groupId }))
    .output(message),
  addNumber: route(
    'POST',
    '/transfer-groups/{id}/numbers',
    'transferGroups.edit',
    'Add a number to a group',
    {
      status: 201,
    },
  )
    .input(z.strictObject({ id: groupId, ...newTransferNumber }))
    .output(transferNumber),
  updateNumber: route(
    'PUT',
    '/transfer-groups/{id}/numbers/{numberId}',
    'transferGroups.edit',
    'Change a number of a group',
  )
    .input(z.strictObject({ id: groupId, numberId, ...z.object(transferNumberFields).partial().shape }))
    .output(transferNumber),
  removeNumber: route(
    'DELETE',
    '/transfer-groups/{id}/numbers/{numberId}',
    'transferGroups.edit',
    'Take a number out of a group',
  )
    .input(z.strictObject({ id: groupId, numberId }))
    .output(message),
  nextNumber: route(
    'GET',
    '/transfer-groups/{id}/next-number',
    'transferGroups.view',
    'The number that is to take the next call; with a key it is drawn for that call, and the same key is answered the same',
  )
    .input(
      z.strictObject({
        id: groupId,
        key: z
          .string()
          .trim()
          .min(1)
          .max(120)
          .optional()
          .describe("names the call that it is drawn for; without one the group's turn stays as it is"),
      }),
    )
    .output(chosenNumber),
  config: route(
    'GET',
    '/transfer-groups/{id}/config',
    'transferGroups.view',
    'What a dialler needs to know of a group: its numbers in their order, ringing time and hours',
  )
    .input(z.strictObject({ id: groupId }))
    .output(
      transferGroup
        .pick({
          id: true,
          name: true,
          strategy: true,
          hours: true,
          fallbackNumber: true,
          ringSeconds: true,
          numbers: true,
        })
        .extend({ openNow: z.boolean() }),
    ),
  checkAvailability: route(
    'GET',
    '/transfer-groups/{id}/check-availability',
    'transferGroups.view',
    'Whether a group can take a call now',
  )
    .input(z.strictObject({ id: groupId }))
    .output(
      z.object({
        available: z.boolean(),
        openNow: z.boolean(),
        opensAt: z.string().nullable().describe('null while it is open, and where it never opens'),
        numbersFree: z.number().int(),
        reason: z.string().describe('in a sentence; empty while it is available'),
      }),
    ),
};
