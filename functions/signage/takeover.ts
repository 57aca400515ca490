import { clock } from '#functions/kernel/clock.ts';
import { newId } from '#functions/kernel/ids.ts';
import { assertMayLeave } from '#functions/tenants/api.ts';
import { type DisplayLayer, type Priority, putLayer, withoutProject } from '#shared/model/display-layers.ts';
import { whatIsOn } from '#shared/model/signage/what-is-on.ts';
import { startOf, withOwnContent } from './desired-state.ts';
import { devices, saveWebAsset } from './optisigns.ts';
import { playerKeyOf, playerPage } from './pages.ts';
import { loadPlans } from './plans/load.ts';
import { connect } from './provider.ts';
import { changeState, inPool, maxDisplays, reconcile } from './reconcile.ts';
import { displayStates } from './store.ts';

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

/** Puts a public page on displays; a display where something of higher priority shows gets it underneath. */
export async function takeOver(displayIds: string[], takeover: Takeover): Promise<TakeoverResult[]> {
  await assertMayLeave();
  const connection = await connect();
  const known = new Map(
    (await devices(connection, maxDisplays, clock.now())).map((device) => [device.id, device]),
  );
  const assetId = await saveWebAsset(connection, takeover.name, takeover.webLink);
  const plans = await loadPlans([takeover.projectId]);
  const { projectId, publicId, name, priority, duration, restoreAfter } = takeover;
  const startedAt = clock.iso();
  const endsAt =
    duration !== null && restoreAfter ? new Date(clock.now() + duration * 60_000).toISOString() : null;
  const one = async (displayId: string): Promise<TakeoverResult> => {
    const device = known.get(displayId);
    if (!device)
      return { displayId, name: displayId, ok: false, reason: 'OptiSigns does not know this display.' };
    const layerId = newId('lay');
    // Where a plan plays, its player shows the takeover too, so that it ends without a network as well.
    const plays = whatIsOn(plans.planOf(displayId, device.name, []), clock.now()).kind !== 'own';
    const page = plays
      ? await saveWebAsset(connection, name, playerPage(await playerKeyOf(displayId), layerId))
      : assetId;
    const layer: DisplayLayer = {
      layerId,
      projectId,
      publicId,
      name,
      assetId: page,
      priority,
      startedAt,
      endsAt,
    };
    await changeState(displayId, (present) => {
      const state = withOwnContent(present ?? startOf(device), device);
      return {
        ...state,
        name: device.name,
        layers: putLayer(state.layers, layer, startedAt),
        dueAt: startedAt,
      };
    });
    const { ok, reason } = await reconcile(displayId);
    const layers = (await displayStates([displayId])).get(displayId)?.layers ?? [];
    const on = whatIsOn(plans.planOf(displayId, device.name, layers), clock.now());
    if (on.kind === 'emergency')
      return {
        displayId,
        name: device.name,
        ok: false,
        reason: `“${on.name}” is an emergency and stays; this follows it.`,
      };
    if (on.kind === 'takeover' && on.id !== layerId)
      return {
        displayId,
        name: device.name,
        ok: false,
        reason: `“${on.name}” has a higher priority and stays; this follows it.`,
      };
    return { displayId, name: device.name, ok, reason };
  };
  return inPool(displayIds, one);
}

/** Takes layers off displays; what they covered shows again. */
async function without(
  displayIds: string[],
  keep: (layers: DisplayLayer[], now: string) => DisplayLayer[],
): Promise<void> {
  const now = clock.iso();
  await inPool(displayIds, async (displayId) => {
    await changeState(displayId, (present) =>
      present ? { ...present, layers: keep(present.layers, now), dueAt: now } : undefined,
    );
    await reconcile(displayId);
  });
}

/** Takes a project's pages off all displays. */
export async function takeOff(projectId: string): Promise<void> {
  const touched = [...(await displayStates()).values()].filter(({ layers }) =>
    layers.some((layer) => layer.projectId === projectId),
  );
  await without(
    touched.map(({ displayId }) => displayId),
    (layers, now) => withoutProject(layers, projectId, now),
  );
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
