import type { Keys, Manifest } from '#functions/kernel/provider-manifest.ts';
import type { PaymentProviderName, PayoutAccountState } from '#shared/model/market-payments.ts';

/** How the platform's account is reached. */
export interface PlatformAccount {
  /** The provider's pinned host, or the sandbox; without a slash at the end. */
  url: string;
  keys: Keys;
  /** Whether the stand-in of the local cloud answers: what it made is its own for ever. */
  sandbox: boolean;
}

/** Whose payment something is, as the provider keeps it with it. */
export interface PaymentMark {
  paymentId: string;
  tenantId: number;
}

/** The page on which a card is charged. */
export interface Checkout extends PaymentMark {
  id: string;
  url: string | null;
  state: 'open' | 'paid' | 'expired';
  /** Whether the last card that was tried was declined. */
  isDeclined: boolean;
  /** What was paid, or is to be, in the smallest unit of the currency (ISO 4217 in small letters). */
  amountCents: number;
  currency: string;
}

export interface CheckoutAsked extends PaymentMark {
  amountCents: number;
  /** Where the payer comes back to, paid or not. */
  returnUrl: string;
}

/** An account that a shop is paid out to, as the provider has it. */
export interface ConnectedAccount {
  id: string;
  tenantId: number;
  providerId: string;
  state: Exclude<PayoutAccountState, 'none'>;
  /** Details that its holder has not given. */
  missing: number;
}

/** A chargeback, as the provider has it now. */
export interface Dispute {
  id: string;
  /** The payment that its holder has taken back, by the provider's id of it. */
  intentId: string;
  reason: string;
  /** What of the payment is disputed, in the smallest unit of the currency (ISO 4217 in small letters). */
  amountCents: number;
  currency: string;
  /** Whether the provider has taken the money from the platform, and whether it has put it back. */
  isTaken: boolean;
  isBack: boolean;
  /** Whether it is decided: nothing more comes of it. */
  isClosed: boolean;
}

/** Money of a payment that somebody at the platform has sent back to the card, at the provider. */
export interface Refund {
  id: string;
  /** The payment that it is of, by the provider's id of it. */
  intentId: string;
  /** In the smallest unit of the currency (ISO 4217 in small letters). */
  amountCents: number;
  currency: string;
  /** Whether the bank has not taken it, or it was cancelled: the money is the platform's again. */
  isFailed: boolean;
}

/** What a callback tells. */
export type News =
  | { kind: 'checkout'; checkout: Checkout }
  | ({ kind: 'declined' } & PaymentMark)
  | { kind: 'dispute'; dispute: Dispute }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'account'; account: ConnectedAccount }
  | { kind: 'other' };

/** Asked again, the provider would say the same. What it may be about has not happened. */
export class PaymentRefused extends Error {
  /** The provider's own. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PaymentRefused';
    this.code = code;
  }
}

/**
 * A payment provider: docs/adding-a-provider.md. Each call throws `Undecided` where nothing is known of what became of
 * it, and `PaymentRefused` where it is known that nothing did. Calls that make something are given a key: the same key
 * again makes nothing more, for 24 hours.
 */
export interface PaymentProvider extends Manifest {
  name: PaymentProviderName;
  /** The only host that the keys are ever sent to. */
  url: string;
  /** How long a key is known, ms. */
  keysKnownMs: number;
  sandboxKeys(): Keys;
  /** Opens a page for a payment, whose id is the key. */
  openCheckout(account: PlatformAccount, asked: CheckoutAsked): Promise<Checkout>;
  checkout(account: PlatformAccount, checkoutId: string): Promise<Checkout>;
  /** Whose payment a charge was; undefined for one that is not the market's. */
  paymentOf(account: PlatformAccount, intentId: string): Promise<PaymentMark | undefined>;
  dispute(account: PlatformAccount, disputeId: string): Promise<Dispute>;
  /** Opens an account for a shop, which is the key. */
  openAccount(
    account: PlatformAccount,
    shop: { providerId: string; tenantId: number },
  ): Promise<ConnectedAccount>;
  connectedAccount(account: PlatformAccount, accountId: string): Promise<ConnectedAccount>;
  /** Where its holder gives details. */
  accountLink(account: PlatformAccount, accountId: string, returnUrl: string): Promise<string>;
  /** Sends money to a connected account; the payout is the key. Answers the transfer's id. */
  transfer(
    account: PlatformAccount,
    asked: { payoutId: string; amountCents: number; accountId: string },
  ): Promise<string>;
  /** The transfer of a payout, however long ago; undefined where there is none. */
  findTransfer(account: PlatformAccount, payoutId: string): Promise<string | undefined>;
  /** The header of a callback that it is signed by, in small letters. */
  signatureHeader: string;
  /** Whether the provider has signed a callback, within minutes of now. */
  verify(
    account: PlatformAccount,
    came: { headers: Readonly<Record<string, string | undefined>>; body: Buffer },
  ): boolean;
  /** Reads a callback that was verified. */
  news(body: Buffer): News;
}
