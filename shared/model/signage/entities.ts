import { z } from 'zod';
import { refersTo } from '../reference.ts';
import { timeZone } from '../tenant.ts';

/*
 * What a signage operator keeps: groups of displays, playlists, schedules, emergencies. Dates are the display's own
 * calendar days, times of day are minutes after its midnight.
 */

/** Bounds of a tenant's signage; all plans of a tenant are read at once by the minute's look at its displays. */
export const signageLimits = {
  groups: 100,
  playlists: 200,
  schedules: 300,
  /** Emergencies that stand at once. */
  emergencies: 10,
  nameLength: 120,
  /** Characters of an emergency's message. */
  messageLength: 200,
  /** Items of one playlist. */
  items: 100,
  /** How long one item shows, in seconds; a day at most. */
  itemSeconds: { min: 1, max: 86_400 },
  /** 0 is ordinary. */
  priority: { min: 0, max: 10 },
  everyWeeks: { min: 1, max: 52 },
  displays: 500,
  /** Plays in one message of a player, and the days for which a player without a network keeps them. */
  playsPerBatch: 200,
  playDays: 35,
  /** Days of one proof-of-play report. */
  reportDays: 92,
} as const;

const name = z.string().trim().min(1, 'A name is required').max(signageLimits.nameLength);
/** A provider's id of a display. */
export const displayId = z.string().min(1).max(64);
const displayIds = z
  .array(refersTo('display', displayId))
  .max(signageLimits.displays)
  .refine((ids) => new Set(ids).size === ids.length, 'Each display may be named once');
const groupIds = z.array(refersTo('displayGroup', z.string().min(1).max(64))).max(signageLimits.groups);
export const calendarDate = z.iso.date('A date is written 2026-01-31');
const version = z.number().int().min(1);

export const groupFields = z.strictObject({ name, displayIds: displayIds.default([]) });
export const group = groupFields.extend({ id: z.string(), version });

const itemFields = z
  .strictObject({
    /** The client's own, so that an item keeps its identity while it is moved. */
    id: z.string().min(1).max(64),
    kind: z.enum(['project', 'asset']),
    /** Of the project, or of the image or video. */
    refId: z.string().min(1).max(64),
    seconds: z
      .number()
      .int()
      .min(signageLimits.itemSeconds.min, 'An item shows for at least one second')
      .max(signageLimits.itemSeconds.max, 'An item shows for at most a day'),
    transition: z.enum(['none', 'fade', 'slide']).default('fade'),
    validFrom: calendarDate.nullable().default(null),
    validUntil: calendarDate.nullable().default(null),
  })
  .refine(({ validFrom, validUntil }) => !(validFrom && validUntil && validUntil < validFrom), {
    message: 'The last day lies before the first',
    path: ['validUntil'],
  });

export const playlistFields = z.strictObject({
  name,
  items: z
    .array(itemFields)
    .max(signageLimits.items, `A playlist holds at most ${signageLimits.items} items`)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'Two items have one id')
    .default([]),
});
export const playlist = playlistFields.extend({ id: z.string(), version, updatedAt: z.string() });

export const rule = z
  .strictObject({
    days: z
      .array(z.number().int().min(0).max(6))
      .min(1, 'Choose at least one day')
      .refine((days) => new Set(days).size === days.length, 'Each day may be named once'),
    from: z.number().int().min(0).max(1439),
    to: z.number().int().min(1).max(1440),
    startDate: calendarDate.nullable().default(null),
    endDate: calendarDate.nullable().default(null),
    everyWeeks: z
      .number()
      .int()
      .min(signageLimits.everyWeeks.min)
      .max(signageLimits.everyWeeks.max)
      .default(1),
  })
  .refine(({ startDate, endDate }) => !(startDate && endDate && endDate < startDate), {
    message: 'The last day lies before the first',
    path: ['endDate'],
  });

export const scheduleFields = z.strictObject({
  name,
  playlistId: z.string().min(1).max(64),
  displayIds: displayIds.default([]),
  groupIds: groupIds.default([]),
  rule,
  priority: z.number().int().min(signageLimits.priority.min).max(signageLimits.priority.max).default(0),
});
export const schedule = scheduleFields.extend({ id: z.string(), version });

/** What we keep of a display beside what its provider knows. */
export const displaySettings = z.strictObject({
  timeZone,
  defaultPlaylistId: z.string().nullable(),
});

export const emergencyFields = z.strictObject({
  projectId: z.string().min(1).max(64),
  all: z.boolean().default(false),
  displayIds: displayIds.default([]),
  groupIds: groupIds.default([]),
});
export const emergency = emergencyFields.extend({
  id: z.string(),
  name: z.string(),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().nullable(),
  endedBy: z.string().nullable(),
});

/** One thing that a player showed, from–to. */
export const play = z.strictObject({
  /** `prj_…` or `ast_…` */
  refId: z.string().regex(/^(prj|ast)_[0-9A-Za-z_-]{1,60}$/, 'This is neither a sign nor a file.'),
  name: z.string().max(signageLimits.nameLength),
  /** Why it showed. */
  cause: z.enum(['emergency', 'takeover', 'scheduled', 'default']),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
});

export type Group = z.output<typeof group>;
export type GroupFields = z.output<typeof groupFields>;
export type Playlist = z.output<typeof playlist>;
export type PlaylistFields = z.output<typeof playlistFields>;
export type PlaylistItem = z.output<typeof itemFields>;
export type Schedule = z.output<typeof schedule>;
export type ScheduleFields = z.output<typeof scheduleFields>;
export type DisplaySettings = z.output<typeof displaySettings>;
export type Emergency = z.output<typeof emergency>;
export type EmergencyFields = z.output<typeof emergencyFields>;
export type Play = z.output<typeof play>;
