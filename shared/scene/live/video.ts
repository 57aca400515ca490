import { applyBox, h } from './dom.ts';
import type { Mount } from './live-part.ts';
import { videoSource } from './video-source.ts';

/** A plain video with the browser's own controls. */
export const mount: Mount = (element, host) => {
  const source = videoSource(element.properties, host, 'Video');
  source.node.controls = element.properties.controls;
  const node = h('div', { class: 'live clip' }, source.node);
  applyBox(node, { ...element.styles, backgroundColor: '#000000' });
  source.start();
  return { node, destroy: source.stop };
};
