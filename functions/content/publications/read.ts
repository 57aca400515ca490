import { asVisitor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { notFound } from '#functions/kernel/errors.ts';
import { answerHeader } from '#functions/kernel/http-context.ts';
import { forecastsOf } from '#functions/proxy/api.ts';
import type { PublicContent } from '#shared/api/content.ts';
import { type Forecasts, weatherPlacesOf } from '#shared/model/weather.ts';
import { withoutPrivate } from '#shared/scene/registry.ts';
import { displays } from '../displays.ts';
import { projectOr404, publicPage } from '../projects/read.ts';
import { announcedContent, announcementAt } from './announcement-store.ts';
import { snapshotKey, snapshots } from './snapshot.ts';
import { findPublication } from './store.ts';

/** A publication that says 'publishing' for longer than this was cut off, in milliseconds. */
const interruptedMs = 120_000;

/** Where a project is shown, as the displays themselves tell it. */
export async function publication(projectId: string) {
  const { publicId } = await projectOr404(projectId);
  const found = publicId ? await findPublication(publicId) : undefined;
  if (!found || found.status === 'not_published')
    return {
      status: 'not_published' as const,
      publishedAt: null,
      displays: [],
      errorMessage: null,
      publicId: null,
      publicUrl: null,
      version: found?.version ?? 0,
    };
  const interrupted =
    found.status === 'publishing' && Date.parse(found.updatedAt) < clock.now() - interruptedMs;
  const shownOn = await displays.run.showing(projectId);
  return {
    status: interrupted ? ('failed' as const) : found.status,
    publishedAt: found.publishedAt ?? null,
    displays: shownOn.map(({ id, name, location, status, lastSeen }) => ({
      id,
      name,
      location,
      status,
      lastSeen,
    })),
    errorMessage: interrupted
      ? 'Publishing was interrupted. Please publish again.'
      : found.errorMessage || null,
    publicId: found.publicId,
    publicUrl: publicPage(found.publicId),
    version: found.version,
  };
}

/**
 * A published sign is cached for 300 seconds (document 000, section 2, "Export & Publish panel"); a copy up to a
 * day old is served while the origin is down, and the old one while a new one is fetched.
 */
const cacheControl = 'public, max-age=300, stale-while-revalidate=60, stale-if-error=86400';

/** What is published under an address, whole; the caller acts for its tenant. @throws 404 */
export async function publishedSnapshot(
  publicId: string,
): Promise<{ projectId: string; content: PublicContent }> {
  const found = await findPublication(publicId);
  if (!found || found.status === 'not_published') throw notFound('The sign');
  const body = await snapshots().get(snapshotKey(publicId, found.version));
  if (!body) throw notFound('The sign');
  return { projectId: found.projectId, content: JSON.parse(body.toString()) as PublicContent };
}

/** An announcement as long as it stands, with its event's data. @throws 404 */
async function announcementContent(address: string): Promise<PublicContent> {
  const found = await announcementAt(address);
  const body = found && found.endsAt > clock.iso() ? await announcedContent(found.announcementId) : undefined;
  if (!body) throw notFound('The sign');
  return { ...(JSON.parse(body) as PublicContent), endsAt: found!.endsAt };
}

/** The tenant that a public address names. @throws 404 */
function tenantOfAddress(publicId: string): number {
  const [, tenant] = /^(?:pub|ann)_(\d{1,10})_/.exec(publicId) ?? [];
  if (!Number(tenant)) throw notFound('The sign');
  return Number(tenant);
}

const isAnnouncement = (publicId: string) => publicId.startsWith('ann_');

const contentAt = async (publicId: string): Promise<PublicContent> =>
  isAnnouncement(publicId) ? announcementContent(publicId) : (await publishedSnapshot(publicId)).content;

/** Answers a visitor, of any site, with what the elements of a public address ask for. @throws 404 */
export async function answerForSign<Answer>(
  publicId: string,
  cache: string,
  answer: (elements: PublicContent['elements']) => Promise<Answer>,
): Promise<Answer> {
  return asVisitor(tenantOfAddress(publicId), async () => {
    const answered = await answer((await contentAt(publicId)).elements);
    answerHeader('cache-control', cache);
    answerHeader('access-control-allow-origin', '*');
    return answered;
  });
}

/** What hangs on displays and in iframes; nobody is signed in, the address names the tenant. @throws 404 */
export async function publicContent(publicId: string): Promise<PublicContent> {
  return asVisitor(tenantOfAddress(publicId), async () => {
    const content = await contentAt(publicId);
    // One person's data lies in no cache that outlives it.
    answerHeader('cache-control', isAnnouncement(publicId) ? 'no-store' : cacheControl);
    // Any site may read it: it hangs in iframes and on displays of other hosts.
    answerHeader('access-control-allow-origin', '*');
    return { ...content, elements: content.elements.map(withoutPrivate) };
  });
}

/** The weather at the places that a sign shows, and at no others: a visitor cannot ask for a place. @throws 404 */
export const publicWeather = (publicId: string): Promise<{ places: Forecasts }> =>
  answerForSign(publicId, cacheControl, async (elements) => ({
    places: await forecastsOf(weatherPlacesOf(elements)),
  }));
