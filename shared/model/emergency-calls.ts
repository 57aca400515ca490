import * as z from 'zod';

/** Emergency services and their test line: nobody else may have these numbers (47 CFR 9.16). */
export const emergencyNumbers = ['911', '933'] as const;
export type EmergencyNumber = (typeof emergencyNumbers)[number];

/** Bounds of what a workspace says of its emergency calls; `calls` are listed, the last ones. */
export const emergencyLimits = { contacts: 20, location: 200, calls: 100 } as const;

/**
 * Where somebody who calls for help can be found: street, floor, room. 47 CFR 9.3, dispatchable location
 */
export const emergencyLocation = z
  .string()
  .trim()
  .max(emergencyLimits.location, `At most ${emergencyLimits.location} characters.`);

/** An emergency call as the workspace's people are told of it. 47 CFR 9.16(b)(2) */
export const emergencyCall = z.object({
  id: z.string(),
  number: z.enum(emergencyNumbers).describe('911, or 933, which tests it'),
  extension: z.string(),
  name: z.string().describe('of the extension'),
  userName: z.string().describe('who was signed in to the phone; empty where nobody was'),
  callbackNumber: z.string().nullable().describe('E.164: the number that the call showed'),
  location: z.string().describe('of the extension, or of the workspace; empty where neither has one'),
  at: z.string().describe('when it was dialled'),
});
export type EmergencyCall = z.output<typeof emergencyCall>;
