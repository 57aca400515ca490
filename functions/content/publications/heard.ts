import type { Element } from '#shared/model/content.ts';

/** So far beside the canvas that nothing of it is seen, whatever the sign's size; px. */
const beside = -5_000;

/** An element that is heard once and never seen, for a sign that comes on with a sound. @param url of a sound file */
export const heardElement = (url: string): Element => ({
  id: 'elm_heard',
  elementType: 'video',
  position: { x: beside, y: beside, z: 0 },
  size: { width: 160, height: 60 },
  rotation: 0,
  layerOrder: 0,
  opacity: 0,
  isVisible: true,
  isLocked: false,
  styles: {},
  animations: [],
  properties: {
    customElementType: 'audio_player',
    src: url,
    title: 'Sound of the celebration',
    autoplay: true,
    showWaveform: false,
  },
  assetId: null,
  metadata: {},
  groupId: null,
  constraints: {},
  version: 1,
});
