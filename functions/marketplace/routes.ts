import { routesOf } from '#functions/kernel/http.ts';
import { marketplace } from '#shared/api/marketplace.ts';
import { certificateConfigs, setCertificateKeys } from './certificates/accounts.ts';
import { leadCertificates } from './certificates/lead.ts';
import { cancel, decide, dispute } from './change-order.ts';
import { revenue, stats } from './figures.ts';
import { fulfil } from './fulfil.ts';
import { balance, payouts, recordPayout, recordReceipt, statement } from './funds.ts';
import { changeListing, createListing, getListing } from './listings.ts';
import { orderLeads } from './order-leads.ts';
import { getOrder, listOrders, viewOrder } from './orders.ts';
import { paymentCallback } from './payments/callback.ts';
import { paymentConfigs, setPaymentKeys } from './payments/config.ts';
import { getPayment, listPayments, pay } from './payments/pay.ts';
import { connectPayoutAccount, getPayoutAccount } from './payments/payout-account.ts';
import { answerPing } from './ping.ts';
import { listPings } from './pings.ts';
import { answerPost } from './post.ts';
import { purchaseListing } from './purchase.ts';
import { answerReturns, decideReturns, returnLeads } from './returns.ts';
import { searchListings } from './search.ts';
import { changeShop, isVendor, listShops, openShop } from './shops.ts';
import {
  changeStandingOrder,
  createStandingOrder,
  listStandingOrders,
  removeStandingOrder,
} from './standing-orders.ts';

const r = routesOf(marketplace);

export const routes = r.router({
  providers: r.providers.handler(({ input }) => listShops(input.scope)),
  createProvider: r.createProvider.handler(({ input }) => openShop(input)),
  updateProvider: r.updateProvider.handler(({ input: { id, version, ...changes } }) =>
    changeShop(id, changes, version),
  ),
  // Vendors see what they sell, and nothing of the others.
  listings: r.listings.handler(({ input }) =>
    searchListings({ ...input, scope: isVendor() ? 'own' : (input.scope ?? 'market') }),
  ),
  createListing: r.createListing.handler(({ input }) => createListing(input)),
  getListing: r.getListing.handler(({ input }) => getListing(input.id, isVendor())),
  updateListing: r.updateListing.handler(({ input: { id, version, ...changes } }) =>
    changeListing(id, changes, version),
  ),
  purchase: r.purchase.handler(async ({ input }) => viewOrder(await purchaseListing(input))),
  standingOrders: r.standingOrders.handler(() => listStandingOrders()),
  createStandingOrder: r.createStandingOrder.handler(({ input }) => createStandingOrder(input)),
  updateStandingOrder: r.updateStandingOrder.handler(({ input: { id, version, ...changes } }) =>
    changeStandingOrder(id, changes, version),
  ),
  removeStandingOrder: r.removeStandingOrder.handler(async ({ input }) => {
    await removeStandingOrder(input.id);
    return { message: 'The standing order is removed.' };
  }),
  ping: r.ping.handler(({ input }) => answerPing(input)),
  post: r.post.handler(({ input }) => answerPost(input)),
  pings: r.pings.handler(({ input }) => listPings(input.limit, input.cursor)),
  orders: r.orders.handler(({ input }) => listOrders(input)),
  getOrder: r.getOrder.handler(({ input }) => getOrder(input.id)),
  fulfil: r.fulfil.handler(async ({ input: { id, leads } }) => {
    const { sale, results } = await fulfil(id, leads);
    return { order: viewOrder(sale), results };
  }),
  cancel: r.cancel.handler(async ({ input: { id, reason } }) => {
    await cancel(id, reason);
    return getOrder(id);
  }),
  dispute: r.dispute.handler(async ({ input: { id, reason, note } }) => {
    await dispute(id, reason, note);
    return getOrder(id);
  }),
  decide: r.decide.handler(async ({ input: { id, outcome, reason } }) => {
    await decide(id, outcome, reason);
    return getOrder(id);
  }),
  orderLeads: r.orderLeads.handler(({ input: { id, limit, cursor } }) => orderLeads(id, limit, cursor)),
  returnLeads: r.returnLeads.handler(async ({ input: { id, ...wanted } }) => {
    await returnLeads({ orderId: id, ...wanted });
    return getOrder(id);
  }),
  answerReturns: r.answerReturns.handler(async ({ input: { id, leadIds, accept, reason } }) => {
    await answerReturns(id, leadIds, accept, reason);
    return getOrder(id);
  }),
  decideReturns: r.decideReturns.handler(async ({ input: { id, leadIds, accept, reason } }) => {
    await decideReturns(id, leadIds, accept, reason);
    return getOrder(id);
  }),
  stats: r.stats.handler(() => stats()),
  revenue: r.revenue.handler(({ input }) => revenue(input.period)),
  payouts: r.payouts.handler(({ input: { providerId, limit, cursor } }) =>
    payouts(providerId, limit, cursor),
  ),
  recordPayout: r.recordPayout.handler(({ input: { providerId, amountCents, reference } }) =>
    recordPayout(providerId, amountCents, reference),
  ),
  balance: r.balance.handler(() => balance()),
  statement: r.statement.handler(({ input: { providerId, limit, cursor } }) =>
    statement(providerId, limit, cursor),
  ),
  certificateProviders: r.certificateProviders.handler(async () => ({
    providers: await certificateConfigs(),
  })),
  setCertificateProvider: r.setCertificateProvider.handler(({ input: { provider, version, ...keys } }) =>
    setCertificateKeys(provider, keys, version),
  ),
  leadCertificates: r.leadCertificates.handler(async ({ input }) => ({
    certificates: await leadCertificates(input.id),
  })),
  payments: r.payments.handler(() => listPayments()),
  pay: r.pay.handler(({ input: { amountCents, requestId } }) => pay(amountCents, requestId)),
  payment: r.payment.handler(({ input }) => getPayment(input.id)),
  paymentProviders: r.paymentProviders.handler(async () => ({ providers: await paymentConfigs() })),
  setPaymentProvider: r.setPaymentProvider.handler(({ input: { provider, version, ...keys } }) =>
    setPaymentKeys(provider, keys, version),
  ),
  paymentCallback: r.paymentCallback.handler(({ input }) => paymentCallback(input.provider)),
  payoutAccount: r.payoutAccount.handler(({ input }) => getPayoutAccount(input.id)),
  connectPayoutAccount: r.connectPayoutAccount.handler(({ input }) => connectPayoutAccount(input.id)),
  recordReceipt: r.recordReceipt.handler(({ input: { tenantId, amountCents, reference } }) =>
    recordReceipt(tenantId, amountCents, reference),
  ),
});
