import { z } from 'zod';
import { changesOf } from '../model/changes.ts';
import { refersTo } from '../model/reference.ts';
import {
  calendarDate,
  displaySettings,
  emergency,
  emergencyFields,
  group,
  groupFields,
  play,
  playlist,
  playlistFields,
  schedule,
  scheduleFields,
  signageLimits,
} from '../model/signage/entities.ts';
import { timeZone } from '../model/tenant.ts';
import { id, message, route } from './contract.ts';

const groupId = id('grp');
const playlistId = id('pls');
const scheduleId = id('scd');
const emergencyId = id('emg');
const layerId = id('lay');
/** An address that nobody guesses; it carries its tenant and names one display. */
const playerKey = id('dsp');
/** The provider's own id of a display, which we keep as it is. */
const displayId = z
  .string()
  .max(64)
  .regex(/^[0-9A-Za-z_-]+$/, 'This is not the id of a display.');

const version = z.number().int().min(1).optional().describe('refused when it has changed since');

const showable = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sign'),
    projectId: z.string(),
    publicId: z.string(),
    version: z.number().int(),
    name: z.string(),
  }),
  z.object({ kind: z.literal('image'), assetId: z.string(), url: z.string(), name: z.string() }),
  z.object({ kind: z.literal('video'), assetId: z.string(), url: z.string(), name: z.string() }),
]);

/** What a player needs to go on by itself; the form of `DisplayPlan` in shared/model/signage/what-is-on.ts. */
export const displayPlan = z.object({
  displayId: z.string(),
  name: z.string(),
  timeZone: z.string(),
  revision: z.number().int(),
  emergencies: z.array(z.object({ id: z.string(), name: z.string(), startedAt: z.string(), show: showable })),
  takeovers: z.array(
    z.object({
      layerId: z.string(),
      projectId: z.string(),
      name: z.string(),
      priority: z.enum(['NORMAL', 'HIGH', 'EMERGENCY']),
      startedAt: z.string(),
      endsAt: z.string().nullable(),
      show: showable,
    }),
  ),
  schedules: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      playlistId: z.string(),
      rule: scheduleFields.shape.rule,
      priority: z.number().int(),
    }),
  ),
  defaultPlaylistId: z.string().nullable(),
  playlists: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      items: z.array(
        z.object({
          id: z.string(),
          show: showable,
          seconds: z.number(),
          transition: z.enum(['none', 'fade', 'slide']),
          validFrom: z.string().nullable(),
          validUntil: z.string().nullable(),
        }),
      ),
    }),
  ),
});

const groups = {
  listGroups: route('GET', '/signage/groups', 'displays.view', 'Groups of displays')
    .input(z.strictObject({}))
    .output(z.object({ groups: z.array(group) })),
  createGroup: route('POST', '/signage/groups', 'displays.edit', 'Make a group of displays', { status: 201 })
    .input(groupFields)
    .output(group),
  updateGroup: route('PUT', '/signage/groups/{id}', 'displays.edit', 'Change a group')
    .input(changesOf(groupFields).extend({ id: groupId, version }))
    .output(group),
  removeGroup: route('DELETE', '/signage/groups/{id}', 'displays.edit', 'Remove a group; its displays stay')
    .input(z.strictObject({ id: groupId }))
    .output(message),
};

/** A playlist's item as a person sees it: whether it can be shown, and what it looks like. */
const itemState = z.object({
  id: z.string(),
  name: z.string(),
  /** 'missing': the sign or file is gone, or the sign is not published; it is passed over. */
  state: z.enum(['ready', 'missing']),
  thumbnailUrl: z.string().nullable(),
});
const playlistAnswer = playlist.extend({ contents: z.array(itemState) });
export type PlaylistAnswer = z.output<typeof playlistAnswer>;

const playlists = {
  listPlaylists: route('GET', '/signage/playlists', 'displays.view', 'Playlists, by name')
    .input(z.strictObject({}))
    .output(z.object({ playlists: z.array(playlistAnswer) })),
  createPlaylist: route(
    'POST',
    '/signage/playlists',
    'playlists.edit',
    'Make a playlist; its projects are published',
    {
      status: 201,
    },
  )
    .input(playlistFields)
    .output(playlistAnswer),
  getPlaylist: route('GET', '/signage/playlists/{id}', 'displays.view', 'One playlist')
    .input(z.strictObject({ id: playlistId }))
    .output(playlistAnswer),
  updatePlaylist: route('PUT', '/signage/playlists/{id}', 'playlists.edit', 'Change a playlist')
    .input(changesOf(playlistFields).extend({ id: playlistId, version }))
    .output(playlistAnswer),
  removePlaylist: route(
    'DELETE',
    '/signage/playlists/{id}',
    'playlists.edit',
    'Remove a playlist that nothing uses',
  )
    .input(z.strictObject({ id: playlistId }))
    .output(message),
};

const schedules = {
  listSchedules: route('GET', '/signage/schedules', 'displays.view', 'Schedules, by name')
    .input(z.strictObject({}))
    .output(z.object({ schedules: z.array(schedule) })),
  createSchedule: route('POST', '/signage/schedules', 'schedules.edit', 'Show a playlist at certain times', {
    status: 201,
  })
    .input(scheduleFields.extend({ playlistId }))
    .output(schedule),
  updateSchedule: route('PUT', '/signage/schedules/{id}', 'schedules.edit', 'Change a schedule')
    .input(changesOf(scheduleFields.extend({ playlistId })).extend({ id: scheduleId, version }))
    .output(schedule),
  removeSchedule: route('DELETE', '/signage/schedules/{id}', 'schedules.edit', 'Remove a schedule')
    .input(z.strictObject({ id: scheduleId }))
    .output(message),
};

const emergencies = {
  listEmergencies: route(
    'GET',
    '/signage/emergencies',
    'displays.view',
    'What stands, and the last ones that ended',
  )
    .input(z.strictObject({}))
    .output(z.object({ active: z.array(emergency), ended: z.array(emergency) })),
  startEmergency: route(
    'POST',
    '/signage/emergencies',
    'emergencies.manage',
    'Show a project over everything, until ended',
    {
      status: 201,
    },
  )
    .input(
      emergencyFields.extend({
        projectId: id('prj').optional().describe('the sign to show; without it, `message` is given'),
        message: z
          .string()
          .trim()
          .min(1, 'A message is required')
          .max(signageLimits.messageLength)
          .optional()
          .describe('shown large, white on red'),
        requestId: z
          .string()
          .min(8)
          .max(64)
          .optional()
          .describe('the same one sent twice starts one emergency'),
      }),
    )
    .output(emergency.extend({ displays: z.number().int(), failed: z.array(z.string()) })),
  endEmergency: route(
    'POST',
    '/signage/emergencies/{id}/end',
    'emergencies.manage',
    'End it; displays show what they had',
  )
    .input(z.strictObject({ id: emergencyId }))
    .output(emergency),
};

const displayCalls = {
  displayPlan: route(
    'GET',
    '/signage/displays/{displayId}',
    'displays.view',
    'What a display shows now and will show',
  )
    .input(z.strictObject({ displayId }))
    .output(
      z.object({
        plan: displayPlan,
        settings: displaySettings,
        playerUrl: z.string(),
        groupIds: z.array(z.string()),
      }),
    ),
  setDisplay: route(
    'PUT',
    '/signage/displays/{displayId}',
    'displays.edit',
    "Set a display's time zone and default playlist",
  )
    .input(
      z.strictObject({
        displayId,
        timeZone: timeZone.optional(),
        defaultPlaylistId: playlistId.nullable().optional(),
        groupIds: z.array(refersTo('displayGroup', groupId)).max(signageLimits.groups).optional(),
      }),
    )
    .output(displaySettings.extend({ groupIds: z.array(z.string()) })),
  takeOffLayer: route(
    'DELETE',
    '/signage/displays/{displayId}/takeovers/{id}',
    'displays.edit',
    'Take one publication off one display',
  )
    .input(z.strictObject({ displayId, id: layerId }))
    .output(message),
};

const total = z.object({
  day: z.string(),
  displayId: z.string(),
  refId: z.string(),
  name: z.string(),
  plays: z.number().int(),
  seconds: z.number(),
});
export type PlayTotal = z.output<typeof total>;

const playing = {
  playReport: route(
    'GET',
    '/signage/plays',
    'displays.reports',
    'Proof of play: how long each sign was on each display',
  )
    .input(
      z.strictObject({
        from: calendarDate.optional().describe('first day; a week ago when omitted'),
        until: calendarDate.optional().describe('last day, today when omitted'),
        displayId: displayId.optional(),
      }),
    )
    .output(
      z.object({
        from: z.string(),
        until: z.string(),
        totals: z.array(total),
        displays: z.record(z.string(), z.string()).describe('names by id'),
      }),
    ),
  dayOfPlays: route(
    'GET',
    '/signage/displays/{displayId}/plays',
    'displays.reports',
    'Every play of a display on one day',
  )
    .input(
      z.strictObject({
        displayId,
        day: calendarDate.optional().describe("the display's own; today when omitted"),
      }),
    )
    .output(z.object({ day: z.string(), plays: z.array(play) })),
};

/** For the player on the display: nobody is signed in, the address names tenant and display. */
const player = {
  playerPlan: route('GET', '/signage/player/{key}', 'public', 'What a display shows now and later')
    .input(
      z.strictObject({
        key: playerKey,
        have: z
          .string()
          .max(64)
          .optional()
          .describe('the tag last got: nothing comes when it is still right'),
        showing: z
          .string()
          .regex(/^(emg|lay)_[0-9A-Za-z_-]{1,60}$/, 'This is neither an emergency nor a takeover.')
          .optional()
          .describe('the emergency or takeover that is on the glass'),
        preview: z.coerce.boolean().default(false).describe('a look that is no sign of life'),
      }),
    )
    .output(
      z.object({
        tag: z.string(),
        now: z.string().describe('the time here, so that a player whose clock is off can correct it'),
        plan: displayPlan.nullable().describe('null: nothing has changed'),
        push: z
          .object({ url: z.string(), host: z.string(), channel: z.string() })
          .describe('where the player hears that it should ask again, by the protocol of AWS AppSync Events'),
      }),
    ),
  reportPlays: route('POST', '/signage/player/{key}/plays', 'public', 'Tell what was shown; twice is once')
    .input(
      z.strictObject({
        key: playerKey,
        batchId: z
          .string()
          .regex(/^[0-9A-Za-z-]{8,64}$/, 'This is not the id of a batch.')
          .describe("the player's own; the same one sent twice is counted once"),
        plays: z.array(play).min(1).max(signageLimits.playsPerBatch),
      }),
    )
    .output(z.object({ stored: z.number().int() })),
};

export const signagePlans = {
  ...groups,
  ...playlists,
  ...schedules,
  ...emergencies,
  ...displayCalls,
  ...playing,
  ...player,
};
