import { addressKey, askContent, isAnnouncement } from './page.ts';

/* One page for both: a published sign, and the player of a display, which shows signs by its plan. */

if (addressKey.startsWith('dsp_')) void import('./player/index.ts');
else {
  // The content comes while the code is loaded that shows it.
  const asked = askContent();
  asked.catch(() => undefined);
  void import('./sign.ts').then(({ showSign }) => showSign(asked));
}

/**
 * The worker hands out what was kept where there is no network, also after the screen was switched off and on. What
 * was loaded before it stood ready is given to it here.
 */
async function keepPage(): Promise<void> {
  await navigator.serviceWorker.register('/sign-worker.js', { scope: '/s/' });
  await navigator.serviceWorker.ready;
  const cache = await caches.open('dealbell-sign-page');
  const page = await fetch(location.pathname);
  if (page.ok) await cache.put('/s/', page);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  await Promise.all(
    loaded
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(async ({ href }) => (await cache.match(href)) ?? (await cache.add(href))),
  );
}

/** Announcements come and go on a page that is kept already, and what is loaded for that would only make them later. */
const isKept = () => isAnnouncement(addressKey) && navigator.serviceWorker.controller !== null;

// A sign still shows without it; it only forgets when it is switched off without a network.
if ('serviceWorker' in navigator && 'caches' in globalThis && !isKept()) keepPage().catch(() => undefined);
