import {
  accountMailsWork,
  askForMail,
  assertRate,
  linkOver,
  withToken,
} from '#functions/accountGuard/api.ts';
import { tenantOf } from '#functions/kernel/actor.ts';
import { AppError, badRequest } from '#functions/kernel/errors.ts';
import { assertMayLeave, capSentence, ownCaps } from '#functions/tenants/api.ts';
import { isProvenAddress } from '#functions/users/api.ts';
import { calendar } from '../calendar.ts';
import { answersTo, isConfirmed, senderName, usesSharedSender } from './accounts.ts';
import { auditOfSettings } from './audit.ts';
import { type MessageSettings, readSettings, saveSettings } from './store.ts';

/*
 * Who a mail says that it is from. On the product's own sender a tenant is believed its company's name and nothing
 * else: another name, or an address for answers, wants somebody who reads what comes to an address. A tenant's own
 * server or account answers for itself. Reasons: docs/messages.md.
 */

type EmailSettings = MessageSettings['email'];

const identity = ({ fromName, fromEmail, replyTo }: EmailSettings) => ({ fromName, fromEmail, replyTo });

/** The confirmed addresses, where the settings of before there was a link hold what they held. */
const confirmedOf = (email: EmailSettings): string[] =>
  email.confirmed ?? [email.replyTo, email.fromEmail].filter(Boolean).map((address) => address.toLowerCase());

/** The settings with what is known of their new address for answers. */
export async function withConfirmed(before: EmailSettings, after: EmailSettings): Promise<EmailSettings> {
  if (JSON.stringify(identity(before)) === JSON.stringify(identity(after))) return after;
  const confirmed = confirmedOf(before);
  const address = answersTo(after).toLowerCase();
  const isKnown = address === '' || confirmed.includes(address) || !(await isProvenAddress(address));
  return { ...after, confirmed: isKnown ? confirmed : [...confirmed, address] };
}

/** @throws 400 for a daily limit above the platform's cap, or a name that the shared sender may not bear */
export async function assertSender(before: EmailSettings, after: EmailSettings): Promise<void> {
  const { messagesPerDay } = await ownCaps();
  if (
    messagesPerDay !== undefined &&
    after.dailyLimit > messagesPerDay &&
    after.dailyLimit !== before.dailyLimit
  )
    throw badRequest(capSentence('messagesPerDay', messagesPerDay), { field: 'dailyLimit' });
  if (!usesSharedSender(after) || !after.fromName || after.fromName === before.fromName) return;
  const { tenant } = await calendar();
  if (after.fromName === tenant.name) return;
  if (tenant.plan === 'trial')
    throw badRequest(
      'A trial’s mails bear its company’s name. Connect a mail server of your own to choose another.',
      { field: 'fromName' },
    );
  const address = answersTo(after);
  if (!address || !isConfirmed(after, address))
    throw badRequest(
      'A sender’s name of your own wants a confirmed address for answers, or a mail server of your own. Confirm the address first.',
      { field: 'fromName' },
    );
}

/** What the screen shows of it. */
export async function senderView(settings: MessageSettings) {
  const [{ tenant }, { messagesPerDay }] = await Promise.all([calendar(), ownCaps()]);
  const { email } = settings;
  const address = answersTo(email);
  return {
    senderName: senderName(settings, tenant),
    sharedSender: usesSharedSender(email),
    answersConfirmed: address === '' || !usesSharedSender(email) || isConfirmed(email, address),
    dailyLimit: Math.min(email.dailyLimit, messagesPerDay ?? email.dailyLimit),
    dailyLimitMost: messagesPerDay ?? null,
  };
}

/** Has the link mailed that confirms where answers go. @throws 400 where nothing is to confirm; 403; 409; 429 */
export async function sendReplyToLink(): Promise<string> {
  const { email } = await readSettings();
  const address = answersTo(email);
  if (!address || isConfirmed(email, address))
    throw badRequest('There is no address for answers that is to be confirmed.');
  if (!accountMailsWork())
    throw new AppError(409, 'mail_not_set_up', 'This deployment has no sender for mails.');
  await assertMayLeave();
  await assertRate('replyTo', String(tenantOf()));
  await askForMail({ mail: 'replyTo', address });
  return address;
}

/** Lets answers go to the address that a link was mailed to. @throws 400 'link_invalid' when it is another by now */
export const confirmReplyTo = (token: string): Promise<string> =>
  withToken('reply-to', token, async ({ data, spending }) => {
    const { address } = data as { address: string };
    const settings = await readSettings();
    if (answersTo(settings.email) !== address) throw linkOver();
    const confirmed = [...confirmedOf(settings.email), address.toLowerCase()];
    const after = { ...settings, email: { ...settings.email, confirmed } };
    await saveSettings(after, spending, ...auditOfSettings(settings, after));
    return address;
  });
