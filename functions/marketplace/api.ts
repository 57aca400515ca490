/** What other nouns use of this one. They import this file and no other. */

export { marketCertificateWork } from './certificates/check.ts';
export { marketLives, marketPersonalData } from './certificates/personal-data.ts';
export { openDemo as openMarketDemo } from './demo.ts';
export { fulfil } from './fulfil.ts';
export { recordReceipt } from './funds.ts';
export { createListing, marketListingWork } from './listings.ts';
export { marketPayoutAccountWork } from './payments/payout-days.ts';
export { marketPayoutWork } from './payments/payout-work.ts';
export { marketPaymentWork } from './payments/work.ts';
export { marketPingWork } from './ping-work.ts';
export { marketPurchaseWork, purchaseListing } from './purchase.ts';
export { returnLives, returnPersonalData } from './return-personal-data.ts';
export { searchListings } from './search.ts';
export { marketOrderWork } from './settle.ts';
export { listShops, openShop } from './shops.ts';
export { createStandingOrder, listStandingOrders } from './standing-orders.ts';
export { marketStandingOrderWork } from './standing-work.ts';
