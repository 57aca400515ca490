/** What other nouns use of this one. They import this file and no other. */

export { createScript } from './manage.ts';
export { scriptsThere } from './store.ts';
