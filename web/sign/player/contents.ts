import type { PublicContent } from '#shared/api/content.ts';
import type { DisplayPlan, Showable } from '#shared/model/signage/what-is-on.ts';

/** Signs and files of the plan, kept by the browser for when there is no network. */
const cacheName = 'dealbell-contents';

const addressOf = (show: Showable): string =>
  show.kind === 'sign'
    ? `/api/content/public/${encodeURIComponent(show.publicId)}?v=${show.version}`
    : show.url;

const everyShow = (plan: DisplayPlan): Showable[] => [
  ...plan.emergencies.map(({ show }) => show),
  ...plan.takeovers.map(({ show }) => show),
  ...plan.playlists.flatMap(({ items }) => items.map(({ show }) => show)),
];

/** Where a page has no cache (an insecure address), contents come from the network alone. */
const open = (): Promise<Cache | undefined> =>
  'caches' in globalThis ? caches.open(cacheName).catch(() => undefined) : Promise.resolve(undefined);

/** Pictures and videos that a sign's elements name. */
function mediaOf(content: PublicContent): string[] {
  const found = JSON.stringify(content).match(/"\/media\/[^"\\]+"/g) ?? [];
  return found.map((text) => JSON.parse(text) as string);
}

async function fetchInto(cache: Cache | undefined, address: string): Promise<Response> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(60_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  await cache?.put(address, answer.clone()).catch(() => undefined);
  return answer;
}

/** Signs that are on their way: one that is shown now and fetched ahead too is asked for once. */
const coming = new Map<string, Promise<PublicContent>>();

async function loadSign(address: string): Promise<PublicContent> {
  const cache = await open();
  const found = (await cache?.match(address)) ?? (await fetchInto(cache, address));
  return (await found.json()) as PublicContent;
}

/** A sign by its version: what is kept never changes, so it is asked for once. */
export function signContent(show: Extract<Showable, { kind: 'sign' }>): Promise<PublicContent> {
  const address = addressOf(show);
  const content = coming.get(address) ?? loadSign(address).finally(() => coming.delete(address));
  coming.set(address, content);
  return content;
}

/** An image or video; what is kept is played from here. */
export async function fileUrl(show: Exclude<Showable, { kind: 'sign' }>): Promise<string> {
  const cache = await open();
  const found = await cache?.match(show.url);
  return found ? URL.createObjectURL(await found.blob()) : show.url;
}

/** Fetches ahead what the plan names, and forgets what it names no more. */
export async function fetchAhead(plan: DisplayPlan): Promise<void> {
  const cache = await open();
  if (!cache) return;
  const wanted = new Set<string>();
  for (const show of everyShow(plan)) {
    const address = addressOf(show);
    wanted.add(address);
    try {
      if (show.kind !== 'sign') {
        if (!(await cache.match(address))) await fetchInto(cache, address);
        continue;
      }
      for (const media of mediaOf(await signContent(show))) {
        wanted.add(media);
        if (!(await cache.match(media))) await fetchInto(cache, media);
      }
    } catch {
      // It is tried again with the next plan, and when its turn comes.
    }
  }
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url);
    if (!wanted.has(`${pathname}${search}`) && !wanted.has(pathname)) await cache.delete(request);
  }
}
