import { colorOr } from '../css/color.ts';
import type { Accordion } from '../elements/accordion.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, icon, newId } from './dom.ts';
import type { Mount } from './live-part.ts';

/** Headings that open; only one at a time unless several may. */
export const mount: Mount = (element: Accordion, host) => {
  const { items, allowMultiple, openItem, accentColor } = element.properties;
  const node = h('div', { class: 'live fold' });
  applyBox(node, element.styles);
  applyText(node, element.styles);
  node.style.setProperty('--accent', colorOr(accentColor, '#2563eb'));
  const heads: HTMLButtonElement[] = [];
  const set = (head: HTMLButtonElement, open: boolean) => {
    head.setAttribute('aria-expanded', String(open));
    document.getElementById(head.getAttribute('aria-controls')!)?.toggleAttribute('hidden', !open);
  };
  for (const [i, { title, content }] of items.entries()) {
    const id = newId();
    const open = i + 1 === openItem;
    const head: HTMLButtonElement = h(
      'button',
      {
        type: 'button',
        class: 'head',
        id: `${id}-head`,
        'aria-expanded': String(open),
        'aria-controls': id,
        onclick: () => {
          const next = head.getAttribute('aria-expanded') !== 'true';
          if (next && !allowMultiple) for (const other of heads) set(other, false);
          set(head, next);
        },
      },
      h('span', {}, resolveText(title, host.env())),
      icon('M5 9l7 6.5L19 9'),
    );
    heads.push(head);
    const body = h(
      'div',
      { class: 'body', id, role: 'region', 'aria-labelledby': head.id, hidden: !open },
      resolveText(content, host.env()),
    );
    node.append(h('div', { class: 'item' }, h('h3', {}, head), body));
  }
  return { node };
};
