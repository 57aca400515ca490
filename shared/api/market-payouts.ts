import { z } from 'zod';
import { payoutAccount } from '../model/market-payments.ts';
import { id, route } from './contract.ts';

const shop = z.strictObject({ id: id('mpr') });

/** Accounts that shops are paid out to by themselves; part of the noun `marketplace`. */
export const marketPayouts = {
  payoutAccount: route(
    'GET',
    '/marketplace/providers/{id}/payout-account',
    'marketplace.sell',
    'Whether a shop is paid out by itself, as its payment provider says now',
  )
    .input(shop)
    .output(payoutAccount),
  connectPayoutAccount: route(
    'POST',
    '/marketplace/providers/{id}/payout-account',
    'marketplace.sell',
    'Connect an account that a shop is paid out to',
  )
    .input(shop)
    .output(
      z.object({ url: z.string().describe('where its details are given; it works once, for minutes') }),
    ),
};
