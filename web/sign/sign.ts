import type { PublicContent } from '#shared/api/content.ts';
import { BrowserFonts } from '#shared/scene/browser-fonts.ts';
import { loadTypes } from '#shared/scene/lazy-types.ts';
import { formSender } from '#shared/scene/live/form-sender.ts';
import { SignPlayer } from '#shared/scene/sign-player.ts';
import { fontUrl } from '../ui/font-files.ts';
import { lastGood, remember } from './last-good.ts';
import { liveData } from './live-data.ts';
import { addressKey, addressVersion, askContent, isAnnouncement } from './page.ts';

/*
 * The public sign: what hangs in iframes and on weak players. It runs for days: it asks for a newer version now
 * and then, and when the network goes it keeps showing the last one it had, also after a reload.
 */

/** How often a newer version is asked for; ms. The CDN keeps an answer for 300 s, so sooner would be the same. */
const refreshMs = 300_000;
/** After a failure it is asked again sooner; ms. */
const retryMs = 15_000;

const publicId = addressKey;
const note = document.getElementById('note')!;

const player = new SignPlayer({
  host: document.getElementById('sign')!,
  fonts: new BrowserFonts(fontUrl),
  loadTypes,
  // The address that displays are given names a version; theirs is the drawing as it is.
  reflow: addressVersion === null,
  ...liveData(publicId),
  ...(isAnnouncement(publicId)
    ? {}
    : { send: formSender(`/api/content/public/${encodeURIComponent(publicId)}`) }),
});
let shown = 0;
let isOver = false;

async function show(content: PublicContent): Promise<void> {
  if (content.version === shown) return;
  await player.show(content);
  shown = content.version;
  document.title = content.name;
  if (content.endsAt) setTimeout(clear, Math.max(0, Date.parse(content.endsAt) - Date.now()));
  note.textContent = '';
}

/** Takes off what has had its time, also where nothing comes after it. */
function clear(): void {
  player.destroy();
  isOver = true;
}

async function refresh(asked: Promise<Response>): Promise<number> {
  try {
    const answer = await asked;
    if (answer.status === 404) {
      if (shown === 0) note.textContent = 'This sign is not published.';
      return refreshMs;
    }
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const content = (await answer.json()) as PublicContent;
    await show(content);
    if (!content.endsAt) remember(publicId, content);
    return refreshMs;
  } catch {
    if (shown === 0) note.textContent = 'This sign cannot be loaded right now. It is tried again by itself.';
    return retryMs;
  }
}

/** Shows the sign of the page's address for as long as the page is open. @param asked its content, asked for meanwhile */
export async function showSign(asked: Promise<Response>): Promise<void> {
  const kept = lastGood(publicId);
  // What cannot be shown from what is kept may still be had from the network.
  if (kept && (!addressVersion || String(kept.version) === addressVersion))
    await show(kept).catch(() => undefined);
  for (let first: Promise<Response> | undefined = asked; !isOver; first = undefined) {
    const wait = await refresh(first ?? askContent());
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
