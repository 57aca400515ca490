import { clock } from '#functions/kernel/clock.ts';
import { publicUrl } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import type { LiveDisplay } from '#shared/api/signage.ts';
import { topLayer } from '#shared/model/display-layers.ts';
import { type Device, devices } from './optisigns.ts';
import { connect, type ProviderKind, providerKind } from './provider.ts';
import { type DisplayState, displayStates, findConfig, saveLastDevices } from './store.ts';

/** The specification's limit for one listing (document 000, section 9). */
export const maxDisplays = 500;

function live(
  device: Device,
  state: DisplayState | undefined,
  now: string,
  provider: ProviderKind,
): LiveDisplay {
  const top = state && topLayer(state.layers, now);
  return {
    id: device.id,
    name: device.name,
    location: device.location,
    status: device.online ? 'online' : 'offline',
    lastSeen: device.lastSeen,
    nowShowing: top?.name ?? (device.current.type === 'NONE' ? null : 'Its own content'),
    nowShowingSince: state?.shownAt ?? null,
    takeoverEndsAt: top?.endsAt ?? null,
    priority: top?.priority ?? null,
    // The sandbox's displays are pages that anybody can open.
    previewUrl: provider === 'sandbox' ? `${publicUrl()}/display/${device.id}` : null,
  };
}

/** The displays now; when the provider does not answer, as last known and marked so. */
export async function listDisplays(limit = maxDisplays) {
  const config = await findConfig();
  const provider = providerKind(config);
  if (provider === 'none') return { displays: [], syncedAt: null, stale: false, provider };
  const now = clock.iso();
  const states = await displayStates();
  const answer = (found: Device[], syncedAt: string | null, stale: boolean) => ({
    displays: found.slice(0, limit).map((device) => live(device, states.get(device.id), now, provider)),
    syncedAt,
    stale,
    provider,
  });
  try {
    const found = await devices(await connect(config), maxDisplays, clock.now());
    await saveLastDevices(found, now);
    return answer(found, now, false);
  } catch (error) {
    if (!config.lastDevices) throw error;
    log.warn('The signage provider did not answer; showing what was last known.', { error: error as Error });
    return answer(config.lastDevices as Device[], config.lastSyncAt ?? null, true);
  }
}
