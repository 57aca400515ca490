import type { HTTPRequest, Page } from 'puppeteer-core';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { publicUrl } from '#functions/kernel/env.ts';
import { log } from '#functions/kernel/log.ts';
import fontFiles from '#shared/scene/fonts.ts?files';
import script from './page/main.ts?page';

/*
 * What the renderer's page may reach: itself, the fonts, and the media of the tenant it draws for, all answered
 * here without any network. Every other request is refused, so nothing that somebody typed into a project can
 * reach a file, the cloud's metadata address or a private network.
 */

export const siteOrigin = 'https://render.dealbell.invalid';

const html = `<!doctype html><html><head><meta charset="utf-8"><style>
html,body{margin:0;padding:0}@page{margin:0}
</style><script src="/page.js"></script></head><body></body></html>`;

/** The key below the tenant's media that an address names, on this site or on the product's own. */
function mediaKey(url: URL): string | undefined {
  const own = publicUrl();
  if (url.origin !== siteOrigin && url.origin !== (own && new URL(own).origin)) return undefined;
  const path = decodeURIComponent(url.pathname);
  const prefix = `/media/${tenantOf()}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

type Answer = { status: number; contentType: string; body: string | Buffer };

async function answerFor(address: string): Promise<Answer | undefined> {
  const url = new URL(address);
  if (url.origin === siteOrigin) {
    if (url.pathname === '/') return { status: 200, contentType: 'text/html', body: html };
    if (url.pathname === '/page.js') return { status: 200, contentType: 'text/javascript', body: script };
    const font = fontFiles[url.pathname.slice('/fonts/'.length)];
    if (font) return { status: 200, contentType: 'font/woff2', body: Buffer.from(font) };
  }
  const key = mediaKey(url);
  if (!key) return undefined;
  const found = await bucket('media').stat(key);
  const body = found && (await bucket('media').get(key));
  return body && { status: 200, contentType: found.contentType, body };
}

async function handle(request: HTTPRequest): Promise<void> {
  const url = request.url();
  if (url.startsWith('data:') || url.startsWith('blob:')) return request.continue();
  const answer = await answerFor(url).catch((error) => {
    log.warn('An asset could not be read for rendering.', { url, error: error as Error });
    return undefined;
  });
  if (!answer) return request.abort('blockedbyclient');
  await request.respond({
    status: answer.status,
    contentType: answer.contentType,
    headers: { 'access-control-allow-origin': '*' },
    body: answer.body,
  });
}

/** Serves the page from here. Requests are worked as the tenant whose export is being drawn. */
export async function serveSite(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    handle(request).catch((error) => log.warn('A request of the page failed.', { error: error as Error }));
  });
  await page.goto(`${siteOrigin}/`, { waitUntil: 'load', timeout: 15_000 });
}
