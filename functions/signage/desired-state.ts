import type { Base } from '#shared/model/display-layers.ts';
import { topLayer } from '#shared/model/display-layers.ts';
import { type OnNow, whatIsOn } from '#shared/model/signage/what-is-on.ts';
import type { Device } from './optisigns.ts';
import type { Plans } from './plans/load.ts';
import { type DisplayState, never } from './store.ts';

const none: Base = { type: 'NONE', assetId: null, playlistId: null, scheduleId: null };

/** What names a content, to tell whether it is the one last pushed. */
export const contentKey = (content: Base) =>
  [content.type, content.assetId, content.playlistId, content.scheduleId].map((part) => part ?? '').join('|');

/** A display's state before we first touch it. */
export const startOf = (device: Device): DisplayState => ({
  displayId: device.id,
  name: device.name,
  base: device.current,
  layers: [],
  shown: contentKey(device.current),
  holding: false,
  dueAt: never,
  version: 0,
});

/** Whether what it shows is ours, or may be: then what the provider tells of it is not its own content. */
export const showsOurs = ({ holding, shown, base }: DisplayState): boolean =>
  holding ?? shown !== contentKey(base);

/**
 * The state with its own content noted, as the provider tells it now, where nothing of ours is on it. Written
 * before the first push: a kill between push and note must not make our page its own content.
 */
export function withOwnContent(state: DisplayState, device: Device | undefined): DisplayState {
  if (showsOurs(state) || !device) return { ...state, holding: true };
  return { ...state, base: device.current, shown: contentKey(device.current), holding: true };
}

export interface Wanted {
  on: OnNow;
  /** Undefined: the provider has not been told of the page yet. */
  content: Base | undefined;
  name: string | undefined;
}

/** What a display should show now by plans and publications, in the provider's terms. */
export function wantedOf(plans: Plans, state: DisplayState, now: number): Wanted {
  const on = whatIsOn(plans.planOf(state.displayId, state.name, state.layers), now);
  const asset = (assetId: string | undefined): Base | undefined =>
    assetId === undefined ? undefined : { ...none, type: 'ASSET', assetId };
  switch (on.kind) {
    case 'own':
      return { on, content: state.base, name: undefined };
    case 'emergency': {
      const part = plans.of('emergency').find(({ partId }) => partId === on.id);
      return { on, content: asset(part?.body.assetId), name: on.name };
    }
    case 'takeover': {
      const layer = topLayer(state.layers, new Date(now).toISOString());
      return { on, content: asset(layer?.assetId), name: on.name };
    }
    case 'scheduled':
    case 'default':
      return { on, content: asset(state.playerAssetId), name: on.name };
    default:
      return on satisfies never;
  }
}
