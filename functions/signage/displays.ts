import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { topLayer } from '#shared/model/display-layers.ts';
import { type DisplayPlan, lastChange, nextChange, showing } from '#shared/model/signage/what-is-on.ts';
import { contentKey, showsOurs, startOf, wantedOf } from './desired-state.ts';
import { type Device, devices } from './optisigns.ts';
import { playerPage } from './pages.ts';
import { loadPlans, type Plans } from './plans/load.ts';
import { connect, type ProviderKind, providerKind } from './provider.ts';
import { maxDisplays } from './reconcile.ts';
import {
  type Beat,
  beats,
  type DisplayState,
  displayStates,
  findConfig,
  isHeard,
  saveLastDevices,
} from './store.ts';

const iso = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString());

const laterOf = (a: string | null, b: string | undefined): string | null =>
  a && b ? (a > b ? a : b) : (a ?? b ?? null);

/** Why a display may not show what it should. */
function troubleOf(device: Device, state: DisplayState | undefined): string | null {
  if (!state) return null;
  if (state.trouble) return state.trouble;
  const pushed = showsOurs(state) && state.shown !== '';
  return pushed && contentKey(device.current) !== state.shown
    ? 'Something else was put on it at the provider.'
    : null;
}

/**
 * Whether the display itself tells that the emergency or takeover is on it: its player says so, or it has asked its
 * provider since that was pushed, and has nothing else.
 */
function isConfirmed(
  device: Device,
  state: DisplayState | undefined,
  beat: Beat | undefined,
  { plans, now }: Pick<Around, 'plans' | 'now'>,
): boolean {
  if (!state) return false;
  const { on, content } = wantedOf(plans, state, now);
  if (on.kind !== 'emergency' && on.kind !== 'takeover') return false;
  if (isHeard(beat, now) && beat.showing === on.id) return true;
  const isOn =
    content !== undefined &&
    contentKey(content) === state.shown &&
    contentKey(device.current) === state.shown;
  return isOn && device.online && (device.lastSeen ?? '') >= (state.shownAt ?? '9');
}

/**
 * Since when a playlist is on: its plan began it, or something of ours gave way to it, whichever was later. Null where
 * that is longer ago than plans are looked back.
 */
function sinceOf(plan: DisplayPlan, now: number, known: (string | undefined)[]): string | null {
  return known.reduce(laterOf, iso(lastChange(plan, now)));
}

interface Around {
  plans: Plans;
  provider: ProviderKind;
  now: number;
}

function live(
  device: Device,
  state: DisplayState | undefined,
  beat: Beat | undefined,
  { plans, provider, now }: Around,
): LiveDisplay {
  const { id, name, location } = device;
  const plan = plans.planOf(id, name, state?.layers ?? []);
  const { on, show } = showing(plan, now);
  const next = nextChange(plan, now);
  const lastSeen = laterOf(device.lastSeen, beat?.seenAt);
  const online = device.online || isHeard(beat, now);
  const playerKey = plans.playerKeyOf(id);
  const playlist = on.kind === 'scheduled' || on.kind === 'default' ? on.playlist : undefined;
  const ownName = device.current.type === 'NONE' ? null : 'Its own content';
  return {
    id,
    name,
    location,
    status: online ? 'online' : 'offline',
    lastSeen,
    nowShowing: on.kind === 'own' ? ownName : playlist ? `${playlist.name} · ${show?.name ?? ''}` : on.name,
    nowShowingSince: playlist
      ? sinceOf(plan, now, [state?.shownAt, on.kind === 'default' ? plans.defaultSinceOf(id) : undefined])
      : (state?.shownAt ?? null),
    takeoverEndsAt: on.kind === 'takeover' ? iso(on.until) : null,
    priority:
      on.kind === 'emergency'
        ? 'EMERGENCY'
        : (topLayer(state?.layers ?? [], new Date(now).toISOString())?.priority ?? null),
    cause: on.kind,
    nextName: next?.on.name ?? null,
    nextAt: iso(next?.at),
    offlineSince: online ? null : lastSeen,
    confirmed: isConfirmed(device, state, beat, { plans, now }) ? on.id : null,
    trouble: troubleOf(device, state),
    timeZone: plan.timeZone,
    groupIds: plans.groupsOf(id),
    // The sandbox's displays are pages that anybody can open; elsewhere the player shows what the display shows.
    previewUrl:
      provider === 'sandbox' ? `${publicUrl()}/display/${id}` : playerKey ? playerPage(playerKey) : null,
  };
}

const layerProjects = (states: Map<string, DisplayState>) =>
  [...states.values()].flatMap(({ layers }) => layers.map(({ projectId }) => projectId));

/** The displays now; when the provider does not answer, as last known and marked so. */
export async function listDisplays(limit = maxDisplays) {
  const config = await findConfig();
  const provider = providerKind(config);
  if (provider === 'none') return { displays: [], syncedAt: null, stale: false, provider };
  const [states, seen] = await Promise.all([displayStates(), beats()]);
  const plans = await loadPlans(layerProjects(states));
  const around = { plans, provider, now: clock.now() };
  const answer = (found: Device[], syncedAt: string | null, stale: boolean) => ({
    displays: found
      .slice(0, limit)
      .map((device) => live(device, states.get(device.id), seen.get(device.id), around)),
    syncedAt,
    stale,
    provider,
  });
  try {
    const found = await devices(await connect(config), maxDisplays, clock.now());
    await saveLastDevices(found, clock.iso());
    return answer(found, clock.iso(), false);
  } catch (error) {
    if (!config.lastDevices) throw error;
    log.warn('The signage provider did not answer; showing what was last known.', { error: error as Error });
    return answer(config.lastDevices as Device[], config.lastSyncAt ?? null, true);
  }
}

/** What we know of a display without asking its provider. @throws 404 */
export async function knownDisplay(displayId: string): Promise<DisplayState> {
  const [states, { lastDevices }] = await Promise.all([displayStates([displayId]), findConfig()]);
  const device = ((lastDevices ?? []) as Device[]).find(({ id }) => id === displayId);
  const state = states.get(displayId) ?? (device && startOf(device));
  if (!state) throw notFound('The display');
  // Its provider may have renamed it since.
  return { ...state, name: device?.name ?? state.name };
}
