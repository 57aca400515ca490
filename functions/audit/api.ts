/** What other nouns use of this one. They import this file and no other. */

export { auditLives } from './data-terms.ts';
export { listAudit } from './list.ts';
export { auditPersonalData } from './personal-data.ts';
