/** What other nouns use of this one. They import this file and no other. */

export { availability, drawNumber, releaseNumbers } from './draw.ts';
export { createGroup as createTransferGroup } from './groups.ts';
export { groupsThere as transferGroupsThere } from './store.ts';
