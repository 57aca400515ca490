/** What other nouns use of this one. They import this file and no other. */

export { type CallResult, ContactRefused, ExchangeDown, placeCall } from './exchange.ts';
export { callWork } from './sweep.ts';
