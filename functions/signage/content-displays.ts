import type { Displays } from '#functions/content/api.ts';
import { listDisplays } from './displays.ts';
import { contentsOfPlaylists } from './plans/contents.ts';
import { plansChanged } from './plans/revision.ts';
import { assertNoEmergency } from './plans/standing.ts';
import { followPlans } from './reconcile.ts';
import { displaysThere } from './store.ts';
import { displaysOf, takeOff, takeOver } from './takeover.ts';

/** What signage does for content. Entries of functions that publish, or look where something shows, register it. */
export const contentDisplays: Displays = {
  there: displaysThere,
  async showing(projectId) {
    const standing = new Set((await displaysOf(projectId)).map(({ displayId }) => displayId));
    const { displays } = await listDisplays();
    return displays.filter(({ id }) => standing.has(id));
  },
  takeOver,
  async takeOff(projectId) {
    await takeOff(projectId);
    await followPlans();
  },
  assertNoEmergency,
  plansChanged,
  playlists: contentsOfPlaylists,
};
