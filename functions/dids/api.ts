/** What other nouns use of this one. They import this file and no other. */

export { assertRoom as assertRoomForDids, createDid } from './dids.ts';
export {
  dropPending,
  isOvertaken as isDidOvertaken,
  markReleased,
  pendingWrite,
  putReputation,
  putTextNumbers,
  type Rent,
  type TextNumber,
  textNumbers,
} from './messaging.ts';
export { placeOfNumber } from './place.ts';
export { plansOfNumbers } from './plan-hooks.ts';
export { joinPool, type PoolUse, poolsOfNumbers } from './pool-hooks.ts';
export {
  type DidRecord,
  didIdOf,
  didsThere,
  everyDid,
  findDid,
  numberOfDid,
  numbersOfDids,
  numbersThere,
  numbersTo,
  routedNumbers,
} from './store.ts';
export { targetOf } from './target.ts';
export { viewer as didViewer } from './view.ts';
