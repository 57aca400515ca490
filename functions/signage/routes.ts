import { notFound } from '#functions/kernel/errors.ts';
import { routesOf } from '#functions/kernel/http.ts';
import type { StoredIds } from '#functions/kernel/references.ts';
import { signage } from '#shared/api/signage.ts';
import { groupFields, scheduleFields } from '#shared/model/signage/entities.ts';
import { knownDisplay, listDisplays } from './displays.ts';
import { endEmergency, listEmergencies, startEmergency } from './plans/emergencies.ts';
import { createGroup, listGroups, removeGroup, updateGroup } from './plans/groups.ts';
import { partOr404 } from './plans/parts.ts';
import {
  createPlaylist,
  getPlaylist,
  listPlaylists,
  removePlaylist,
  updatePlaylist,
} from './plans/playlists.ts';
import { createSchedule, listSchedules, removeSchedule, updateSchedule } from './plans/schedules.ts';
import { displayPlan, setDisplay } from './plans/settings.ts';
import { groupsThere } from './plans/store.ts';
import { playerPlan } from './player.ts';
import { recordPlays } from './plays/record.ts';
import { dayOfPlays, playReport } from './plays/report.ts';
import { setSignageConfig, signageConfig } from './provider.ts';
import { maxDisplays } from './reconcile.ts';
import { displaysThere } from './store.ts';
import { takeOffOne } from './takeover.ts';

const kept: StoredIds['kept'] = async ({ id, displayId }) => {
  if (typeof displayId === 'string') await knownDisplay(displayId);
  if (typeof id !== 'string') return undefined;
  if (id.startsWith('grp_'))
    return { schema: groupFields, value: (await partOr404('group', id, 'The group')).body };
  return { schema: scheduleFields, value: (await partOr404('schedule', id, 'The schedule')).body };
};
const r = routesOf(signage, { lookUps: { display: displaysThere, displayGroup: groupsThere }, kept });

export const routes = r.router({
  displays: r.displays.handler(({ input }) => listDisplays(input.limit)),
  config: r.config.handler(() => signageConfig()),
  setConfig: r.setConfig.handler(({ input }) => setSignageConfig(input)),
  sync: r.sync.handler(() => listDisplays(maxDisplays)),

  listGroups: r.listGroups.handler(async () => ({ groups: await listGroups() })),
  createGroup: r.createGroup.handler(({ input }) => createGroup(input)),
  updateGroup: r.updateGroup.handler(({ input: { id, version, ...fields } }) =>
    updateGroup(id, fields, version),
  ),
  removeGroup: r.removeGroup.handler(async ({ input }) => {
    await removeGroup(input.id);
    return { message: 'The group was removed. Its displays stay.' };
  }),

  listPlaylists: r.listPlaylists.handler(async () => ({ playlists: await listPlaylists() })),
  createPlaylist: r.createPlaylist.handler(({ input }) => createPlaylist(input)),
  getPlaylist: r.getPlaylist.handler(({ input }) => getPlaylist(input.id)),
  updatePlaylist: r.updatePlaylist.handler(({ input: { id, version, ...fields } }) =>
    updatePlaylist(id, fields, version),
  ),
  removePlaylist: r.removePlaylist.handler(async ({ input }) => {
    await removePlaylist(input.id);
    return { message: 'The playlist was removed.' };
  }),

  listSchedules: r.listSchedules.handler(async () => ({ schedules: await listSchedules() })),
  createSchedule: r.createSchedule.handler(({ input }) => createSchedule(input)),
  updateSchedule: r.updateSchedule.handler(({ input: { id, version, ...fields } }) =>
    updateSchedule(id, fields, version),
  ),
  removeSchedule: r.removeSchedule.handler(async ({ input }) => {
    await removeSchedule(input.id);
    return { message: 'The schedule was removed.' };
  }),

  listEmergencies: r.listEmergencies.handler(() => listEmergencies()),
  startEmergency: r.startEmergency.handler(({ input }) => startEmergency(input)),
  endEmergency: r.endEmergency.handler(({ input }) => endEmergency(input.id)),

  displayPlan: r.displayPlan.handler(({ input }) => displayPlan(input.displayId)),
  setDisplay: r.setDisplay.handler(({ input: { displayId, ...change } }) => setDisplay(displayId, change)),
  takeOffLayer: r.takeOffLayer.handler(async ({ input }) => {
    if (!(await takeOffOne(input.displayId, input.id))) throw notFound('The publication on this display');
    return { message: 'It was taken off this display.' };
  }),

  playReport: r.playReport.handler(({ input }) => playReport(input)),
  dayOfPlays: r.dayOfPlays.handler(({ input }) => dayOfPlays(input.displayId, input.day)),

  playerPlan: r.playerPlan.handler(({ input }) => playerPlan(input.key, input)),
  reportPlays: r.reportPlays.handler(({ input }) => recordPlays(input.key, input.batchId, input.plays)),
});
