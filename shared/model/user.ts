import * as z from 'zod';
import { roles } from '../api/contract.ts';
import { internalNumber } from './extension.ts';
import { definitionOf, isGrantable, isPermission, mostPermissions } from './permissions.ts';

/** Bounds of what a person may be called; long enough for any real name, short enough for a key. */
export const userLimits = {
  username: 64,
  name: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 200,
} as const;

/** Lower-cased: `Anna` and `anna` are one account. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(2, 'A username has at least 2 characters.')
  .max(userLimits.username, `A username has at most ${userLimits.username} characters.`)
  .regex(/^[a-z0-9](?:[a-z0-9._@+-]*[a-z0-9])?$/, 'A username may hold letters, digits and . _ @ + -');

/** Plain text; whoever shows it escapes it. */
export const name = z
  .string()
  .trim()
  .max(userLimits.name, `A name has at most ${userLimits.name} characters.`);
export const personName = name.default('');

/** RFC 5321, 4.5.3.1: an address that can be delivered to has at most 254 characters. */
export const email = z
  .email('Please enter a valid e-mail address.')
  .max(userLimits.email, `An e-mail address has at most ${userLimits.email} characters.`)
  .toLowerCase();

/** NIST SP 800-63B, 3.1.1: length matters, composition rules do not. */
export const password = z
  .string()
  .min(userLimits.passwordMin, `A password has at least ${userLimits.passwordMin} characters.`)
  .max(userLimits.passwordMax, `A password has at most ${userLimits.passwordMax} characters.`);

/** Who is about to get an account. */
export const newPerson = z.strictObject({
  username,
  email,
  password,
  firstName: personName,
  lastName: personName,
});

/** What a user may be. */
export const role = z.enum(roles);

/** What an admin may make of a user: the operator's role is the platform's to give. */
export const tenantRole = z.enum(['admin', 'agent', 'vendor']);

/** The telephony exchange's number for an agent. */
export const extension = internalNumber.nullable();

/** Finer permissions on top of the role: a map of permission to allowed. */
export const permissions = z
  .record(
    z
      .string()
      .max(64)
      .regex(/^[a-z][a-z0-9.:_-]*$/i, 'A permission is named by letters, digits and . : _ -'),
    z.boolean(),
  )
  .refine(
    (map) => Object.keys(map).length <= mostPermissions,
    `A user has at most ${mostPermissions} permissions.`,
  );

/** Permissions as an admin gives them: each known, and none that nobody may give. */
export const givenPermissions = permissions.superRefine((map, context) => {
  for (const name of Object.keys(map)) {
    if (!isPermission(name)) context.addIssue({ code: 'custom', message: `There is no permission ${name}.` });
    else if (!isGrantable(name))
      context.addIssue({
        code: 'custom',
        message: `“${definitionOf(name).label}” comes with a role and cannot be given or taken.`,
      });
  }
});

export const user = z.object({
  userId: z.string(),
  id: z.string(),
  tenantId: z.number().int(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean().describe('false until somebody who signed up has confirmed the address'),
  pendingEmail: z.string().nullable().describe('takes the place of the address once it is confirmed'),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  role,
  permissions,
  isActive: z.boolean(),
  extension: z.string().nullable(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
});
export type User = z.infer<typeof user>;

/** Somebody who was invited by mail and has not come yet. */
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: tenantRole,
  firstName: z.string(),
  lastName: z.string(),
  invitedBy: z.string(),
  createdAt: z.string(),
  sentAt: z.string(),
  expiresAt: z.string(),
  expired: z.boolean().describe('the link has run out; it can be sent again'),
});
export type Invitation = z.infer<typeof invitation>;
