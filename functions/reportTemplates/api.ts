/** What other nouns use of this one. They import this file and no other. */

export { reportRunWork } from './deliver.ts';
export { outsiders } from './outsiders.ts';
export { reportScheduleWork } from './schedule.ts';
export { everyTemplate as everyReportTemplate } from './store.ts';
export { createTemplate as createReportTemplate } from './templates.ts';
