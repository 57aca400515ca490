import type { StandardPhoto } from '../elements/standard-photo.ts';
import { applyText, h } from './dom.ts';
import type { Mount } from './live-part.ts';

/** Retry, over a photo that has failed; the photo itself and what it says are drawn. */
export const mount: Mount = (element: StandardPhoto, host) => {
  const { imageUrl, loadingTimeout } = element.properties;
  const node = h('div', { class: 'live', style: 'display:grid;place-items:end center;pointer-events:none' });
  applyText(node, element.styles);
  const fontSize = Math.max(11, Math.min(20, Math.min(element.width, element.height) / 16));
  const again = h(
    'button',
    {
      type: 'button',
      class: 'again',
      style: `pointer-events:auto;font-size:${fontSize}px;margin-bottom:${element.height * 0.09}px`,
      onclick: () => host.retry(imageUrl),
    },
    'Retry',
  );
  const update = () => {
    const { state } = host.env().assets.image(imageUrl, { timeout: loadingTimeout });
    again.hidden = state !== 'error';
    again.style.display = again.hidden ? 'none' : '';
  };
  node.append(again);
  update();
  return { node, update };
};
