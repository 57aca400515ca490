import { AsyncLocalStorage } from 'node:async_hooks';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { tenantOf } from '#functions/kernel/actor.ts';
import { bucket } from '#functions/kernel/bucket.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { log } from '#functions/kernel/log.ts';
import { publicUrl } from '#functions/kernel/public-url.ts';
import { fetchImage } from '#functions/proxy/api.ts';
import fontFiles from '#shared/scene/fonts.ts?files';
import script from './page/main.ts?page';
import { drawableSvg } from './svg.ts';

/*
 * What the renderer's page may reach: itself, the fonts, and the media of the tenant it draws for, all answered
 * here without any network. A picture of another site is fetched for it by the image proxy, from public addresses
 * only. Every other request is refused, so nothing that somebody typed into a project can reach a file, the cloud's
 * metadata address or a private network.
 */

const siteOrigin = 'https://render.dealbell.invalid';

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

type Answer = {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers?: Record<string, string>;
};

/** What the page itself may reach: interception sees no WebSocket, this policy does. */
function policy(): string {
  const own = publicUrl();
  const files = `'self' data: blob: ${own && new URL(own).origin}`.trim();
  return `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; font-src 'self' data:; img-src ${files} https: http:; media-src ${files}; connect-src ${files}`;
}

/** A piece of a file, for clips, which are read where they are needed. */
async function rangeOf(key: string, range: string): Promise<Answer | undefined> {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const found = await bucket('media').stat(key);
  if (!found || first === undefined || last === undefined) return undefined;
  const [start, end] = [Number(first), Math.min(Number(last), found.size - 1)];
  const body = start <= end ? await bucket('media').range(key, start, end) : undefined;
  if (!body) return { status: 416, contentType: 'text/plain', body: '' };
  const headers = {
    'content-range': `bytes ${start}-${start + body.length - 1}/${found.size}`,
    'access-control-expose-headers': 'content-range',
  };
  return { status: 206, contentType: found.contentType, body, headers };
}

async function answerFor(address: string, range?: string): Promise<Answer | undefined> {
  const url = new URL(address);
  if (url.origin === siteOrigin) {
    if (url.pathname === '/')
      return {
        status: 200,
        contentType: 'text/html',
        body: html,
        headers: { 'content-security-policy': policy() },
      };
    if (url.pathname === '/page.js') return { status: 200, contentType: 'text/javascript', body: script };
    const font = fontFiles[url.pathname.slice('/fonts/'.length)];
    if (font) return { status: 200, contentType: 'font/woff2', body: Buffer.from(font) };
  }
  const key = mediaKey(url);
  if (!key) return undefined;
  if (range) return rangeOf(key, range);
  const found = await bucket('media').stat(key);
  const body = found && (await bucket('media').get(key));
  if (!body || found.contentType !== 'image/svg+xml')
    return body && { status: 200, contentType: found.contentType, body };
  const svg = drawableSvg(body.toString('utf8'));
  return svg === undefined ? undefined : { status: 200, contentType: found.contentType, body: svg };
}

/** Whether an address is of another site, whose pictures the image proxy may fetch. */
export function isElsewhere(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const own = publicUrl();
  const { origin } = new URL(address);
  return origin !== siteOrigin && origin !== (own && new URL(own).origin);
}

/** A picture of another site. What was refused or did not come is drawn as its placeholder. */
async function pictureOf(address: string): Promise<Answer | undefined> {
  try {
    const { bytes, contentType } = await fetchImage(address);
    return { status: 200, contentType, body: bytes };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.info('A picture of another site was not fetched.', { url: address, reason: error.message });
    return undefined;
  }
}

async function handle(request: HTTPRequest): Promise<void> {
  const url = request.url();
  if (url.startsWith('data:') || url.startsWith('blob:')) return request.continue();
  // A range is no simple header, so the product's own address is asked for leave first.
  if (request.method() === 'OPTIONS')
    return request.respond({
      status: 204,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' },
    });
  const isPicture = request.resourceType() === 'image' && request.method() === 'GET';
  const answering = isPicture && isElsewhere(url) ? pictureOf(url) : answerFor(url, request.headers().range);
  const answer = await answering.catch((error) => {
    log.warn('An asset could not be read for rendering.', { url, error: error as Error });
    return undefined;
  });
  if (!answer) return request.abort('blockedbyclient');
  await request.respond({
    status: answer.status,
    contentType: answer.contentType,
    headers: { 'access-control-allow-origin': '*', ...answer.headers },
    body: answer.body,
  });
}

/** Serves the page from here. Requests are worked as the tenant whose export is being drawn. */
export async function serveSite(page: Page): Promise<void> {
  await page.setRequestInterception(true);
  // Events of a reused Chromium come in the context of the export that started it, which may be another tenant's.
  const asThisTenant = AsyncLocalStorage.snapshot();
  page.on('request', (request) => {
    asThisTenant(handle, request).catch((error) =>
      log.warn('A request of the page failed.', { error: error as Error }),
    );
  });
  await page.goto(`${siteOrigin}/`, { waitUntil: 'load', timeout: 15_000 });
}
