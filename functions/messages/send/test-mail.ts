import { currentUser } from '#functions/kernel/actor.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { newId } from '#functions/kernel/ids.ts';
import { commit } from '#functions/kernel/table.ts';
import { CapReached, ownCaps, takingMessage } from '#functions/tenants/api.ts';
import { findUser } from '#functions/users/api.ts';
import { calendar } from '../calendar.ts';
import { ProviderDown, ProviderRefused } from '../providers/types.ts';
import { emailState, handMail, mailSender } from '../settings/accounts.ts';
import { readSettings } from '../settings/store.ts';
import { assertMaySend } from './assert-may-send.ts';

/** Sends a mail to see whether the settings are right. It is no message to anybody, and counts for nothing. */
export async function testMail(to: string | undefined) {
  await assertMaySend();
  const [settings, { name, tenant }, user] = await Promise.all([
    readSettings(),
    calendar(),
    findUser(currentUser().userId),
  ]);
  const { provider } = settings.email;
  const { sandbox } = emailState(settings, provider);
  const address = to ?? user?.email ?? '';
  const answer = (ok: boolean, message: string) => ({ ok, message, provider, sandbox });
  const messageId = newId('msg');
  const counted = takingMessage(await ownCaps());
  if (counted.length > 0)
    await commit(counted).catch((error) => {
      throw error instanceof CapReached ? conflict(error.message, undefined, 'cap_reached') : error;
    });
  try {
    await handMail(settings, provider, {
      messageId,
      ...mailSender(settings, tenant),
      to: address,
      subject: `A test mail of ${name}`,
      text: 'Your mail settings are right: this is how your mails arrive.',
      html: null,
      headMessageId: null,
      headers: {},
    });
    return answer(true, `A test mail is on its way to ${address}.`);
  } catch (error) {
    const isTold =
      error instanceof ProviderDown ||
      error instanceof ProviderRefused ||
      (error instanceof AppError && error.code === 'provider_not_connected');
    if (!isTold) throw error;
    return answer(false, (error as Error).message);
  }
}
