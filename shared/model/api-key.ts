import * as z from 'zod';
import { definitionOf, isGrantable, isPermission, mostPermissions } from './permissions.ts';

export const apiKeyLimits = {
  /** Keys of a tenant that are not revoked. */
  keys: 50,
  name: 100,
  /** Calls a minute: what a key has unless it says otherwise, and the most. */
  perMinuteDefault: 120,
  perMinuteMax: 1_000,
  /** Days for which the old secret still works beside the new one. */
  overlapDays: 7,
} as const;

const permissionName = z
  .string()
  .max(64)
  .superRefine((name, context) => {
    if (!isPermission(name)) context.addIssue({ code: 'custom', message: `There is no permission ${name}.` });
    else if (!isGrantable(name))
      context.addIssue({
        code: 'custom',
        message: `“${definitionOf(name).label}” cannot be given to an API key.`,
      });
  });

/** What an admin says of a key. */
export const apiKeyFields = {
  name: z
    .string()
    .trim()
    .min(1, 'Please enter a name.')
    .max(apiKeyLimits.name, `A name has at most ${apiKeyLimits.name} characters.`),
  permissions: z
    .array(permissionName)
    .min(1, 'Choose at least one permission.')
    .max(mostPermissions)
    .transform((names) => [...new Set(names)]),
  validUntil: z.iso.datetime().nullable().describe('ISO 8601 in UTC; null: until it is revoked'),
  perMinute: z
    .number()
    .int()
    .min(1, 'A key makes at least one call a minute.')
    .max(apiKeyLimits.perMinuteMax, `A key makes at most ${apiKeyLimits.perMinuteMax} calls a minute.`),
};

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** `dbk_1_01J…`: what the secret begins with, for finding it again among one's settings. */
  prefix: z.string(),
  permissions: z.array(z.string()),
  perMinute: z.number().int(),
  state: z.enum(['active', 'expired', 'revoked']),
  validUntil: z.string().nullable(),
  lastUsedAt: z.string().nullable().describe('to the minute'),
  /** Until when the secret before the last rotation still works. */
  previousUntil: z.string().nullable(),
  createdAt: z.string(),
  createdBy: z.object({ userId: z.string(), username: z.string() }),
  revokedAt: z.string().nullable(),
  version: z.number().int(),
});
export type ApiKey = z.infer<typeof apiKey>;
