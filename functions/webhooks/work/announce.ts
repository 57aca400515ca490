import { findPublication, projectOr404, publicPage, publishNow } from '#functions/content/api.ts';
import { AppError } from '#functions/kernel/errors.ts';
import { takeOver } from '#functions/signage/api.ts';
import { findDelivery, noteAnnouncement } from '../inbound/delivery-store.ts';
import { findWebhook } from '../store.ts';

/**
 * Shows the webhook's project on its displays: it is published as it stands now, and stands for the minutes that the
 * webhook says. Announced again, it takes its own place, so a message given twice changes nothing but the end.
 */
export async function announce(webhookId: string, deliveryId: string): Promise<void> {
  const [webhook, delivery] = await Promise.all([
    findWebhook(webhookId),
    findDelivery(webhookId, deliveryId),
  ]);
  const wanted = webhook?.fields.announcement;
  if (!delivery || delivery.announcement || !wanted?.enabled || !wanted.projectId) return;
  try {
    await noteAnnouncement(webhookId, deliveryId, await show(wanted.projectId, wanted));
  } catch (error) {
    // What a person must mend is told; what passes by itself comes again.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await noteAnnouncement(webhookId, deliveryId, `Not announced: ${error.message}`);
  }
}

/** Says that it came to nothing, after its last try. */
export const giveUpAnnouncing = (webhookId: string, deliveryId: string): Promise<void> =>
  noteAnnouncement(webhookId, deliveryId, 'Not announced: something went wrong on our side.');

async function show(
  projectId: string,
  { displayIds, minutes, priority }: { displayIds: string[]; minutes: number; priority: 'NORMAL' | 'HIGH' },
): Promise<string> {
  await publishNow(projectId).catch((error) => {
    // Somebody publishes it at this instant: theirs is shown.
    if (!(error instanceof AppError && error.status === 409)) throw error;
  });
  const { name, publicId } = await projectOr404(projectId);
  const publication = publicId ? await findPublication(publicId) : undefined;
  if (!publicId || !publication)
    throw new Error('The project is being published; the announcement comes again.');
  const results = await takeOver(displayIds, {
    projectId,
    publicId,
    name,
    webLink: publicPage(publicId, publication.version),
    priority,
    duration: minutes,
    restoreAfter: true,
  });
  const shown = results.filter(({ ok }) => ok).map((one) => one.name);
  const failed = results.filter(({ ok }) => !ok).map((one) => `${one.name}: ${one.reason}`);
  return [
    shown.length > 0 ? `“${name}” shows on ${shown.join(', ')}.` : 'It shows on no display.',
    ...failed,
  ].join(' ');
}
