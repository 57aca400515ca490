import type { Takeover as Page, TakeoverResult } from '#functions/content/api.ts';
import { clock } from '#functions/kernel/clock.ts';
import { deterministicId, newId } from '#functions/kernel/ids.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import {
  closeGaps,
  type DisplayLayer,
  maxWaiting,
  nextTurn,
  putLayer,
  waitingIn,
  withoutProject,
} from '#shared/model/display-layers.ts';
import { whatIsOn } from '#shared/model/signage/what-is-on.ts';
import { startOf, withOwnContent } from './desired-state.ts';
import { type Device, devices, saveWebAsset } from './optisigns.ts';
import { playerKeyOf, playerPage } from './pages.ts';
import { connect } from './provider.ts';
import { changeState, inPool, maxDisplays, plansFor, reconcile } from './reconcile.ts';
import { insertShowing, showingsOf } from './showing-store.ts';
import { displayStates } from './store.ts';

interface Takeover extends Page {
  /** Set where it is an announcement: then it waits for those before it, and is on each display once. */
  announcement?: { announcementId: string; leadId: string | null };
}

const wasShown = async (announcementId: string, displayId: string): Promise<boolean> =>
  (await showingsOf(announcementId)).some((showing) => showing.displayId === displayId);

/** The layer of an announcement on a display, by which its own showing finds it. */
const layerOf = (announcementId: string, displayId: string): string =>
  deterministicId('lay', announcementId, displayId);

type NewLayer = Omit<DisplayLayer, 'layerId' | 'startedAt' | 'endsAt'>;

/**
 * Puts a page on a display's stack and answers its layer. An announcement waits for those before it; 'shown': it was on
 * this display before, 'full': too many wait there.
 */
async function putOn(
  device: Device,
  page: NewLayer,
  { duration, restoreAfter, announcement }: Takeover,
): Promise<DisplayLayer | 'shown' | 'full'> {
  const { id: displayId, name } = device;
  const now = clock.iso();
  const lastsMs = duration !== null && restoreAfter ? Math.round(duration * 60_000) : null;
  let refused: 'shown' | 'full' = 'shown';
  let layer: DisplayLayer | undefined;
  const put = await changeState(
    displayId,
    async (present) => {
      const state = withOwnContent(present ?? startOf(device), device);
      if (announcement && (await wasShown(announcement.announcementId, displayId))) return undefined;
      if (announcement && waitingIn(state.layers, now) >= maxWaiting) {
        refused = 'full';
        return undefined;
      }
      const startedAt = announcement ? nextTurn(state.layers, now) : now;
      layer = {
        ...page,
        layerId: announcement ? layerOf(announcement.announcementId, displayId) : newId('lay'),
        startedAt,
        endsAt: lastsMs === null ? null : new Date(Date.parse(startedAt) + lastsMs).toISOString(),
        ...(announcement ? { announcement } : {}),
      };
      return { ...state, name, layers: putLayer(state.layers, layer, now), dueAt: now };
    },
    () => {
      if (!announcement || !layer?.endsAt) return [];
      const { announcementId } = announcement;
      const { startedAt: startsAt, endsAt } = layer;
      return [insertShowing({ announcementId, displayId, name, startsAt, endsAt, waits: startsAt > now })];
    },
  );
  return put && layer ? layer : refused;
}

/** Puts a public page on displays; a display where something of higher priority shows gets it underneath. */
export async function takeOver(displayIds: string[], takeover: Takeover): Promise<TakeoverResult[]> {
  await assertMayLeave();
  const connection = await connect();
  const [found, assetId, plans] = await Promise.all([
    devices(connection, maxDisplays, clock.now()),
    saveWebAsset(connection, takeover.name, takeover.webLink),
    displayStates(displayIds).then((states) => plansFor(states.values(), takeover.projectId)),
  ]);
  const known = new Map(found.map((device) => [device.id, device]));
  const { projectId, publicId, name, priority } = takeover;
  const one = async (displayId: string): Promise<TakeoverResult> => {
    const device = known.get(displayId);
    if (!device)
      return { displayId, name: displayId, ok: false, reason: 'OptiSigns does not know this display.' };
    const answer = (ok: boolean, reason: string | null) => ({ displayId, name: device.name, ok, reason });
    // Where a plan plays, its player shows the takeover too, so that it ends without a network as well.
    const plays = whatIsOn(plans.planOf(displayId, device.name, []), clock.now()).kind !== 'own';
    const page = plays
      ? await saveWebAsset(connection, name, playerPage(await playerKeyOf(displayId), newId('lay')))
      : assetId;
    const layer = await putOn(device, { projectId, publicId, name, assetId: page, priority }, takeover);
    if (layer === 'shown') return answer(true, null);
    if (layer === 'full') return answer(false, `${maxWaiting} announcements wait on it already.`);
    const { ok, reason } = await reconcile(displayId, plans);
    if (layer.startedAt > clock.iso()) return answer(ok, reason);
    const layers = (await displayStates([displayId])).get(displayId)?.layers ?? [];
    const on = whatIsOn(plans.planOf(displayId, device.name, layers), clock.now());
    if (on.kind === 'emergency')
      return answer(false, `“${on.name}” is an emergency and stays; this follows it.`);
    if (on.kind === 'takeover' && on.id !== layer.layerId)
      return answer(false, `“${on.name}” has a higher priority and stays; this follows it.`);
    return answer(ok, reason);
  };
  // What is switched on is seen now; what is off has time.
  const isOn = (displayId: string) => known.get(displayId)?.online === true;
  const on = await inPool(displayIds.filter(isOn), one);
  const off = await inPool(
    displayIds.filter((displayId) => !isOn(displayId)),
    one,
  );
  const results = new Map([...on, ...off].map((result) => [result.displayId, result]));
  return displayIds.map((displayId) => results.get(displayId)!);
}

/** Takes layers off displays; what they covered shows again. */
async function without(
  displayIds: string[],
  keep: (layers: DisplayLayer[], now: string) => DisplayLayer[],
): Promise<void> {
  const now = clock.iso();
  await inPool(displayIds, async (displayId) => {
    await changeState(displayId, (present) =>
      present ? { ...present, layers: closeGaps(keep(present.layers, now), now), dueAt: now } : undefined,
    );
    await reconcile(displayId);
  });
}

async function takeOffWhere(
  isMeant: (layer: DisplayLayer) => boolean,
  keep: (layers: DisplayLayer[], now: string) => DisplayLayer[],
): Promise<void> {
  const touched = [...(await displayStates()).values()].filter(({ layers }) => layers.some(isMeant));
  await without(
    touched.map(({ displayId }) => displayId),
    keep,
  );
}

/** Takes a project's pages off all displays. */
export const takeOff = (projectId: string): Promise<void> =>
  takeOffWhere(
    (layer) => layer.projectId === projectId,
    (layers, now) => withoutProject(layers, projectId, now),
  );

const isAbout =
  (leadId: string) =>
  ({ announcement }: DisplayLayer): boolean =>
    announcement?.leadId === leadId;

/** The addresses of announcements about a lead that stand on displays, or wait there. */
export async function announcementsOf(leadId: string): Promise<string[]> {
  const layers = [...(await displayStates()).values()].flatMap((state) => state.layers);
  return [...new Set(layers.filter(isAbout(leadId)).map(({ publicId }) => publicId))];
}

/** Takes the announcements about a lead off all displays. */
export const takeOffLead = (leadId: string): Promise<void> =>
  takeOffWhere(isAbout(leadId), (layers) => layers.filter((layer) => !isAbout(leadId)(layer)));

async function ownLayer(announcementId: string): Promise<(layer: DisplayLayer) => boolean> {
  const showings = await showingsOf(announcementId);
  const own = new Set(showings.map(({ displayId }) => layerOf(announcementId, displayId)));
  return ({ layerId }) => own.has(layerId);
}

/** Where an announcement stands on displays, or waits for its turn there. */
export async function layersOf(announcementId: string): Promise<DisplayLayer[]> {
  const isOwn = await ownLayer(announcementId);
  return [...(await displayStates()).values()].flatMap(({ layers }) => layers.filter(isOwn));
}

/** Takes an announcement off every display that shows it, or where it waits. */
export async function takeOffAnnouncement(announcementId: string): Promise<void> {
  const isOwn = await ownLayer(announcementId);
  await takeOffWhere(isOwn, (layers) => layers.filter((layer) => !isOwn(layer)));
}

/** Takes one publication off one display; it stays on the others. Answers whether it was there. */
export async function takeOffOne(displayId: string, layerId: string): Promise<boolean> {
  const state = (await displayStates([displayId])).get(displayId);
  if (!state?.layers.some((layer) => layer.layerId === layerId)) return false;
  await without([displayId], (layers) => layers.filter((layer) => layer.layerId !== layerId));
  return true;
}

/** Where a project stands on displays now. */
export async function displaysOf(projectId: string): Promise<{ displayId: string; name: string }[]> {
  const now = clock.iso();
  return [...(await displayStates()).values()].flatMap(({ displayId, name, layers }) => {
    const own = layers.some(
      (layer) => layer.projectId === projectId && !(layer.endsAt && layer.endsAt <= now),
    );
    return own ? [{ displayId, name }] : [];
  });
}
