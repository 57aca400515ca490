import * as z from 'zod';
import { emergencyLocation, emergencyNumbers } from './emergency-calls.ts';
import { greeting, voicemailFields } from './voicemail.ts';

/** Bounds of extensions. */
export const extensionLimits = { extensions: 2_000, name: 80 } as const;

/** A number within the tenant's own exchange: of an extension, or of a queue. */
export const internalNumber = z
  .string()
  .regex(/^\d{2,8}$/, 'An extension has 2 to 8 digits.')
  .refine(
    (number) => !emergencyNumbers.some((one) => one === number),
    'An extension is never 911 or 933, which call the emergency services.',
  );

export const extensionStatuses = {
  available: 'Available',
  busy: 'Busy',
  away: 'Away',
  dnd: 'Do not disturb',
  offline: 'Offline',
} as const;
export type ExtensionStatus = keyof typeof extensionStatuses;
export const extensionStatus = z.enum(
  Object.keys(extensionStatuses) as [ExtensionStatus, ...ExtensionStatus[]],
);

/** What is stored of an extension and answered as it is. */
export const extensionFields = z.object({
  number: z.string().describe('2 to 8 digits, its own in the workspace'),
  name: z.string(),
  userId: z.string().nullable().describe('whose it is; null where it is nobody’s, as of a phone in a lobby'),
  status: extensionStatus,
  statusSince: z.string(),
  callerId: z.string().nullable().describe('E.164: the number that its calls show'),
  outsideNumber: z
    .string()
    .nullable()
    .default(null)
    .describe('E.164: a telephone outside, as a mobile, that its user may sign in with'),
  location: emergencyLocation.default('').describe('where its phone stands, for emergency calls'),
  ...voicemailFields,
  greeting,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const extension = extensionFields.extend({
  id: z.string(),
  userName: z.string().describe('empty where it is nobody’s'),
  queues: z
    .array(
      z.object({ queueId: z.string(), name: z.string(), penalty: z.number().int(), paused: z.boolean() }),
    )
    .describe('that it takes calls of'),
});
export type Extension = z.output<typeof extension>;

/** What the person at an extension did in some days of the tenant's calendar; nothing where it is nobody's. */
export const extensionStats = z.object({
  days: z.number().int(),
  calls: z.number().int().describe('with a part of theirs'),
  callsAnswered: z.number().int(),
  inbound: z.number().int(),
  outbound: z.number().int(),
  talkSeconds: z.number().int(),
  dealsWon: z.number().int(),
  dealAmount: z.number().describe('US dollars'),
  signedInSeconds: z.number().int(),
  pausedSeconds: z.number().int(),
});
export type ExtensionStats = z.output<typeof extensionStats>;
