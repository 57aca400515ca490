import type { DisplayLayer } from '../display-layers.ts';
import { standing } from '../display-layers.ts';
import { dateAfter, instantOf, localTime } from '../zone-time.ts';
import { occurrenceAt, occurrencesBetween, type Rule } from './rules.ts';

/*
 * What a display shows at an instant, as a pure function of its plan. The functions, the player on the display and
 * the screens of the app all ask here, so a player without a network shows what the app says it does.
 */

export type Showable =
  | { kind: 'sign'; projectId: string; publicId: string; version: number; name: string }
  | { kind: 'image'; assetId: string; url: string; name: string }
  | { kind: 'video'; assetId: string; url: string; name: string };

export type Transition = 'none' | 'fade' | 'slide';

export interface PlanItem {
  id: string;
  show: Showable;
  seconds: number;
  transition: Transition;
  /** First and last date on which it shows, by the display's own calendar. */
  validFrom: string | null;
  validUntil: string | null;
}

export interface PlanPlaylist {
  id: string;
  name: string;
  items: PlanItem[];
}

export interface PlanSchedule {
  id: string;
  name: string;
  playlistId: string;
  rule: Rule;
  /** Of two that are open the higher one shows. */
  priority: number;
}

export interface PlanEmergency {
  id: string;
  name: string;
  startedAt: string;
  show: Showable;
}

export type PlanTakeover = Pick<
  DisplayLayer,
  'layerId' | 'projectId' | 'name' | 'priority' | 'startedAt' | 'endsAt'
> & { show: Showable };

/** Everything that a display needs to know to show the right thing by itself. */
export interface DisplayPlan {
  displayId: string;
  name: string;
  timeZone: string;
  /** Grows with every change of the tenant's plans. */
  revision: number;
  emergencies: PlanEmergency[];
  takeovers: PlanTakeover[];
  schedules: PlanSchedule[];
  defaultPlaylistId: string | null;
  playlists: PlanPlaylist[];
}

/** `since` and `until` are instants in ms; an `until` of null is not known ahead. */
export type OnNow =
  | { kind: 'emergency'; id: string; name: string; since: number; until: null; show: Showable }
  | { kind: 'takeover'; id: string; name: string; since: number; until: number | null; show: Showable }
  | {
      kind: 'scheduled';
      id: string;
      name: string;
      since: number;
      until: number;
      playlist: PlanPlaylist;
    }
  | { kind: 'default'; id: string; name: string; since: number; until: null; playlist: PlanPlaylist }
  | { kind: 'own'; id: null; name: null; since: null; until: null };

const ownProject: OnNow = { kind: 'own', id: null, name: null, since: null, until: null };

const isValidOn = ({ validFrom, validUntil }: PlanItem, date: string): boolean =>
  !(validFrom && date < validFrom) && !(validUntil && date > validUntil);

/** The playlist when it has something to show on a date. */
function showablePlaylist(plan: DisplayPlan, id: string, date: string): PlanPlaylist | undefined {
  const playlist = plan.playlists.find((candidate) => candidate.id === id);
  return playlist?.items.some((item) => isValidOn(item, date)) ? playlist : undefined;
}

/**
 * What shows: an emergency (the latest), else a takeover (by its priority, then the latest), else what is
 * scheduled (by priority, then the window that began last), else the default playlist, else the display's own
 * content. A playlist with nothing valid to show is passed over.
 */
export function whatIsOn(plan: DisplayPlan, at: number): OnNow {
  const iso = new Date(at).toISOString();
  const emergency = plan.emergencies
    .filter(({ startedAt }) => startedAt <= iso)
    .reduce<PlanEmergency | undefined>(
      (latest, next) =>
        !latest || [next.startedAt, next.id].join() > [latest.startedAt, latest.id].join() ? next : latest,
      undefined,
    );
  if (emergency) {
    const { id, name, startedAt, show } = emergency;
    return { kind: 'emergency', id, name, since: Date.parse(startedAt), until: null, show };
  }
  const takeover = standing(plan.takeovers, iso)
    .filter(({ startedAt }) => startedAt <= iso)
    .at(-1);
  if (takeover) {
    const { layerId: id, name, startedAt, endsAt, show } = takeover;
    const until = endsAt ? Date.parse(endsAt) : null;
    return { kind: 'takeover', id, name, since: Date.parse(startedAt), until, show };
  }
  const { date } = localTime(plan.timeZone, at);
  const open = plan.schedules
    .flatMap((schedule) => {
      const occurrence = occurrenceAt(schedule.rule, plan.timeZone, at);
      const playlist = occurrence && showablePlaylist(plan, schedule.playlistId, date);
      return playlist ? [{ schedule, occurrence, playlist }] : [];
    })
    .sort(
      (a, b) =>
        b.schedule.priority - a.schedule.priority ||
        b.occurrence.start - a.occurrence.start ||
        (a.schedule.id < b.schedule.id ? -1 : 1),
    );
  const first = open[0];
  if (first) {
    const { schedule, occurrence, playlist } = first;
    const { id, name } = schedule;
    return { kind: 'scheduled', id, name, since: occurrence.start, until: occurrence.end, playlist };
  }
  const playlist = plan.defaultPlaylistId && showablePlaylist(plan, plan.defaultPlaylistId, date);
  if (playlist)
    return {
      kind: 'default',
      id: playlist.id,
      name: playlist.name,
      since: instantOf(plan.timeZone, date, 0),
      until: null,
      playlist,
    };
  return ownProject;
}

/** Whether two answers are the same thing on the display. */
export const isSame = (a: OnNow, b: OnNow): boolean => a.kind === b.kind && a.id === b.id;

/** Instants after `from` and before `to` at which the answer may change, in their order. */
function boundaries(plan: DisplayPlan, from: number, to: number): number[] {
  const found = new Set<number>();
  const add = (at: number) => {
    if (at > from && at < to) found.add(at);
  };
  for (const { startedAt } of plan.emergencies) add(Date.parse(startedAt));
  for (const { startedAt, endsAt } of plan.takeovers) {
    add(Date.parse(startedAt));
    if (endsAt) add(Date.parse(endsAt));
  }
  for (const { rule } of plan.schedules)
    for (const { start, end } of occurrencesBetween(rule, plan.timeZone, from, to)) {
      add(start);
      add(end);
    }
  const items = plan.playlists.flatMap((playlist) => playlist.items);
  const dates = new Set(
    items.flatMap(({ validFrom, validUntil }) => [
      ...(validFrom ? [validFrom] : []),
      ...(validUntil ? [dateAfter(validUntil, 1)] : []),
    ]),
  );
  for (const date of dates) add(instantOf(plan.timeZone, date, 0));
  return [...found].sort((a, b) => a - b);
}

export interface Segment {
  from: number;
  to: number;
  on: OnNow;
}

/** What shows from one instant to another, without gaps; neighbours differ. */
export function segments(plan: DisplayPlan, from: number, to: number): Segment[] {
  const found: Segment[] = [];
  for (const at of [from, ...boundaries(plan, from, to)]) {
    const on = whatIsOn(plan, at);
    const last = found.at(-1);
    if (last && isSame(last.on, on)) continue;
    if (last) last.to = at;
    found.push({ from: at, to, on });
  }
  return found;
}

/** How far ahead, or back, a change is looked for; a rule's window comes at least weekly. */
const horizonMs = 8 * 86_400_000;

/** When something else shows, and what; undefined when nothing changes within eight days. */
export function nextChange(plan: DisplayPlan, at: number): { at: number; on: OnNow } | undefined {
  const now = whatIsOn(plan, at);
  for (const boundary of boundaries(plan, at, at + horizonMs)) {
    const on = whatIsOn(plan, boundary);
    if (!isSame(now, on)) return { at: boundary, on };
  }
  return undefined;
}

/** When what shows now began to show, by the plan as it is; undefined when that was more than eight days ago. */
export function lastChange(plan: DisplayPlan, at: number): number | undefined {
  const now = whatIsOn(plan, at);
  const before = [...boundaries(plan, at - horizonMs, at + 1)].reverse();
  return before.find((boundary) => !isSame(whatIsOn(plan, boundary - 1), now));
}

export interface Turn {
  item: PlanItem;
  from: number;
  until: number;
}

/**
 * Whose turn it is in a playlist that began at `anchor` and goes round since. Two displays with one plan show the
 * same item at the same instant.
 */
export function turnAt(playlist: PlanPlaylist, zone: string, anchor: number, at: number): Turn | undefined {
  const { date } = localTime(zone, at);
  const items = playlist.items.filter((item) => isValidOn(item, date));
  const total = items.reduce((sum, { seconds }) => sum + seconds * 1000, 0);
  if (total <= 0) return undefined;
  const position = (((at - anchor) % total) + total) % total;
  let from = at - position;
  for (const item of items) {
    const until = from + item.seconds * 1000;
    if (at < until) return { item, from, until };
    from = until;
  }
  return undefined;
}

/** The very thing that is on the glass: the item whose turn it is, or the takeover's sign. */
export function showing(plan: DisplayPlan, at: number): { on: OnNow; show: Showable | null; turn?: Turn } {
  const on = whatIsOn(plan, at);
  if (on.kind === 'own') return { on, show: null };
  if (on.kind === 'emergency' || on.kind === 'takeover') return { on, show: on.show };
  const turn = turnAt(on.playlist, plan.timeZone, on.since, at);
  return turn ? { on, show: turn.item.show, turn } : { on, show: null };
}
