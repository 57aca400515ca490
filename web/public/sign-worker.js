/*
 * Keeps the page of a sign and of a display's player, its code and its media, so that a screen that is switched off
 * and on without a network still shows what it had. Calls of the API are the page's own business.
 */
const kept = 'dealbell-sign-page';
const contents = 'dealbell-contents';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageOf(request, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(fileOf(request, kept));
  else if (url.pathname.startsWith('/media/') && !request.headers.has('range'))
    event.respondWith(fileOf(request, contents));
});

/** The network first: a page names the code it was built with. All signs are one page. */
async function pageOf(request, url) {
  const cache = await caches.open(kept);
  try {
    const answer = await fetch(request);
    if (answer.ok && url.pathname.startsWith('/s/')) await cache.put('/s/', answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match('/s/');
    if (found) return found;
    throw error;
  }
}

/** What is kept first: a name of an asset holds a hash of what is in it. */
async function fileOf(request, name) {
  const found = await caches.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && name === kept) await (await caches.open(kept)).put(request.url, answer.clone());
  return answer;
}
