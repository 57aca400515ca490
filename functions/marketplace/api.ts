/** What other nouns use of this one. They import this file and no other. */

export { openDemo as openMarketDemo } from './demo.ts';
export { marketListingWork } from './listings.ts';
export { marketPurchaseWork } from './purchase.ts';
export { marketOrderWork } from './settle.ts';
