import { safeHref } from '#shared/model/urls.ts';
import { resolveText } from '../variables.ts';
import { h } from './dom.ts';
import type { Mount } from './live-part.ts';

/** A link over a drawn button. */
export const mount: Mount = (element, host) => {
  const { href, target, text } = element.properties as { href: string; target: string; text: string };
  const to = resolveText(href, host.env());
  const node = h('a', {
    class: 'live-link',
    href: safeHref(to),
    target,
    rel: 'noopener',
    'aria-label': resolveText(text, host.env()) || to,
  });
  return { node };
};
