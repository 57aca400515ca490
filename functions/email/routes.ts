import { routesOf } from '#functions/kernel/http.ts';
import {
  confirmReplyTo,
  emailConfig,
  listEmailProviders,
  mailStats,
  resetDailyLimit,
  saveEmailConfig,
  sendMail,
  sendReplyToLink,
  testMail,
  unsubscribe,
  unsubscribePage,
} from '#functions/messages/api.ts';
import { email } from '#shared/api/email.ts';

const r = routesOf(email);

export const routes = r.router({
  providers: r.providers.handler(() => listEmailProviders()),
  config: r.config.handler(() => emailConfig()),
  saveConfig: r.saveConfig.handler(({ input }) => saveEmailConfig(input)),
  test: r.test.handler(({ input }) => testMail(input.to)),
  sendReplyToLink: r.sendReplyToLink.handler(async () => ({
    message: `A link is on its way to ${await sendReplyToLink()}.`,
  })),
  confirmReplyTo: r.confirmReplyTo.handler(async ({ input }) => ({
    message: `Thank you. Answers go to ${await confirmReplyTo(input.token)} now.`,
  })),
  stats: r.stats.handler(({ input }) => mailStats(input.days)),
  resetDailyLimit: r.resetDailyLimit.handler(() => resetDailyLimit()),
  send: r.send.handler(({ input }) => sendMail(input)),
  unsubscribePage: r.unsubscribePage.handler(({ input }) => unsubscribePage(input.token)),
  unsubscribe: r.unsubscribe.handler(({ input }) => unsubscribe(input.token)),
});
