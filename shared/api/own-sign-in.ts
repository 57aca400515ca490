import { z } from 'zod';
import { id, message, route, timestamp } from './contract.ts';

/** Of a signed-in user's own, asked before what a stolen session must not be able to do. */
const ownPassword = z.string().min(1, 'Please enter your password.').max(200);

/** Six digits of an authenticator app, or a recovery code. */
export const secondFactorCode = z.string().trim().min(6, 'Please enter the code.').max(40);

/** What a browser's WebAuthn calls take and give; the server's library checks each part. */
const webAuthn = z.record(z.string(), z.unknown());
export const passkeyAnswer = webAuthn.refine(
  (answer) => JSON.stringify(answer).length < 20_000,
  'The passkey answered too much.',
);
export const passkeyOptions = z.object({ options: webAuthn });

const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('shown once; each signs in once'),
});

const secondFactor = z.object({
  on: z.boolean(),
  since: timestamp.nullable(),
  recoveryCodesLeft: z.number().int(),
});

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  synced: z.boolean().describe('true when the passkey may be on several devices of one account'),
});
export type Passkey = z.infer<typeof passkey>;

const session = z.object({
  id: z.string(),
  device: z.string().describe('browser and system, as the browser named them'),
  address: z.string(),
  startedAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
});
export type SessionSummary = z.infer<typeof session>;

const name = z
  .string()
  .trim()
  .min(1, 'Please name the passkey.')
  .max(60, 'A name of a passkey has at most 60 characters.');

/** How somebody signs in, as they see and change it themselves; the `auth` noun answers them. */
export const ownSignIn = {
  secondFactorState: route('GET', '/users/me/totp', 'signed-in', 'Whether your two-step sign-in is on')
    .input(z.strictObject({}))
    .output(secondFactor),
  beginTotp: route('POST', '/users/me/totp', 'signed-in', 'Begin two-step sign-in: a secret for an app')
    .input(z.strictObject({ password: ownPassword }))
    .output(z.object({ secret: z.string(), uri: z.string().describe('otpauth:, for a QR code') })),
  confirmTotp: route(
    'POST',
    '/users/me/totp/confirm',
    'signed-in',
    'Turn two-step sign-in on by a first code',
  )
    .input(z.strictObject({ code: secondFactorCode }))
    .output(recoveryCodes),
  disableTotp: route('POST', '/users/me/totp/disable', 'signed-in', 'Turn two-step sign-in off')
    .input(z.strictObject({ password: ownPassword, code: secondFactorCode }))
    .output(message),
  renewRecoveryCodes: route(
    'POST',
    '/users/me/recovery-codes',
    'signed-in',
    'New recovery codes; the old end',
  )
    .input(z.strictObject({ password: ownPassword }))
    .output(recoveryCodes),
  resetSecondFactor: route(
    'POST',
    '/users/{id}/second-factor/reset',
    'users.edit',
    "Turn another user's two-step sign-in off and remove their passkeys",
  )
    .input(z.strictObject({ id: id('usr') }))
    .output(message),

  listPasskeys: route('GET', '/users/me/passkeys', 'signed-in', 'Your passkeys')
    .input(z.strictObject({}))
    .output(z.object({ passkeys: z.array(passkey) })),
  beginPasskey: route('POST', '/users/me/passkeys/options', 'signed-in', 'Begin a new passkey')
    .input(z.strictObject({ password: ownPassword }))
    .output(passkeyOptions),
  addPasskey: route('POST', '/users/me/passkeys', 'signed-in', 'Keep the passkey that the browser made', {
    status: 201,
  })
    .input(z.strictObject({ name, response: passkeyAnswer }))
    .output(passkey),
  removePasskey: route('DELETE', '/users/me/passkeys/{id}', 'signed-in', 'Remove one of your passkeys')
    .input(z.strictObject({ id: id('psk') }))
    .output(message),

  listSessions: route('GET', '/users/me/sessions', 'signed-in', 'Where you are signed in')
    .input(z.strictObject({}))
    .output(z.object({ sessions: z.array(session) })),
  endSession: route('DELETE', '/users/me/sessions/{id}', 'signed-in', 'End one of your sessions')
    .input(z.strictObject({ id: id('ses') }))
    .output(message),
  endOtherSessions: route(
    'POST',
    '/users/me/sessions/end-others',
    'signed-in',
    'End all of your sessions but this one',
  )
    .input(z.strictObject({}))
    .output(message),
};
