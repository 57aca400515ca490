import { tenantOf } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { log } from '#functions/kernel/log.ts';
import { send } from '#functions/kernel/queue.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import {
  type Base,
  type DisplayLayer,
  nextEnd,
  type Priority,
  putLayer,
  topLayer,
  withoutProject,
} from '#shared/model/display-layers.ts';
import { maxDisplays } from './displays.ts';
import { type Device, devices, push, saveWebAsset } from './optisigns.ts';
import { connect } from './provider.ts';
import { type DisplayState, displayStates, dueDisplays, never, writeDisplay } from './store.ts';

/*
 * A display's wanted state is written first and pushed then, so a kill in between leaves it due and the next
 * look at it (the delayed message, or the sweeper's minute) pushes what is wanted:
 *
 *   write layers (dueAt = now) ─▶ push to the vendor ─▶ note shown (dueAt = next end, or never)
 */

/** A failed push is tried again after this long, in milliseconds. */
const retryMs = 60_000;
/** Writers of one display at one instant: the loser reads again and goes on. */
const maxRaces = 8;

const ownContent: Base = { type: 'NONE', assetId: null, playlistId: null, scheduleId: null };

/** What names a content, to tell whether it is the one last pushed. */
const contentKey = (content: Base) =>
  [content.type, content.assetId, content.playlistId, content.scheduleId].map((part) => part ?? '').join('|');

const wantedOf = (state: DisplayState, now: string): { content: Base; name: string | undefined } => {
  const top = topLayer(state.layers, now);
  return top
    ? { content: { ...ownContent, type: 'ASSET', assetId: top.assetId }, name: top.name }
    : { content: state.base, name: undefined };
};

/** Changes one display's state, again from what is there when another writer was faster. */
async function change(
  displayId: string,
  make: (state: DisplayState | undefined) => DisplayState | undefined,
): Promise<DisplayState | undefined> {
  for (let race = 0; race < maxRaces; race++) {
    const next = make((await displayStates([displayId])).get(displayId));
    if (!next) return undefined;
    try {
      await commit(writeDisplay(next));
      return { ...next, version: next.version + 1 };
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw new Error(`The display ${displayId} is changed by too many at once.`);
}

/** Asks for another look at the moments when something ends; longer than 15 minutes is the sweeper's. */
async function wakeAt(displayId: string, at: string | undefined): Promise<void> {
  if (!at) return;
  const seconds = (Date.parse(at) - clock.now()) / 1000;
  if (seconds <= 900) await send('SIGNAGE', tenantOf(), { displayIds: [displayId] }, Math.max(0, seconds));
}

/** Brings a display to what it should show. Safe to call at any time, any number of times. */
export async function reconcile(displayId: string): Promise<{ ok: boolean; reason: string | null }> {
  const now = clock.iso();
  const state = (await displayStates([displayId])).get(displayId);
  if (!state) return { ok: true, reason: null };
  const { content, name } = wantedOf(state, now);
  const key = contentKey(content);
  let reason: string | null = null;
  try {
    if (key !== state.shown) await push(await connect(), [displayId], content);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
    log.warn('A push to a display failed and will be repeated.', { displayId, reason });
  }
  const end = nextEnd(state.layers, now);
  await change(displayId, (present) => {
    // Somebody has put another layer on meanwhile: their own look at it follows.
    if (!present || contentKey(wantedOf(present, now).content) !== key) return undefined;
    const noted =
      reason === null ? { shown: key, shownAt: key === present.shown ? present.shownAt : now } : {};
    const { shownName: _shownName, ...rest } = present;
    return {
      ...rest,
      ...noted,
      ...(reason === null && name ? { shownName: name } : {}),
      dueAt: reason === null ? (end ?? never) : new Date(clock.now() + retryMs).toISOString(),
    } as DisplayState;
  });
  if (reason === null) await wakeAt(displayId, end);
  return { ok: reason === null, reason };
}

export interface Takeover {
  projectId: string;
  publicId: string;
  name: string;
  /** The public page, with the version so that a display loads the new one at once. */
  webLink: string;
  priority: Priority;
  /** Minutes; null means permanent. */
  duration: number | null;
  /** Whether the earlier content comes back when the duration ends. */
  restoreAfter: boolean;
}

export interface TakeoverResult {
  displayId: string;
  name: string;
  ok: boolean;
  reason: string | null;
}

const startOf = (device: Device): DisplayState => ({
  displayId: device.id,
  name: device.name,
  base: device.current,
  layers: [],
  shown: contentKey(device.current),
  dueAt: never,
  version: 0,
});

/** Puts a public page on displays; a display where something of higher priority shows gets it underneath. */
export async function takeOver(displayIds: string[], takeover: Takeover): Promise<TakeoverResult[]> {
  const connection = await connect();
  const known = new Map(
    (await devices(connection, maxDisplays, clock.now())).map((device) => [device.id, device]),
  );
  const assetId = await saveWebAsset(connection, takeover.name, takeover.webLink);
  const { projectId, publicId, name, priority, duration, restoreAfter } = takeover;
  const startedAt = clock.iso();
  const endsAt =
    duration !== null && restoreAfter ? new Date(clock.now() + duration * 60_000).toISOString() : null;
  const one = async (displayId: string): Promise<TakeoverResult> => {
    const device = known.get(displayId);
    if (!device)
      return { displayId, name: displayId, ok: false, reason: 'OptiSigns does not know this display.' };
    const layer: DisplayLayer = {
      layerId: newId('lay'),
      projectId,
      publicId,
      name,
      assetId,
      priority,
      startedAt,
      endsAt,
    };
    await change(displayId, (present) => {
      const state = present ?? startOf(device);
      // With nothing of ours on it, what it shows now is its own content.
      const base = topLayer(state.layers, startedAt) ? state.base : device.current;
      const shown = topLayer(state.layers, startedAt) ? state.shown : contentKey(device.current);
      const layers = putLayer(state.layers, layer, startedAt);
      return { ...state, name: device.name, base, shown, layers, dueAt: startedAt };
    });
    const { ok, reason } = await reconcile(displayId);
    const state = (await displayStates([displayId])).get(displayId);
    const top = state && topLayer(state.layers, clock.iso());
    if (top && top.layerId !== layer.layerId)
      return {
        displayId,
        name: device.name,
        ok: false,
        reason: `“${top.name}” has a higher priority and stays; this follows it.`,
      };
    return { displayId, name: device.name, ok, reason };
  };
  return inPool(displayIds, one);
}

/** Takes a project's pages off all displays; what they covered shows again. */
export async function takeOff(projectId: string): Promise<void> {
  const now = clock.iso();
  const touched = [...(await displayStates()).values()].filter(({ layers }) =>
    layers.some((layer) => layer.projectId === projectId),
  );
  await inPool(touched, async ({ displayId }) => {
    await change(displayId, (present) =>
      present
        ? { ...present, layers: withoutProject(present.layers, projectId, now), dueAt: now }
        : undefined,
    );
    await reconcile(displayId);
  });
}

/** Where a project stands on displays now. */
export async function displaysOf(
  projectId: string,
): Promise<{ displayId: string; name: string; onTop: boolean }[]> {
  const now = clock.iso();
  return [...(await displayStates()).values()].flatMap(({ displayId, name, layers }) => {
    const own = layers.some(
      (layer) => layer.projectId === projectId && !(layer.endsAt && layer.endsAt <= now),
    );
    return own ? [{ displayId, name, onTop: topLayer(layers, now)?.projectId === projectId }] : [];
  });
}

/** The sweeper's part: looks at every display of the tenant that is due. */
export async function reconcileDue(): Promise<number> {
  const due = await dueDisplays(clock.iso());
  await inPool(due, reconcile);
  return due.length;
}

/** At most eight displays at once: the vendor's gateway is shared. */
async function inPool<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(8, items.length) }, async () => {
      for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
    }),
  );
  return results;
}
