import { colorOr } from '../css/color.ts';
import type { Tabs } from '../elements/tabs.ts';
import { inkOn } from '../paint/panel.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, newId } from './dom.ts';
import type { Mount } from './live-part.ts';

/** Tabs as the ARIA practices describe them: arrows, Home and End move, the open tab alone is in the tab order. */
export const mount: Mount = (element: Tabs, host) => {
  const { items, activeTab, look, accentColor } = element.properties;
  const node = h('div', { class: `live tabs${look === 'pills' ? ' pills' : ''}` });
  applyBox(node, element.styles);
  applyText(node, element.styles);
  const accent = colorOr(accentColor, '#2563eb');
  node.style.setProperty('--accent', accent);
  node.style.setProperty('--on-accent', inkOn(accent));
  const panel = h('div', { role: 'tabpanel', id: newId(), tabindex: 0 });
  const list = h('div', { role: 'tablist' });
  const buttons = items.map(({ label }, i) =>
    h(
      'button',
      { type: 'button', role: 'tab', id: newId(), 'aria-controls': panel.id, onclick: () => open(i, false) },
      resolveText(label, host.env()),
    ),
  );
  const open = (index: number, focus: boolean) => {
    const at = (index + items.length) % Math.max(1, items.length);
    for (const [i, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(i === at));
      button.tabIndex = i === at ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', buttons[at]?.id ?? '');
    panel.textContent = resolveText(items[at]?.content ?? '', host.env());
    panel.scrollTop = 0;
    if (focus) buttons[at]?.focus();
  };
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    open(to, true);
  });
  list.append(...buttons);
  node.append(list, panel);
  open(Math.min(Math.floor(activeTab), items.length) - 1, false);
  return { node };
};
