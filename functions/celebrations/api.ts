/** What other nouns use of this one. They import this file and no other. */

export { celebrationWork } from './celebrate.ts';
export { celebrationLives } from './data-terms.ts';
export { announceLead, type LeadAnnounced } from './join.ts';
export { celebrationNewsWork } from './news.ts';
export { celebrationPersonalData } from './personal-data.ts';
export { createRule, listRules } from './rules.ts';
export { wallOf } from './wall.ts';
