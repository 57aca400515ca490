import { publicUrl } from '#functions/kernel/public-url.ts';
import { findLead, personOf } from '#functions/leads/api.ts';
import type { Announcement } from '#shared/exchange/commands.ts';
import { isAnnounced } from '#shared/model/compliance/law/recording.ts';
import { readRecordingSettings } from './recording-store.ts';

/** Of the application: web/public/sounds. Its voice is artificial. */
const sound = { path: '/sounds/this-call-is-recorded.wav', seconds: 1.9 };

/** The two ends of a call that is to be recorded; numbers in E.164, '' or null where they are not known. */
interface Ends {
  phone: string;
  ownNumber: string | null;
  leadId: string | null;
}

/**
 * What everybody on a call is to hear before it is recorded; null where nothing need be said. A lead's state is that of
 * the address and that of the number's area code: either can have the law that asks for it.
 */
export async function announcementOf({ phone, ownNumber, leadId }: Ends): Promise<Announcement | null> {
  const [{ announcing }, lead] = await Promise.all([
    readRecordingSettings(),
    leadId ? findLead(leadId) : undefined,
  ]);
  const other = lead ? personOf(lead, phone) : { phone };
  if (!isAnnounced(announcing, other, ownNumber)) return null;
  return { audioUrl: `${publicUrl()}${sound.path}`, seconds: sound.seconds };
}
