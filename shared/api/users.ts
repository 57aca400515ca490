import { z } from 'zod';
import {
  email,
  extension,
  givenPermissions,
  invitation,
  name,
  newPerson,
  password,
  personName,
  role,
  tenantRole,
  user,
} from '../model/user.ts';
import { id, message, pageInfo, pageQuery, route } from './contract.ts';

const userId = id('usr');
const invitationId = id('inv');
const version = z.number().int().optional().describe('refused when the user has changed since');

export const users = {
  list: route('GET', '/users', 'users.view', 'The users of the tenant')
    .input(
      z.strictObject({
        ...pageQuery(50),
        search: z
          .string()
          .trim()
          .max(100)
          .optional()
          .describe('the beginning of a username, a first or last name, or an e-mail address'),
        role: role.optional(),
      }),
    )
    .output(z.object({ users: z.array(user), pagination: pageInfo })),
  create: route('POST', '/users', 'users.create', 'Add a user; the role defaults to agent', { status: 201 })
    .input(
      z.strictObject({
        ...newPerson.shape,
        role: tenantRole.default('agent'),
        extension: extension.default(null),
      }),
    )
    .output(user),
  me: route('GET', '/users/me', 'signed-in', 'The user who is signed in')
    .input(z.strictObject({}))
    .output(
      user.extend({
        mustAddFactor: z.boolean().describe('true: nothing else may be called before a second step is added'),
      }),
    ),
  changePassword: route('PUT', '/users/change-password', 'signed-in', 'Change your own password')
    .input(
      z.strictObject({
        currentPassword: z.string().min(1, 'Please enter your current password.').max(200),
        newPassword: password,
        confirmPassword: z.string().max(200).optional().describe('defaults to the new password'),
      }),
    )
    .output(message),
  invitations: route('GET', '/users/invitations', 'users.view', 'Who was invited and has not come yet')
    .input(z.strictObject({}))
    .output(z.object({ invitations: z.array(invitation) })),
  invite: route('POST', '/users/invitations', 'users.create', 'Invite somebody by mail', { status: 201 })
    .input(
      z.strictObject({
        email,
        role: tenantRole.default('agent'),
        firstName: personName,
        lastName: personName,
      }),
    )
    .output(invitation),
  resendInvitation: route(
    'POST',
    '/users/invitations/{id}/resend',
    'users.create',
    'Mail a new link to somebody who was invited',
  )
    .input(z.strictObject({ id: invitationId }))
    .output(invitation),
  revokeInvitation: route('DELETE', '/users/invitations/{id}', 'users.create', 'Take an invitation back')
    .input(z.strictObject({ id: invitationId }))
    .output(message),
  get: route('GET', '/users/{id}', 'users.view', 'One user')
    .input(z.strictObject({ id: userId }))
    .output(user),
  update: route('PUT', '/users/{id}', 'users.edit', 'Change a user')
    .input(
      z.strictObject({
        id: userId,
        email: email.optional(),
        firstName: name.optional(),
        lastName: name.optional(),
        role: tenantRole.optional(),
        isActive: z.boolean().optional(),
        extension: extension.optional(),
        password: password.optional(),
        version,
      }),
    )
    .output(user),
  remove: route('DELETE', '/users/{id}', 'users.delete', 'Remove a user and end their sessions')
    .input(z.strictObject({ id: userId }))
    .output(message),
  rolePermissions: route(
    'PUT',
    '/users/{id}/role-permissions',
    'users.permissions',
    "Set a user's role and permissions",
  )
    .input(
      z.strictObject({
        id: userId,
        role: tenantRole.optional(),
        permissions: givenPermissions.optional(),
        version,
      }),
    )
    .output(user),
};
