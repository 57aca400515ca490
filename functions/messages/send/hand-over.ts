import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { calendar } from '../calendar.ts';
import { bounced } from '../feedback/bounce.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { smsProviderOf } from '../providers/index.ts';
import { type Handed, ProviderDown, ProviderRefused, type Text } from '../providers/types.ts';
import { advance, type Known } from '../record/advance.ts';
import { findMessage, type MessageRecord, messagesPage, replaceMessage } from '../record/message-store.ts';
import { optedOut, optedOutError } from '../record/outcome.ts';
import { callbackUrl, handMail, smsAccount } from '../settings/accounts.ts';
import { type MessageSettings, readSettings } from '../settings/store.ts';
import { mailOf } from './mail.ts';

/** Longer than a provider is waited for; who has a message and says nothing for so long is dead. In ms. */
export const leaseMs = 30_000;

/** Takes a message for oneself; undefined when somebody else was quicker. */
export async function claim(message: MessageRecord): Promise<MessageRecord | undefined> {
  const mine = { ...message, leaseUntil: clock.now() + leaseMs, version: message.version + 1 };
  try {
    await commit(replaceMessage(message, mine));
    return mine;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Lets go of a message, for a later try. `asked`: whether the provider may have it. */
export async function release(message: MessageRecord, asked: 'no' | 'maybe'): Promise<void> {
  try {
    await commit(replaceMessage(message, { ...message, asked, leaseUntil: 0, version: message.version + 1 }));
  } catch (error) {
    // The provider told of it meanwhile, so there is nothing to let go of.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

const providerText = (message: MessageRecord, settings: MessageSettings): Text => ({
  messageId: message.id,
  from: message.ownAddress || null,
  to: message.address,
  body: message.body,
  statusUrl: `${callbackUrl(settings, message.provider, 'status')}?message=${message.id}`,
});

async function send(message: MessageRecord): Promise<Handed> {
  const settings = await readSettings();
  if (message.channel === 'email') {
    const { tenant } = await calendar();
    return handMail(settings, message.provider, mailOf(message, settings, tenant));
  }
  const provider = message.provider;
  return smsProviderOf(provider).send(await smsAccount(settings, provider), providerText(message, settings));
}

/** Notes that the provider is going to be asked, so that a kill from then on leaves what may have gone out. */
async function asking(message: MessageRecord): Promise<MessageRecord> {
  if (message.asked === 'maybe') return message;
  const noted = { ...message, asked: 'maybe' as const, version: message.version + 1 };
  await commit(replaceMessage(message, noted));
  return noted;
}

/** What is known of a message that was written down a moment ago. */
export type JustWritten = Pick<Known, 'lead' | 'isNew'>;

/**
 * Gives a message to its provider and notes what it said.
 * @param known believed once, and then read
 * @throws ProviderDown
 */
export async function handOver(message: MessageRecord, known: JustWritten = {}): Promise<MessageRecord> {
  const current = await asking(message);
  try {
    const { providerId } = await send(current);
    return (await advance(message.id, { status: 'sent', providerId }, { ...known, message: current }))!;
  } catch (error) {
    if (error instanceof ProviderRefused) return refusedBy(current, error);
    if (error instanceof ProviderDown) await release(current, error.maybe ? 'maybe' : 'no');
    // Nothing that asking again would mend while the settings are as they are, but they may be mended.
    if (error instanceof AppError && error.code === 'provider_not_connected') {
      await release(current, 'no');
      throw new ProviderDown(error.message, { cause: error });
    }
    throw error;
  }
}

async function refusedBy(message: MessageRecord, error: ProviderRefused): Promise<MessageRecord> {
  if (error.optedOut)
    await optOut(message, message.channel, `${message.provider} says that they have opted out`);
  if (error.noMailbox) return (await bounced(message, { error: error.message, errorCode: error.code }))!;
  return (await advance(message.id, {
    status: 'failed',
    error: error.optedOut ? optedOut.reasons[0]!.text : error.message,
    errorCode: error.optedOut ? optedOutError : error.code,
  }))!;
}

/** Ids of the provider of other texts in the conversation, among which this one is not. */
async function idsOfOthers({ id, conversationId }: MessageRecord): Promise<Set<string>> {
  const { messages } = await messagesPage({ conversationId }, { limit: 100 });
  return new Set(messages.flatMap((one) => (one.id !== id && one.providerId ? [one.providerId] : [])));
}

/**
 * Finds out about a message that the provider may have: the message as it is then, or undefined when the provider
 * has it not and it can be sent. @throws ProviderDown
 */
export async function wasTaken(message: MessageRecord): Promise<MessageRecord | undefined> {
  if (message.asked === 'no') return undefined;
  try {
    const settings = await readSettings();
    const found =
      message.channel === 'email'
        ? undefined
        : await smsProviderOf(message.provider).find(
            await smsAccount(settings, message.provider),
            providerText(message, settings),
            Date.parse(message.at),
            await idsOfOthers(message),
          );
    if (found === null) return undefined;
    return (await advance(
      message.id,
      found === undefined ? { status: 'unconfirmed' } : { status: 'sent', providerId: found },
    ))!;
  } catch (error) {
    const now = await findMessage(message.id);
    if (now?.status === 'sending') await release(now, 'maybe');
    throw error;
  }
}
