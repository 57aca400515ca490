import { routesOf } from '#functions/kernel/http.ts';
import { auth } from '#shared/api/auth.ts';
import { signInConfig } from './config.ts';
import { logout, refreshSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { createTrial, register } from './sign-up.ts';

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
});
