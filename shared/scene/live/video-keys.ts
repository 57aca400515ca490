import { playerConstants } from '../media-time.ts';
import type { PlayerActions } from './video-player.ts';

/** Space plays, arrows skip and set the volume, M mutes, F is full screen, I picture in picture. */
export function playerKeys(
  node: HTMLElement,
  actions: PlayerActions,
  { skipBackwardSeconds, skipForwardSeconds }: { skipBackwardSeconds: number; skipForwardSeconds: number },
): void {
  const keys: Record<string, () => void> = {
    ' ': actions.togglePlay,
    ArrowLeft: () => actions.skip(-skipBackwardSeconds),
    ArrowRight: () => actions.skip(skipForwardSeconds),
    ArrowUp: () => actions.changeVolume(playerConstants.volumeStep),
    ArrowDown: () => actions.changeVolume(-playerConstants.volumeStep),
    m: actions.toggleMute,
    f: actions.toggleFullscreen,
    i: actions.togglePictureInPicture,
  };
  node.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    // A slider, a list and a button have their own keys.
    const own = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (own && key !== key.toLowerCase() && key.startsWith('Arrow')) return;
    if (target instanceof HTMLSelectElement || (key === ' ' && target instanceof HTMLButtonElement)) return;
    const action = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
