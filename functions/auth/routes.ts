import { routesOf } from '#functions/kernel/http.ts';
import { resendVerification } from '#functions/users/api.ts';
import { auth } from '#shared/api/auth.ts';
import { signInConfig } from './config.ts';
import { answerTokens, dropRefreshCookie, givenDevices, givenRefreshToken } from './cookie.ts';
import { joinByInvitation, showInvitation } from './invitation.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import { resetSecondFactor } from './reset-second-factor.ts';
import { logout, refreshSession } from './session.ts';
import { endOtherSessions, endOwnSession, listSessions } from './sessions.ts';
import { beginPasskeySignIn, finishSignIn, signIn, signInByPasskey } from './sign-in.ts';
import { createTrial, register } from './sign-up.ts';
import { beginTotp, confirmTotp, disableTotp, renewRecoveryCodes, secondFactorState } from './totp.ts';
import { verifyEmail } from './verification.ts';

const r = routesOf(auth);

export const routes = r.router({
  config: r.config.handler(() => signInConfig()),
  login: r.login.handler(async ({ input: { deviceToken, ...input } }) => {
    const answer = await signIn({ ...input, deviceTokens: givenDevices(deviceToken) });
    return 'secondFactor' in answer ? answer : answerTokens(answer);
  }),
  secondFactor: r.secondFactor.handler(async ({ input: { deviceToken, ...input } }) =>
    answerTokens(await finishSignIn({ ...input, deviceTokens: givenDevices(deviceToken) })),
  ),
  passkeyOptions: r.passkeyOptions.handler(async ({ input }) => ({
    options: { ...(await beginPasskeySignIn(input.challenge)) },
  })),
  passkeySignIn: r.passkeySignIn.handler(async ({ input }) =>
    answerTokens(await signInByPasskey(input.response, givenDevices(undefined))),
  ),
  refresh: r.refresh.handler(async ({ input }) =>
    answerTokens(await refreshSession(givenRefreshToken(input.refreshToken))),
  ),
  logout: r.logout.handler(async ({ input }) => {
    await logout(givenRefreshToken(input.refreshToken));
    dropRefreshCookie();
    return { message: 'You are signed out.' };
  }),
  register: r.register.handler(async ({ input }) => answerTokens(await register(input))),
  createTrial: r.createTrial.handler(async ({ input }) => answerTokens(await createTrial(input))),
  verifyEmail: r.verifyEmail.handler(async ({ input }) => ({
    ...(await verifyEmail(input.token)),
    message: 'Thank you. Your e-mail address is confirmed.',
  })),
  resendVerification: r.resendVerification.handler(async () => ({
    message: `A new link is on its way to ${await resendVerification()}.`,
  })),
  forgotPassword: r.forgotPassword.handler(async ({ input: { username, tenantId } }) => {
    await forgotPassword({ name: username, tenantId });
    return {
      message:
        'If there is an account of this name, a link for a new password is on its way to its e-mail address.',
    };
  }),
  resetPassword: r.resetPassword.handler(async ({ input: { token, password } }) => {
    await resetPassword(token, password);
    return { message: 'Your password has been changed. You can sign in with it now.' };
  }),
  openInvitation: r.openInvitation.handler(({ input }) => showInvitation(input.token)),
  acceptInvitation: r.acceptInvitation.handler(async ({ input: { token, ...person } }) =>
    answerTokens(await joinByInvitation(token, person)),
  ),

  secondFactorState: r.secondFactorState.handler(() => secondFactorState()),
  beginTotp: r.beginTotp.handler(({ input }) => beginTotp(input.password)),
  confirmTotp: r.confirmTotp.handler(({ input }) => confirmTotp(input.code)),
  disableTotp: r.disableTotp.handler(async ({ input }) => {
    await disableTotp(input.password, input.code);
    return { message: 'Two-step sign-in is off.' };
  }),
  renewRecoveryCodes: r.renewRecoveryCodes.handler(({ input }) => renewRecoveryCodes(input.password)),
  resetSecondFactor: r.resetSecondFactor.handler(async ({ input }) => {
    await resetSecondFactor(input.id);
    return { message: 'Two-step sign-in is off and the passkeys are removed.' };
  }),

  listPasskeys: r.listPasskeys.handler(() => listPasskeys()),
  beginPasskey: r.beginPasskey.handler(async ({ input }) => ({
    options: { ...(await beginPasskey(input.password)) },
  })),
  addPasskey: r.addPasskey.handler(({ input }) => addPasskey(input.name, input.response)),
  removePasskey: r.removePasskey.handler(async ({ input }) => {
    await removePasskey(input.id);
    return { message: 'The passkey has been removed.' };
  }),

  listSessions: r.listSessions.handler(() => listSessions()),
  endSession: r.endSession.handler(async ({ input }) => {
    await endOwnSession(input.id);
    return { message: 'The session has ended.' };
  }),
  endOtherSessions: r.endOtherSessions.handler(async () => {
    await endOtherSessions();
    return { message: 'Your other sessions have ended.' };
  }),
});
