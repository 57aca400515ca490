import { z } from 'zod';
import { companyName, defaultTimeZone, timeZone } from '../model/tenant.ts';
import { invitation, name, newPerson, password, user } from '../model/user.ts';
import { message, route, tenantId } from './contract.ts';
import { ownSignIn, passkeyAnswer, passkeyOptions, secondFactorCode } from './own-sign-in.ts';

const refreshToken = z.string().min(1).max(400);
const givenRefreshToken = refreshToken
  .optional()
  .describe('absent when it lies in the cookie that a call with the header `x-session: cookie` set');
const answeredRefreshToken = z
  .string()
  .optional()
  .describe('absent in answer to the header `x-session: cookie`: it is in a cookie then');

/** A sign-in's answer (document 001, section 3, "Login result"), with the token's life in seconds. */
export const loginResult = z.object({
  token: z.string(),
  refreshToken: answeredRefreshToken,
  expiresIn: z.number().int(),
  ...user.pick({ userId: true, username: true, tenantId: true, role: true, email: true }).shape,
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  permissions: user.shape.permissions,
  tenantName: z.string(),
  deviceToken: z
    .string()
    .optional()
    .describe(
      'makes this device known for 90 days: give it with the next sign-in, and others’ wrong guesses do not slow it',
    ),
});

/** A right password of a user who has a second factor on: what is asked next. */
export const secondFactorAsked = z.object({
  secondFactor: z.object({
    challenge: z.string().describe('for POST /auth/second-factor, within 5 minutes'),
    methods: z.array(z.enum(['totp', 'recovery', 'passkey'])),
  }),
});

const deviceToken = z.string().max(200).optional().describe('as the last sign-in on this device answered it');
const challenge = z.string().min(1).max(1000);
/** Of a link that was mailed. */
const token = z.string().min(1, 'Please open the link of the mail.').max(200);

export const auth = {
  config: route('GET', '/auth/config', 'public', 'What the sign-in screen shows before sign-in')
    .input(z.strictObject({}))
    .output(
      z.object({
        defaultTenantId: z.number().int(),
        tenantName: z.string(),
        trialOpen: z.boolean(),
        registrationOpen: z.boolean(),
        resetByMail: z.boolean().describe('false where the deployment has no sender for mails'),
        local: z.boolean().describe('true in the local cloud, where third parties are the sandbox'),
      }),
    ),
  login: route('POST', '/auth/login', 'public', 'Sign in')
    .input(
      z.strictObject({
        username: z.string().trim().min(1, 'Please enter your username.').max(200),
        password: z.string().min(1, 'Please enter your password.').max(200),
        tenantId: tenantId.default(1),
        deviceToken,
      }),
    )
    .output(z.union([loginResult, secondFactorAsked])),
  secondFactor: route('POST', '/auth/second-factor', 'public', 'Finish a sign-in by a code or a passkey')
    .input(
      z
        .strictObject({
          challenge,
          code: secondFactorCode.optional(),
          passkey: passkeyAnswer.optional(),
          deviceToken,
        })
        .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
          error: 'Please enter the code.',
          path: ['code'],
        }),
    )
    .output(loginResult),
  passkeyOptions: route('POST', '/auth/passkeys/options', 'public', 'Begin a sign-in by a passkey')
    .input(
      z.strictObject({
        challenge: challenge.optional().describe('of a sign-in that waits for its second factor'),
      }),
    )
    .output(passkeyOptions),
  passkeySignIn: route('POST', '/auth/passkeys/sign-in', 'public', 'Sign in by a passkey alone')
    .input(z.strictObject({ response: passkeyAnswer }))
    .output(loginResult),
  refresh: route('POST', '/auth/refresh', 'public', 'Exchange a refresh token for a new pair')
    .input(z.strictObject({ refreshToken: givenRefreshToken }))
    .output(
      z.object({
        accessToken: z.string(),
        refreshToken: answeredRefreshToken,
        expiresIn: z.number().int(),
      }),
    ),
  logout: route('POST', '/auth/logout', 'public', 'Revoke a refresh token and all that came from it')
    .input(z.strictObject({ refreshToken: givenRefreshToken }))
    .output(message),
  register: route('POST', '/auth/register', 'public', 'Join a tenant that has opened registration', {
    status: 201,
  })
    .input(z.strictObject({ ...newPerson.shape, tenantId: tenantId.default(1) }))
    .output(loginResult),
  createTrial: route('POST', '/trial/create-trial', 'public', 'Make a tenant and its first admin', {
    status: 201,
  })
    .input(
      z.strictObject({
        companyName,
        timeZone: timeZone.default(defaultTimeZone),
        ...newPerson.shape,
      }),
    )
    .output(loginResult),
  verifyEmail: route(
    'POST',
    '/auth/verify-email',
    'public',
    'Confirm the e-mail address that a link was mailed to',
  )
    .input(z.strictObject({ token }))
    .output(z.object({ message: z.string(), email: z.string(), tenantName: z.string() })),
  resendVerification: route(
    'POST',
    '/auth/resend-verification',
    'signed-in',
    'Have the link that confirms your e-mail address mailed again',
  )
    .input(z.strictObject({}))
    .output(message),
  forgotPassword: route(
    'POST',
    '/auth/forgot-password',
    'public',
    'Have a link for a new password mailed; the answer does not tell whether there is such a user',
  )
    .input(
      z.strictObject({
        username: z
          .string()
          .trim()
          .min(1, 'Please enter your username or e-mail address.')
          .max(254)
          .describe('or the e-mail address'),
        tenantId: tenantId.default(1),
      }),
    )
    .output(message),
  resetPassword: route(
    'POST',
    '/auth/reset-password',
    'public',
    'Choose a new password by a link that was mailed',
  )
    .input(z.strictObject({ token, password }))
    .output(message),
  openInvitation: route('POST', '/auth/invitation', 'public', 'What the link of an invitation is for')
    .input(z.strictObject({ token }))
    .output(
      z.object({
        ...invitation.pick({ email: true, role: true, firstName: true, lastName: true, invitedBy: true })
          .shape,
        tenantName: z.string(),
      }),
    ),
  acceptInvitation: route(
    'POST',
    '/auth/accept-invitation',
    'public',
    'Make the account that an invitation is for, and sign in',
    { status: 201 },
  )
    .input(
      z.strictObject({
        token,
        ...newPerson.pick({ username: true, password: true }).shape,
        firstName: name.optional(),
        lastName: name.optional(),
      }),
    )
    .output(loginResult),
  ...ownSignIn,
};
