import type { Page } from 'puppeteer-core';
import type { ExportSource } from '#functions/content/api.ts';
import type { ExportOptions } from '#shared/model/content.ts';
import { pagesOf } from '#shared/model/pages.ts';
import { withPage } from './browser.ts';
import { htmlZip } from './html-export.ts';
import type { DrawJob, Picture, PictureJob, RenderPage } from './job.ts';
import { type Drawn, jobOf } from './scene-job.ts';
import { drawClip } from './video.ts';

declare global {
  interface Window {
    dealbell: RenderPage;
  }
}

/** JPEG and WebP quality, and dots per px of a PDF's picture, for each quality of the specification. */
const qualities = {
  low: { picture: 0.6, dots: 1 },
  medium: { picture: 0.8, dots: 1.5 },
  high: { picture: 0.92, dots: 2 },
} as const;

/** A PDF's picture is kept below this many dots, as the page must hold it twice; those of all its pages below the other. */
const maxPdfDots = { page: 60_000_000, document: 240_000_000 };

async function picture(page: Page, job: PictureJob): Promise<Drawn> {
  const { base64, failed }: Picture = await page.evaluate((given) => window.dealbell.picture(given), job);
  return { body: Buffer.from(base64, 'base64'), contentType: `image/${job.format}`, failed };
}

async function pdf(page: Page, job: DrawJob, dots: number): Promise<Drawn> {
  const count = pagesOf(job.scene).length;
  const most = Math.min(maxPdfDots.page, maxPdfDots.document / count);
  const scale = Math.min(dots, Math.sqrt(most / (job.width * job.height)));
  const { failed } = await page.evaluate((given) => window.dealbell.print(given), { ...job, scale });
  const body = await page.pdf({
    width: `${job.width}px`,
    height: `${job.height}px`,
    printBackground: true,
    pageRanges: `1-${count}`,
    tagged: true,
  });
  return { body: Buffer.from(body), contentType: 'application/pdf', failed };
}

/**
 * Draws an export in one piece: everything but MP4. @throws AppError with a sentence for the person who asked
 * @param report is told how many of a video's frames are encoded
 */
export async function drawExport(
  source: ExportSource,
  options: ExportOptions,
  report?: (encoded: number) => void,
): Promise<Drawn> {
  const job = jobOf(source, options);
  const quality = qualities[options.quality];
  switch (options.exportType) {
    case 'image':
      return withPage((page) =>
        picture(page, { ...job, format: options.imageFormat, quality: quality.picture }),
      );
    case 'pdf':
      return withPage((page) => pdf(page, job, quality.dots));
    case 'html':
      return htmlZip(source, options.pageId);
    case 'video':
      return drawClip(source, options, report);
    default:
      return options.exportType satisfies never;
  }
}
