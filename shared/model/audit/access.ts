import * as z from 'zod';
import { define, list, names, plain, plural, text } from './definition.ts';

const signInFailures = {
  password: 'wrong password',
  deactivated: 'the account is deactivated',
  secondFactor: 'wrong second factor',
  locked: 'too many attempts',
} as const;

/** What is told of sign-ins, users and keys. */
export const accessActions = {
  'user.signedIn': define({
    area: 'Sign-in',
    label: 'Signed in',
    details: z.object({ method: z.string().max(40).default('password') }),
    sentence: ({ method }) => (method === 'password' ? 'Signed in' : `Signed in by ${method}`),
  }),
  'user.signInFailed': define({
    area: 'Sign-in',
    label: 'Sign-in failed',
    details: z.object({ reason: z.enum(['password', 'deactivated', 'secondFactor', 'locked']) }),
    sentence: ({ reason }, target) => `Sign-in as ${target} failed: ${signInFailures[reason]}`,
  }),
  'user.signedOut': plain('Sign-in', 'Signed out', () => 'Signed out'),
  'session.ended': define({
    area: 'Sign-in',
    label: 'Session ended',
    details: z.object({ reason: text }),
    sentence: ({ reason }, target) => `A session of ${target} was ended: ${reason}`,
  }),

  'user.created': define({
    area: 'Users',
    label: 'User added',
    details: z.object({ role: z.string().max(40) }),
    sentence: ({ role }, target) => `Added ${target} as ${role}`,
  }),
  'user.invited': define({
    area: 'Users',
    label: 'User invited',
    details: z.object({ role: z.string().max(40) }),
    sentence: ({ role }, target) => `Invited ${target} as ${role}`,
  }),
  'user.roleChanged': define({
    area: 'Users',
    label: 'Role changed',
    details: z.object({ from: z.string().max(40), to: z.string().max(40) }),
    sentence: ({ from, to }, target) => `Changed the role of ${target} from ${from} to ${to}`,
  }),
  'user.permissionsChanged': define({
    area: 'Users',
    label: 'Permissions changed',
    details: z.object({ granted: names, denied: names, reset: names }),
    sentence: ({ granted, denied, reset }, target) =>
      `Changed the permissions of ${target}: ${
        [
          granted.length > 0 ? `granted ${list(granted)}` : '',
          denied.length > 0 ? `denied ${list(denied)}` : '',
          reset.length > 0 ? `back to the role's default ${list(reset)}` : '',
        ]
          .filter(Boolean)
          .join('; ') || 'nothing differs'
      }`,
  }),
  'user.changed': define({
    area: 'Users',
    label: 'User changed',
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of ${target}`,
  }),
  'user.deactivated': plain('Users', 'User deactivated', (target) => `Deactivated ${target}`),
  'user.activated': plain('Users', 'User activated', (target) => `Activated ${target}`),
  'user.removed': plain('Users', 'User removed', (target) => `Removed ${target}`),
  'user.passwordChanged': plain('Users', 'Password changed', (target) => `Changed the password of ${target}`),
  'user.passwordReset': plain(
    'Users',
    'Password reset by mail',
    (target) => `Set a new password for ${target} by a link sent by mail`,
  ),
  'user.secondFactorAdded': define({
    area: 'Users',
    label: 'Second factor added',
    details: z.object({ method: text }),
    sentence: ({ method }, target) => `Added ${method} to the sign-in of ${target}`,
  }),
  'user.secondFactorRemoved': define({
    area: 'Users',
    label: 'Second factor removed',
    details: z.object({ method: text }),
    sentence: ({ method }, target) => `Removed ${method} from the sign-in of ${target}`,
  }),

  'apiKey.created': define({
    area: 'Keys',
    label: 'API key made',
    details: z.object({ permissions: names }),
    sentence: ({ permissions }, target) =>
      `Made the API key ${target} with ${plural(permissions.length, 'permission')}`,
  }),
  'apiKey.changed': define({
    area: 'Keys',
    label: 'API key changed',
    details: z.object({ changed: names, added: names, removed: names }),
    sentence: ({ changed, added, removed }, target) =>
      `Changed ${list(changed)} of the API key ${target}${
        added.length > 0 ? `; added ${list(added)}` : ''
      }${removed.length > 0 ? `; took ${list(removed)}` : ''}`,
  }),
  'apiKey.firstUsed': plain(
    'Keys',
    'API key first used',
    (target) => `Used the API key ${target} for the first time`,
  ),
  'apiKey.rotated': plain('Keys', 'API key rotated', (target) => `Rotated the API key ${target}`),
  'apiKey.revoked': plain('Keys', 'API key revoked', (target) => `Revoked the API key ${target}`),
  'exchange.tokenMade': plain(
    'Keys',
    'Enrolment token made',
    (target) => `Made a token by which a bridge enrols for the exchange ${target}`,
  ),
  'exchange.revoked': plain(
    'Keys',
    'Bridge shut out',
    (target) => `Shut the bridge of the exchange ${target} out`,
  ),
  'providerKey.changed': define({
    area: 'Keys',
    label: "Provider's keys changed",
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed the keys of ${target}: ${list(changed)}`,
  }),
  'webhook.secretRotated': define({
    area: 'Keys',
    label: "Webhook's secret changed",
    details: z.object({ changed: names }),
    sentence: ({ changed }, target) => `Changed ${list(changed)} of the webhook ${target}`,
  }),
} as const;
