import type { Keys, Manifest, StoredKeys } from '#functions/kernel/provider-manifest.ts';
import type { TextKind } from '#shared/model/message.ts';
import type { Remedy, ToldReputation } from '#shared/model/number-reputation.ts';
import type { TextRegistration } from '#shared/model/text-registration.ts';

/**
 * The provider cannot be reached, or says to come again (network, 5xx, 429, keys that are no longer right): come
 * again with the same key.
 */
export class ProviderDown extends Error {
  /** Whether it may have taken the message nevertheless: then it is asked before anything is sent again. */
  readonly maybe: boolean;
  /** Seconds after which it wants to be asked again. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      maybe = false,
      retryAfter,
      cause,
    }: { maybe?: boolean; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'ProviderDown';
    this.maybe = maybe;
    this.retryAfter = retryAfter;
  }
}

/** The provider will not take this message however often it is asked. */
export class ProviderRefused extends Error {
  readonly code: string | null;
  /** It knows that the person has opted out. */
  readonly optedOut: boolean;
  /** It knows that there is no such mailbox. */
  readonly noMailbox: boolean;

  constructor(
    message: string,
    code: string | null,
    { optedOut = false, noMailbox = false }: { optedOut?: boolean; noMailbox?: boolean } = {},
  ) {
    super(message);
    this.name = 'ProviderRefused';
    this.code = code;
    this.optedOut = optedOut;
    this.noMailbox = noMailbox;
  }
}

/** What a provider answered when it took a message. */
export interface Handed {
  /** Its own id of the message. */
  providerId: string;
  /** Segments as it counts them, where it says so. */
  segments?: number | undefined;
}

/** Who a tenant is at a provider of texts. */
export interface SmsIdentity {
  /** What the provider calls the account; empty where its keys say that alone. */
  id: string;
  secret: string;
  /** What groups the tenant's numbers at the provider. */
  service: string | null;
  /** Whose reputation the provider watches, where it does. */
  enterprise?: string | null;
  /** What its callbacks are signed with. */
  callbackSecret: () => Promise<string>;
}

/** How a tenant's account at a provider of texts is reached. */
export interface SmsAccount extends SmsIdentity {
  provider: string;
  sandbox: boolean;
  /** Without a slash at the end. */
  url: string;
}

export interface Text {
  messageId: string;
  /** Null where a messaging service chooses it. */
  from: string | null;
  to: string;
  body: string;
  /** Where the provider tells what became of it. */
  statusUrl: string;
}

export interface ProviderNumber {
  number: string;
  providerId: string;
  label: string;
  sms: boolean;
  mms: boolean;
  voice: boolean;
  /** Where texts to it are sent on; null where the provider does not say. */
  inboundUrl: string | null;
}

export interface AvailableNumber {
  number: string;
  label: string;
  locality: string;
  region: string;
  sms: boolean;
  mms: boolean;
  voice: boolean;
  price: Price;
}

/** What a number costs, in the units of its currency; null where the provider does not say. */
export interface Price {
  monthlyCost: number | null;
  setupCost: number | null;
  currency: string | null;
}

export const noPrice: Price = { monthlyCost: null, setupCost: null, currency: null };

export type NumberFeature = 'sms' | 'mms' | 'voice';

/** Which numbers are looked for. */
export interface NumberSearch {
  areaCode?: string | undefined;
  /** Digits, in their order anywhere in the number. */
  contains?: string | undefined;
  locality?: string | undefined;
  /** Two letters. */
  state?: string | undefined;
  type?: 'local' | 'tollFree' | undefined;
  features?: readonly NumberFeature[] | undefined;
  limit: number;
}

/** A number that is to be bought. */
export interface NumberWanted {
  number: string;
  /** Ours, by which an order is found again whose answer was lost. */
  reference: string;
  /** Where texts to it are sent on. */
  inboundUrl: string;
}

/** What became of an order, as the provider says. */
export type OrderState =
  | { state: 'owned'; number: ProviderNumber }
  | { state: 'pending' }
  | { state: 'failed'; reason: string };

export interface Callback {
  /** The whole public address that was called. */
  url: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

/** A text that came in. */
export interface InboundText {
  providerId: string;
  from: string;
  to: string;
  body: string;
  mediaUrls: string[];
  /** What the provider itself made of it, and has answered. */
  answered: Exclude<TextKind, 'text'> | null;
}

export interface StatusChange {
  providerId: string;
  /** Ours, where the provider's signature covers it and not the address that it called. */
  messageId: string | null;
  status: 'sent' | 'delivered' | 'failed';
  error: string | null;
  code: string | null;
  optedOut: boolean;
}

/** A provider of texts. A further one is a folder whose index.ts makes this: docs/adding-a-provider.md. */
export interface SmsProvider extends Manifest {
  /** Where it is reached; without a slash at the end. */
  url: string;
  /** The keys of a tenant without any, at the sandbox that stands in for it. */
  sandboxKeys(standIn: string): Keys;
  identity(keys: Keys, sandbox: boolean): SmsIdentity;
  /** The screen says what is left on the account, by the call `balance`. */
  showsBalance?: boolean;
  /** Whether it chooses the number that a text goes out from by itself. */
  choosesNumber?(keys: StoredKeys): boolean;
  /** @throws ProviderDown, ProviderRefused */
  send(account: SmsAccount, text: Text): Promise<Handed>;
  /**
   * Whether it has a text that it may have been given since `since` (ms since 1970): its id; null when it has not;
   * undefined when its interface cannot say. `known` are ids of other texts to the same person.
   */
  find(
    account: SmsAccount,
    text: Text,
    since: number,
    known: ReadonlySet<string>,
  ): Promise<string | null | undefined>;
  numbers(account: SmsAccount): Promise<ProviderNumber[]>;
  available(account: SmsAccount, search: NumberSearch): Promise<AvailableNumber[]>;
  /** What a number that can be bought costs; undefined for one that it does not name. */
  price(account: SmsAccount, number: string): Promise<Price | undefined>;
  /** A number, where the account has it now. */
  owned(account: SmsAccount, number: string): Promise<ProviderNumber | undefined>;
  /** Buys a number. It is not asked twice before `owned` and `findOrder` have said that it has none. */
  order(account: SmsAccount, wanted: NumberWanted): Promise<OrderState>;
  /** The order with a reference of ours; undefined where there is none, or its interface keeps no orders. */
  findOrder(account: SmsAccount, wanted: NumberWanted): Promise<OrderState | undefined>;
  /** Gives a number back. */
  release(account: SmsAccount, providerId: string): Promise<void>;
  /** Has texts to a number sent on to `inboundUrl`; undefined where that is set elsewhere. */
  direct?(account: SmsAccount, providerId: string, inboundUrl: string): Promise<void>;
  /**
   * How each of these numbers of the account is registered for 10DLC; absent where its interface does not tell.
   * @throws ProviderDown; ProviderRefused, where the keys may not ask
   */
  registrations?(
    account: SmsAccount,
    numbers: readonly string[],
  ): Promise<ReadonlyMap<string, TextRegistration>>;
  /**
   * How phones label calls from the numbers that it watches; absent where its interface does not tell.
   * @throws ProviderDown; ProviderRefused, where the keys may not ask
   */
  reputations?(account: SmsAccount): Promise<ReadonlyMap<string, ToldReputation>>;
  /** Has those who label calls look at a number again, which is billed. @throws ProviderDown, ProviderRefused */
  remediate?(account: SmsAccount, number: string, purpose: string): Promise<Omit<Remedy, 'askedAt'>>;
  /** How far such a request is. @throws ProviderDown, ProviderRefused */
  remedyNow?(account: SmsAccount, number: string, id: string): Promise<Omit<Remedy, 'askedAt'>>;
  /** Whose customer a number is, in the provider's words; null where it does not know. @throws ProviderDown, ProviderRefused */
  carrierName(account: SmsAccount, number: string): Promise<string | null>;
  balance(account: SmsAccount): Promise<{ balance: number; currency: string }>;
  /** Whether a callback is what it says: signed by the provider, for this account, now. */
  verify(account: SmsAccount, callback: Callback): Promise<boolean>;
  /** @throws 400 for what is no callback of it */
  inbound(callback: Callback): InboundText | null;
  /** null: it tells nothing new. @throws 400 */
  status(callback: Callback): StatusChange | null;
}

export interface Mail {
  messageId: string;
  from: { name: string; address: string };
  replyTo: string | null;
  /** What an answer names as the mail that it answers; null: whatever the provider makes up. */
  headMessageId: string | null;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
}

export interface EmailAccount {
  keys: Keys;
  /** The tenant has none, and the local cloud's stand-in takes its mails. */
  sandbox: boolean;
}

/** A way that mails go out by. A further one is a folder whose index.ts makes this. */
export interface EmailProvider extends Manifest {
  /** @throws ProviderDown, ProviderRefused */
  send(account: EmailAccount, mail: Mail): Promise<Handed>;
  /** Whether it takes the keys, where that can be asked without a mail. @throws ProviderDown, ProviderRefused */
  check?(account: EmailAccount): Promise<void>;
}
