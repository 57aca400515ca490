import { routesOf } from '#functions/kernel/http.ts';
import { testMail } from '#functions/messages/mail-test.ts';
import { sendMail } from '#functions/messages/manual-send.ts';
import { confirmReplyTo, sendReplyToLink } from '#functions/messages/sender-identity.ts';
import { emailConfig, listEmailProviders, saveEmailConfig } from '#functions/messages/settings.ts';
import { mailStats, resetDailyLimit } from '#functions/messages/stats.ts';
import { unsubscribe, unsubscribePage } from '#functions/messages/unsubscribe.ts';
import { email } from '#shared/api/email.ts';

const r = routesOf(email);

export const routes = r.router({
  providers: r.providers.handler(async () => ({ providers: await listEmailProviders() })),
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
