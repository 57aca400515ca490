/** What other nouns use of this one. They import this file and no other. */

export { plansToServe, pushDeployment } from './deploy.ts';
export { plansForNumbers } from './for-numbers.ts';
export { hearPlanEvent } from './hear.ts';
export { createPlan as createDialPlan } from './plans.ts';
export { plansUsingMenus, plansUsingRecordings } from './used.ts';
