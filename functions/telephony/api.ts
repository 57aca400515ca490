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
  putPlan,
  putQueue,
  putSound,
  queueState,
  removeNumber,
  removePhone,
  removePlan,
  removeQueue,
  removeSound,
} from './endpoints.ts';
export {
  type CallResult,
  ContactRefused,
  type DrawnNumber,
  ExchangeDown,
  placeCall,
  placedCall,
} from './exchange.ts';
export { exchangeStanding } from './exchanges/standing.ts';
export { tryExchange } from './exchanges/try.ts';
export { onPlanEvent, onQueueEvent, userOfExtension } from './hooks.ts';
export { callWork } from './sweep.ts';
