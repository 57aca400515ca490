import * as z from 'zod';

/** Bounds of sign-ins to the phone. */
export const phoneSessionLimits = {
  /** A phone that says nothing for so long is signed out: hidden tabs of browsers are throttled to once a minute. */
  silenceSeconds: 90,
  /** A softphone says that it lives this often. */
  heartbeatSeconds: 25,
  /** Nobody's working day is longer; the softphone's password ends with it. */
  longestHours: 16,
  /** Sign-ins of one page. */
  page: 100,
  /** Days that a list goes back at most. */
  days: 92,
  /** Different reasons of pauses that one sign-in tells apart. */
  reasons: 30,
} as const;

export const phoneDevices = { browser: 'Browser', desk: 'Desk phone', outside: 'Another telephone' } as const;
export type PhoneDevice = keyof typeof phoneDevices;
export const phoneDevice = z.enum(Object.keys(phoneDevices) as [PhoneDevice, ...PhoneDevice[]]);

/** Why a sign-in ended, as people read it. */
export const sessionEnds = {
  signedOut: 'Signed out',
  signedOutByAdmin: 'Signed out by an admin',
  takenOver: 'Signed in elsewhere',
  timedOut: 'Nothing was heard of the phone',
  tooLong: 'The longest working day was over',
  userLeft: 'The user was removed or deactivated',
  extensionChanged: 'The extension was changed or removed',
  exchangeDown: 'The exchange could not be reached',
  exchangeMoved: 'Calls go through another exchange',
} as const;
export type SessionEnd = keyof typeof sessionEnds;
export const sessionEnd = z.enum(Object.keys(sessionEnds) as [SessionEnd, ...SessionEnd[]]);

/** What is stored of a sign-in and answered as it is. */
export const phoneSessionFields = z.object({
  userId: z.string(),
  extensionId: z.string(),
  number: z.string().describe('of the extension, as it was then'),
  device: phoneDevice,
  startedAt: z.string(),
  seenAt: z.string().describe('when the phone said last that it lives'),
  endedAt: z.string().nullable().describe('null while it goes on'),
  endReason: sessionEnd.nullable(),
  pause: z
    .object({ reason: z.string(), since: z.string() })
    .nullable()
    .describe('that goes on; null while calls are taken'),
});

export const phoneSession = phoneSessionFields.extend({
  id: z.string(),
  userName: z.string(),
  phone: z.string().describe('its name on the exchange'),
  talkSeconds: z.number().int(),
  calls: z.number().int(),
  pauses: z
    .array(z.object({ reason: z.string(), seconds: z.number().int() }))
    .describe('by reason, the longest first; with the one that goes on'),
});
export type PhoneSession = z.output<typeof phoneSession>;
