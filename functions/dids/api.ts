/** What other nouns use of this one. They import this file and no other. */

export { createDid } from './dids.ts';
export { putTextNumbers, removeTextNumber, type TextNumber, textNumbers } from './messaging.ts';
export { placeOfNumber } from './place.ts';
export { plansOfNumbers } from './plan-hooks.ts';
export { type PoolUse, poolsOfNumbers } from './pool-hooks.ts';
export {
  didIdOf,
  didsThere,
  numberOfDid,
  numbersOfDids,
  numbersThere,
  numbersTo,
  routedNumbers,
} from './store.ts';
export { targetOf } from './target.ts';
