/** What other nouns use of this one. They import this file and no other. */

export { listAudit } from './list.ts';
export { auditPersonalData } from './personal-data.ts';
