import { timingSafeEqual } from 'node:crypto';
import { asVisitor } from '#functions/kernel/actor.ts';
import { AppError, forbidden, notFound } from '#functions/kernel/errors.ts';
import { rawRequest } from '#functions/kernel/http-context.ts';
import { log } from '#functions/kernel/log.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { optOut } from '../opt-out/opt-out.ts';
import { smsProviderOf } from '../providers/index.ts';
import type { Callback, SmsAccount } from '../providers/types.ts';
import { advance } from '../record/advance.ts';
import { findMessage } from '../record/message-store.ts';
import { optedOutError } from '../record/outcome.ts';
import { smsAccount, smsState } from '../settings/accounts.ts';
import { findSettings, type MessageSettings, recentSettings } from '../settings/store.ts';
import { receive } from './inbound.ts';

function callback(): Callback {
  const { path, query, headers, body } = rawRequest();
  return { url: `${publicUrl()}${path}${query ? `?${query}` : ''}`, headers, body };
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Works a callback for the tenant that its address names, when the provider has signed it.
 * @throws 404 for an address that is nobody's; 403 for a signature that is not right, which is logged
 */
async function verified(
  key: string,
  provider: string,
  came: Callback,
  work: (account: SmsAccount) => Promise<void>,
): Promise<void> {
  const tenant = Number(/^smk_(\d{1,10})_/.exec(key)?.[1] ?? 0);
  if (!tenant) throw notFound('This address');
  await asVisitor(tenant, async () => {
    const signedFor = async (settings: MessageSettings | undefined): Promise<SmsAccount | undefined> => {
      if (!settings || !same(key, settings.callbackKey) || !smsState(settings, provider).connected)
        throw notFound('This address');
      const account = await smsAccount(settings, provider);
      return (await smsProviderOf(provider).verify(account, came)) ? account : undefined;
    };
    const account =
      (await signedFor(await recentSettings()).catch(ifUnknown)) ?? (await signedFor(await findSettings()));
    if (!account) {
      log.warn('A callback with a wrong signature was turned away.', { tenantId: tenant, provider });
      throw forbidden('The signature of this callback is not right.', 'wrong_signature');
    }
    await work(account);
  });
}

/** What was remembered does not know the address: it may be a new one. */
function ifUnknown(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** A text came in. @throws 400, 403, 404 */
export async function inboundCallback(key: string, provider: string): Promise<void> {
  const came = callback();
  const text = smsProviderOf(provider).inbound(came);
  await verified(key, provider, came, async (account) => {
    if (text) await receive(text, account);
  });
}

/** What became of a text. One that is not known is answered like others: the provider need not come again. */
export async function statusCallback(key: string, provider: string): Promise<void> {
  const came = callback();
  const change = smsProviderOf(provider).status(came);
  await verified(key, provider, came, async () => {
    const messageId = change?.messageId ?? new URL(came.url).searchParams.get('message') ?? '';
    const message = /^msg_[\w-]{1,60}$/.test(messageId) ? await findMessage(messageId) : undefined;
    if (!change || message?.provider !== provider || message.direction !== 'outbound') return;
    // A callback of another message, played to this one's address.
    if (message.providerId !== null && message.providerId !== change.providerId) return;
    if (change.optedOut) await optOut(message, 'sms', `${provider} says that they have opted out`);
    await advance(
      message.id,
      {
        status: change.status,
        providerId: change.providerId,
        error: change.error,
        errorCode: change.optedOut ? optedOutError : change.code,
      },
      { message },
    );
  });
}
