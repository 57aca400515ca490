import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import { allTemplates, downloadExport, exportOr404, exportTemplate, mayUse } from '#functions/content/api.ts';
import { AppError, conflict } from '#functions/kernel/errors.ts';
import { answerAs } from '#functions/kernel/http-context.ts';
import { commit } from '#functions/kernel/table.ts';
import type { repVideo } from '#shared/api/rep-photos.ts';
import { exportOptions } from '#shared/model/content.ts';
import { repOf } from './lookup.ts';
import { videoMade } from './video-made.ts';

type Video = z.output<typeof repVideo>;

/** How long a call waits for its video, and how often it looks. The gateway gives up after 30 s. ms */
const patience = { waitMs: 25_000, lookMs: 500 };

/** Five seconds, as a wall shows a celebration; small enough to be made while somebody waits. */
const options = exportOptions.parse({
  exportType: 'video',
  duration: 5,
  dimensions: { width: 1280, height: 720 },
});

interface Deal {
  repEmail: string;
  repName: string;
  dealAmount?: number | undefined;
  companyName: string;
}

/** What the template's variables read: the same names as where a deal is announced on displays. */
async function dataOf({ repEmail, repName, dealAmount, companyName }: Deal) {
  const rep = await repOf({ email: repEmail, ...(repName ? { name: repName } : {}) });
  return {
    rep,
    lead: {
      ...(companyName ? { name: companyName, fullName: companyName, company: companyName } : {}),
      ...(dealAmount === undefined ? {} : { dealAmount }),
    },
    deal: dealAmount === undefined ? {} : { amount: dealAmount },
  };
}

/** The newest template of the workspace's that is for celebrations. @throws 409 where there is none */
async function celebration() {
  const found = (await allTemplates()).find((one) => one.category === 'celebration' && mayUse(one));
  if (!found)
    throw conflict(
      'There is no template for celebrations yet. Save a project as a template of the category Celebration first.',
      undefined,
      'no_template',
    );
  return found;
}

/**
 * Has a celebration made by the workspace's template, and waits for it; 202 where it takes longer.
 * @throws 409 without a template, 502 where it could not be made
 */
export async function generateVideo(deal: Deal, { waitMs, lookMs } = patience): Promise<Video> {
  const template = await celebration();
  const data = await dataOf(deal);
  const name = `Celebration ${deal.repName || deal.repEmail}`;
  const { id } = await exportTemplate(template.templateId, name, options, data);
  await commit(...videoMade(deal, deal.companyName));
  for (const until = performance.now() + waitMs; performance.now() < until; ) {
    await sleep(lookMs);
    const video = await videoStatus(id);
    if (video.status === 'completed') return video;
    if (video.status === 'failed') throw new AppError(502, 'video_failed', video.error!);
  }
  answerAs(202);
  return { id, status: 'processing' };
}

/** How far a video is, and where it is downloaded once it is there. @throws 404 */
export async function videoStatus(exportId: string): Promise<Video> {
  const { status, errorMessage, createdAt, updatedAt } = await exportOr404(exportId);
  if (status === 'failed')
    return { id: exportId, status, error: errorMessage || 'The video could not be made. Please try again.' };
  if (status === 'processing') return { id: exportId, status };
  const { downloadUrl } = await downloadExport(exportId);
  return {
    id: exportId,
    status,
    videoUrl: downloadUrl,
    processingTimeMs: Math.max(0, Date.parse(updatedAt) - Date.parse(createdAt)),
  };
}
