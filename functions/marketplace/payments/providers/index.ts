import type { PaymentProviderName } from '#shared/model/market-payments.ts';
import { stripe } from './stripe/index.ts';
import type { PaymentProvider } from './types.ts';

/** Those that the platform can have an account at, in the order in which the screen shows them. */
export const paymentServices: readonly PaymentProvider[] = [stripe];

/** The one that cards are charged by. */
export const paymentService: PaymentProvider = stripe;

export const paymentServiceOf = (name: PaymentProviderName): PaymentProvider =>
  paymentServices.find((one) => one.name === name)!;
