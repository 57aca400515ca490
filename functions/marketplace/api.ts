/** What other nouns use of this one. They import this file and no other. */

export { marketListingWork } from './listings.ts';
export { marketPurchaseWork } from './purchase.ts';
export { marketSaleWork } from './settle.ts';
