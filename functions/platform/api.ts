/** What other nouns use of this one. They import this file and no other. */

export { customerOr404 } from './customers.ts';
export { inCustomer } from './log.ts';
