/** What other nouns use of this one. They import this file and no other. */

export { listDisplays } from './displays.ts';
export { contentsOfPlaylists } from './plans/contents.ts';
export { plansChanged } from './plans/revision.ts';
export { assertNoEmergency } from './plans/standing.ts';
export { playerTenant } from './player.ts';
export { displayWork, followPlans, signagePlansWork } from './reconcile.ts';
export { showingsOf } from './showing-store.ts';
export { displaysThere } from './store.ts';
export { displaysOf, type TakeoverResult, takeOff, takeOver } from './takeover.ts';
