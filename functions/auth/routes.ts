import { routesOf } from '#functions/kernel/http.ts';
import { resendVerification } from '#functions/users/email-address.ts';
import { auth } from '#shared/api/auth.ts';
import { signInConfig } from './config.ts';
import { joinByInvitation, showInvitation } from './invitation.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import { logout, refreshSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { createTrial, register } from './sign-up.ts';
import { verifyEmail } from './verification.ts';

const r = routesOf(auth);

export const routes = r.router({
  config: r.config.handler(() => signInConfig()),
  login: r.login.handler(({ input: { deviceToken, ...input } }) =>
    signIn({ ...input, deviceTokens: deviceToken ? [deviceToken] : [] }),
  ),
  refresh: r.refresh.handler(({ input }) => refreshSession(input.refreshToken)),
  logout: r.logout.handler(async ({ input }) => {
    await logout(input.refreshToken);
    return { message: 'You are signed out.' };
  }),
  register: r.register.handler(({ input }) => register(input)),
  createTrial: r.createTrial.handler(({ input }) => createTrial(input)),
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
  acceptInvitation: r.acceptInvitation.handler(({ input: { token, ...person } }) =>
    joinByInvitation(token, person),
  ),
});
