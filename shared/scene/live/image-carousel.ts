import { isMediaSource } from '#shared/model/urls.ts';
import type { Drawable } from '../element-type.ts';
import { carouselAt } from '../elements/image-carousel.ts';
import { resolveText } from '../variables.ts';
import { applyBox, applyText, h, icon } from './dom.ts';
import type { Mount } from './live-part.ts';

type Properties = Parameters<typeof carouselAt>[1];

/** Slides with arrows and dots. They go on by themselves, and rest while somebody points at them or is inside. */
export const mount: Mount = (element: Drawable<Properties>, host) => {
  const it = element.properties;
  const count = it.slides.length;
  const node = h('div', {
    class: `live slides${it.transition === 'fade' ? ' fade' : ''}`,
    role: 'group',
    'aria-roledescription': 'carousel',
    'aria-label': 'Pictures',
  });
  applyBox(node, { ...element.styles, backgroundColor: '#0f172a' });
  applyText(node, element.styles);
  const em = Math.max(14, Math.min(44, element.height / 16));
  node.style.fontSize = `${em}px`;
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const change = calm || it.transition === 'none' ? 0 : it.transitionDuration;
  const figures = it.slides.map(({ src, alt, caption }, i) => {
    const words = resolveText(caption, host.env());
    const picture = isMediaSource(src)
      ? h('img', { src: host.resolve(src), alt: resolveText(alt, host.env()) || words })
      : undefined;
    if (picture) picture.style.objectFit = it.objectFit;
    const figure = h(
      'figure',
      { 'aria-roledescription': 'slide', 'aria-label': `${i + 1} of ${count}`, role: 'group' },
      picture,
      words !== '' && h('figcaption', {}, words),
    );
    if (it.transition === 'fade') figure.style.transition = `opacity ${change}ms ease-in-out`;
    return figure;
  });
  const track = h('div', { class: 'track' }, ...figures);
  track.style.transition = `transform ${change}ms cubic-bezier(.65,0,.35,1)`;
  const dots = it.slides.map((_, i) =>
    h('button', { type: 'button', 'aria-label': `Picture ${i + 1}`, onclick: () => show(i) }, h('i')),
  );
  let at = carouselAt(host.env().t, it).index;
  const show = (index: number) => {
    at = it.infiniteLoop ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    if (it.transition !== 'fade') track.style.transform = `translateX(${-at * 100}%)`;
    for (const [i, figure] of figures.entries()) {
      figure.classList.toggle('on', i === at);
      figure.setAttribute('aria-hidden', String(i !== at));
    }
    for (const [i, dot] of dots.entries()) dot.setAttribute('aria-current', String(i === at));
  };
  const arrow = (label: string, by: number, path: string) =>
    h(
      'button',
      {
        type: 'button',
        class: 'turn',
        style: by < 0 ? 'left:.8em' : 'right:.8em',
        'aria-label': label,
        onclick: () => show(at + by),
      },
      icon(path),
    );
  node.append(track);
  if (it.showArrows && count > 1)
    node.append(arrow('Previous picture', -1, 'M15 5l-7 7 7 7'), arrow('Next picture', 1, 'M9 5l7 7-7 7'));
  if (it.showIndicators && count > 1) node.append(h('div', { class: 'dots' }, ...dots));
  node.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) show(at + by);
  });
  let resting = false;
  const rest = (now: boolean) => () => {
    resting = now;
  };
  node.addEventListener('pointerenter', rest(true));
  node.addEventListener('pointerleave', rest(false));
  node.addEventListener('focusin', rest(true));
  node.addEventListener('focusout', rest(false));
  const timer =
    it.autoPlay && count > 1 ? setInterval(() => !resting && show(at + 1), it.interval) : undefined;
  show(at);
  return { node, destroy: () => clearInterval(timer) };
};
