import { asVisitor } from '#functions/kernel/actor.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { calendar } from '../calendar.ts';
import { escaped, publicPage } from '../public-page.ts';
import { findSettings } from '../settings/store.ts';
import { optOut } from './opt-out.ts';
import { type Subscriber, subscriberOf, tenantNamed } from './unsubscribe-token.ts';

/** @throws 404 for an address that the tenant it names has not signed */
async function asSubscriber<T>(token: string, work: (who: Subscriber) => Promise<T>): Promise<T> {
  const gone = () => notFound('This address');
  const tenant = tenantNamed(token);
  if (!tenant) throw gone();
  return asVisitor(tenant, async () => {
    const settings = await findSettings();
    const who = settings && subscriberOf(settings, token);
    if (!who) throw gone();
    return work(who);
  });
}

/** The page behind the link at a mail's foot: it asks, because programs follow links that nobody has clicked. */
export const unsubscribePage = (token: string): Promise<Blob> =>
  asSubscriber(token, async ({ address }) => {
    const { name } = await calendar();
    return publicPage(
      'Unsubscribe',
      `<h1>Unsubscribe?</h1><p>This ends the mails from ${escaped(name)} to ${escaped(address)}.</p><form method="post"><button type="submit">Unsubscribe</button></form>`,
    );
  });

/** Ends the mails, by the page's button or by one click in a mail program (RFC 8058). */
export const unsubscribe = (token: string): Promise<Blob> =>
  asSubscriber(token, async (who) => {
    await optOut(who, 'email', 'Unsubscribed by the link in a mail');
    const { name } = await calendar();
    return publicPage(
      'You are unsubscribed',
      `<h1>You are unsubscribed</h1><p>${escaped(who.address)} will get no more mails from ${escaped(name)}.</p>`,
    );
  });
