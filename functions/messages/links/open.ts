import { asVisitor } from '#functions/kernel/actor.ts';
import { clock } from '#functions/kernel/clock.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { answerAs, answerHeader, rawRequest } from '#functions/kernel/http-context.ts';
import { log } from '#functions/kernel/log.ts';
import { retryOnConflict } from '#functions/kernel/retry.ts';
import { ConditionFailed, commit } from '#functions/kernel/table.ts';
import { timelineEvent } from '#functions/leads/api.ts';
import { tenantOfCode } from '#shared/model/short-links.ts';
import { publicPage } from '../public-page.ts';
import { clickWrites } from '../record/recipient-store.ts';
import { isRobot } from './robots.ts';
import { findLink, type ShortLink } from './store.ts';

/** Counts a click: the first of a person for the person, each for the whole. What is not counted is logged. */
async function countClick({ campaignId, leadId, url, code }: ShortLink): Promise<void> {
  try {
    await retryOnConflict(
      async () => {
        const { writes, isFirst } = await clickWrites(campaignId, leadId, clock.iso(), code);
        const told = isFirst
          ? [
              timelineEvent(leadId, 'sms', `Opened a link of a text: ${url.slice(0, 300)}`, {
                campaignId,
                url,
              }),
            ]
          : [];
        await commit(writes, told);
      },
      { tries: 11, pauseMs: 15, maxPauseMs: 480 },
    );
  } catch (error) {
    // Whoever clicked wants to get there, whatever our counting does.
    if (!(error instanceof ConditionFailed) && !(error instanceof AppError)) throw error;
    log.warn('A click could not be counted.', { campaignId, error });
  }
}

function gone(): Blob {
  answerAs(404);
  return publicPage(
    'This link leads nowhere',
    '<h1>This link leads nowhere</h1><p>It may have run out, or a part of it is missing. Please look at the text that you had it from, or ask who sent it.</p>',
  );
}

/** Leads whoever opens a short link to where it stands for. What stands in no text of a campaign leads nowhere. */
export async function openLink(code: string): Promise<Blob> {
  const tenant = tenantOfCode(code);
  if (!tenant) return gone();
  return asVisitor(tenant, async () => {
    const link = await findLink(code);
    if (!link) return gone();
    if (!isRobot(rawRequest().headers)) await countClick(link);
    answerAs(302);
    answerHeader('location', link.url);
    answerHeader('referrer-policy', 'no-referrer');
    return new Blob([], { type: 'text/plain' });
  });
}
