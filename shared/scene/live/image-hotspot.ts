import { isMediaSource, safeHref } from '#shared/model/urls.ts';
import { colorOr } from '../css/color.ts';
import type { ImageHotspot } from '../elements/image-hotspot.ts';
import { inkOn } from '../paint/panel.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, newId } from './dom.ts';
import type { Mount } from './live-part.ts';

/** Points on a picture that open a card: by pointer, touch or keyboard; Escape closes it. */
export const mount: Mount = (element: ImageHotspot, host) => {
  const { width, height, properties: it } = element;
  const say = (text: string) => resolveText(text, host.env());
  const node = h('div', {
    class: `live spots${it.pulse ? ' pulse' : ''}`,
    role: 'group',
    'aria-label': say(it.alt) || 'Picture with points',
  });
  applyBox(node, element.styles);
  applyText(node, element.styles);
  const fontSize = Math.max(11, Math.min(28, it.markerSize * 0.5));
  node.style.fontSize = `${fontSize}px`;
  const accent = colorOr(it.markerColor, '#2563eb');
  node.style.setProperty('--accent', accent);
  node.style.setProperty('--on-accent', inkOn(accent));
  node.style.setProperty('--side', `${it.markerSize}px`);
  node.style.isolation = 'isolate';
  if (isMediaSource(it.src)) {
    const picture = h('img', { src: host.resolve(it.src), alt: say(it.alt) });
    picture.style.objectFit = it.objectFit;
    node.append(picture);
  }
  let opened: { button: HTMLButtonElement; card: HTMLElement } | undefined;
  const close = () => {
    opened?.button.setAttribute('aria-expanded', 'false');
    opened?.card.remove();
    opened = undefined;
  };
  const open = (button: HTMLButtonElement, spot: ImageHotspot['properties']['hotspots'][number]) => {
    close();
    const href = safeHref(spot.href);
    const text = say(spot.text);
    const card = h(
      'div',
      { class: 'card', id: button.getAttribute('aria-controls')!, role: 'status' },
      h('strong', {}, say(spot.title)),
      text || undefined,
      href ? h('div', {}, h('a', { href, target: '_blank', rel: 'noopener' }, 'Open the link')) : undefined,
    );
    const x = (spot.x / 100) * width;
    const y = (spot.y / 100) * height;
    const gap = it.markerSize * 0.7;
    // On the side with more room, never beyond the element's edge.
    if (y > height / 2) card.style.bottom = `${height - y + gap}px`;
    else card.style.top = `${y + gap}px`;
    button.after(card);
    const wide = card.offsetWidth;
    card.style.left = `${Math.max(4, Math.min(width - wide - 4, x - wide / 2))}px`;
    button.setAttribute('aria-expanded', 'true');
    opened = { button, card };
  };
  for (const [i, spot] of it.hotspots.entries()) {
    const title = say(spot.title);
    const mark = { plus: '+', dot: '•', number: String(i + 1) }[it.marker];
    const button: HTMLButtonElement = h(
      'button',
      {
        type: 'button',
        class: 'spot',
        style: `left:${spot.x}%;top:${spot.y}%`,
        'aria-label': title || `Point ${i + 1}`,
        'aria-expanded': 'false',
        'aria-controls': newId(),
        onclick: () => (opened?.button === button ? close() : open(button, spot)),
      },
      mark,
    );
    node.append(button);
    if (!it.showTitles || !title) continue;
    const right = spot.x < 60;
    const side = `calc(${right ? spot.x : 100 - spot.x}% + ${it.markerSize * 0.75}px)`;
    node.append(
      h(
        'span',
        { class: 'name', 'aria-hidden': 'true', style: `top:${spot.y}%;${right ? 'left' : 'right'}:${side}` },
        title,
      ),
    );
  }
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !opened) return;
    const { button } = opened;
    close();
    button.focus();
  });
  const outside = (event: Event) => {
    if (!node.contains(event.target as Node)) close();
  };
  document.addEventListener('pointerdown', outside);
  return { node, destroy: () => document.removeEventListener('pointerdown', outside) };
};
