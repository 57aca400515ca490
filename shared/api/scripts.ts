import { z } from 'zod';
import { call } from '../model/call.ts';
import { givenAnswer, script, scriptFields, scriptLimits, scriptStep } from '../model/script.ts';
import { id, message, route } from './contract.ts';

const scriptId = id('scr');

const spoken = z.object({ id: z.string(), name: z.string(), steps: z.array(scriptStep) });

export const scripts = {
  list: route('GET', '/scripts', 'scripts.view', 'What agents say in calls, by name')
    .input(z.strictObject({ search: z.string().trim().max(80).optional() }))
    .output(z.object({ scripts: z.array(script) })),
  create: route('POST', '/scripts', 'scripts.edit', 'Add a script', { status: 201 })
    .input(z.strictObject({ ...scriptFields, description: scriptFields.description.default('') }))
    .output(script),
  preview: route(
    'POST',
    '/scripts/preview',
    'scripts.edit',
    'Steps that are not saved yet, as they are said',
    {
      afterTrial: true,
    },
  )
    .input(
      z.strictObject({
        steps: scriptFields.steps,
        leadId: id('led').optional().describe('a sample lead when left out'),
      }),
    )
    .output(z.object({ steps: z.array(scriptStep) })),
  get: route('GET', '/scripts/{id}', 'scripts.view', 'One script')
    .input(z.strictObject({ id: scriptId }))
    .output(script),
  update: route('PUT', '/scripts/{id}', 'scripts.edit', 'Change a script')
    .input(
      z.strictObject({
        id: scriptId,
        ...z.object(scriptFields).partial().shape,
        version: z.number().int().optional().describe('refused when the script has changed since'),
      }),
    )
    .output(script),
  remove: route(
    'DELETE',
    '/scripts/{id}',
    'scripts.edit',
    'Remove a script; what was answered stays with the calls',
  )
    .input(z.strictObject({ id: scriptId }))
    .output(message),
  speak: route(
    'GET',
    '/scripts/{id}/leads/{leadId}',
    'scripts.view',
    'A script with the values of a lead put in',
  )
    .input(z.strictObject({ id: scriptId, leadId: id('led') }))
    .output(spoken),
  answer: route(
    'PUT',
    '/scripts/{id}/calls/{callId}',
    'calls.create',
    'Keep with a call what was answered to a script so far, from its first step on',
  )
    .input(
      z.strictObject({
        id: scriptId,
        callId: id('cal'),
        answers: z.array(givenAnswer).max(scriptLimits.path),
      }),
    )
    .output(call),
};
