/** What other nouns use of this one. They import this file and no other. */

export { createMenu as createIvrMenu } from './menus.ts';
export { plansUsingMenus } from './plan-hooks.ts';
export {
  everyMenu as everyIvrMenu,
  findMenus as findIvrMenus,
  menusThere as ivrMenusThere,
} from './store.ts';
export { menusUsingRecordings, recordingIdsOfMenu } from './used.ts';
