import type { Page } from 'puppeteer-core';
import { bucket } from '#functions/kernel/bucket.ts';
import { log } from '#functions/kernel/log.ts';
import { defaultFont, fontFiles, fonts } from '#shared/scene/fonts.ts';
import { scriptFilesFor } from '#shared/scene/script-fonts.ts';
import { closeBrowser, withPage } from './browser.ts';
import { withTimeout } from './with-timeout.ts';

/** A document is printed within this, or tried again; ms. The function itself has 300 s. */
const printTimeoutMs = 120_000;

/** The rules by which the document is set in the product's own font, and other scripts in theirs. */
function fontRules(text: string): string {
  const own = fontFiles(fonts.filter(({ family }) => family === defaultFont));
  return [...own, ...scriptFilesFor(text)]
    .map(
      ({ family, weight, unicodeRange, file }) =>
        `@font-face{font-family:"${family}";font-weight:${weight};unicode-range:${unicodeRange};src:url("/fonts/${file}") format("woff2")}`,
    )
    .join('');
}

/** Dots of a picture for each px of its document, so that it is sharp on screens of today. */
const dots = 2;

async function takePicture(page: Page): Promise<Uint8Array> {
  const { width, height } = await page.evaluate(() => {
    const { offsetWidth, offsetHeight } = globalThis.document.body;
    return { width: offsetWidth, height: offsetHeight };
  });
  const clip = { x: 0, y: 0, width, height, scale: dots };
  return page.screenshot({ type: 'png', clip, captureBeyondViewport: true });
}

/**
 * Prints an HTML document of the area of exports beside it: as a PDF by the size and margins that the document names, or,
 * where the file's name ends in .png, as a picture as wide and high as what is in it. It reaches nothing but the fonts:
 * scripts do not run in it. Given twice, it is printed once.
 */
export async function printDocument(documentKey: string, fileKey: string): Promise<void> {
  const files = bucket('exports');
  if (await files.stat(fileKey)) return;
  const document = await files.get(documentKey);
  if (!document) return log.warn('A document to print has gone.', { documentKey });
  const isPicture = fileKey.endsWith('.png');
  const html = document.toString('utf8');
  const dressed = html.replace('<head>', () => `<head><style>${fontRules(html)}</style>`);
  try {
    const work = withPage(async (page) => {
      await page.setContent(dressed, { waitUntil: 'load', timeout: printTimeoutMs });
      await page.evaluate(() => globalThis.document.fonts.ready.then(() => undefined));
      if (isPicture) return takePicture(page);
      return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
    });
    const body = await withTimeout(work, printTimeoutMs, 'This document');
    await files.put(fileKey, Buffer.from(body), isPicture ? 'image/png' : 'application/pdf');
  } catch (error) {
    await closeBrowser();
    throw error;
  }
}
