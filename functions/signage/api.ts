/** What other nouns use of this one. They import this file and no other. */

export {
  announce,
  announcementWork,
  callOff,
  firstFrameOf,
  type NewAnnouncement,
  turnOf,
} from './announce.ts';
export { contentDisplays } from './content-displays.ts';
export { displaysMeant } from './displays-meant.ts';
export { groupsThere as displayGroupsThere } from './plans/store.ts';
export { playerTenant } from './player.ts';
export { displayWork, signagePlansWork } from './reconcile.ts';
export { signageStanding } from './standing.ts';
export { displaysThere } from './store.ts';
