import { z } from 'zod';
import { changesOf } from '../../model/changes.ts';
import { emergencyCall, emergencyLimits, emergencyLocation } from '../../model/emergency-calls.ts';
import { phoneInput } from '../../model/lead.ts';
import { route } from '../contract.ts';

/** What a workspace says of its emergency calls, for the form and the calls. */
export const emergencySettings = z.strictObject({
  contacts: z
    .array(z.email('Please enter an e-mail address.').max(254).toLowerCase())
    .max(emergencyLimits.contacts, `At most ${emergencyLimits.contacts} addresses.`)
    .default([])
    .describe('who is told by a mail; all admins where there are none'),
  callbackNumber: phoneInput
    .nullable()
    .default(null)
    .describe('what emergency calls of phones show that have no caller ID of their own'),
  location: emergencyLocation.default('').describe('of phones that have none of their own'),
});

const shownSettings = emergencySettings.extend({ callbackNumber: z.string().nullable() });

export const emergency = {
  listEmergencyCalls: route(
    'GET',
    '/pbx/emergency-calls',
    'extensions.view',
    'The last emergency calls of the workspace, newest first',
  )
    .input(z.strictObject({}))
    .output(z.object({ calls: z.array(emergencyCall) })),
  emergencySettings: route(
    'GET',
    '/pbx/emergency-settings',
    'extensions.view',
    'Who is told of emergency calls, the number they show, and where the workspace is',
  )
    .input(z.strictObject({}))
    .output(shownSettings),
  setEmergencySettings: route(
    'PUT',
    '/pbx/emergency-settings',
    'extensions.edit',
    'Say who is told of emergency calls, which number they show, and where the workspace is',
  )
    .input(changesOf(emergencySettings))
    .output(shownSettings),
};
