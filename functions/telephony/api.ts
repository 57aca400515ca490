/** What other nouns use of this one. They import this file and no other. */

export { ExchangeRefused } from './adapter.ts';
export { commandCall } from './command.ts';
export {
  exchangeHealth,
  extensionOfPhone,
  isAnothersNumber,
  phoneNameOf,
  phoneStates,
  putNumber,
  putPhone,
  putQueue,
  queueState,
  removeNumber,
  removePhone,
  removeQueue,
} from './endpoints.ts';
export { type CallResult, ContactRefused, ExchangeDown, placeCall, placedCall } from './exchange.ts';
export { exchangeStanding } from './exchanges/standing.ts';
export { onQueueEvent, userOfExtension } from './hooks.ts';
export { callWork } from './sweep.ts';
