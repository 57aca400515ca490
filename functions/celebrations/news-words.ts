import { publicUrl } from '#functions/kernel/public-url.ts';
import { shownName } from '#functions/kernel/shown-name.ts';
import { findLead } from '#functions/leads/api.ts';
import { findUser } from '#functions/users/api.ts';
import type { ChatNews } from '#functions/webhookEndpoints/api.ts';
import type { ChatTelling } from '#shared/model/celebration.ts';
import { dollars } from '#shared/model/money.ts';
import { customerOf } from './customer.ts';
import type { Drawing, NewsRecord } from './news-store.ts';
import type { CelebrationRecord } from './store.ts';

/** The words by which a chat is told of a win: plain text. */

async function peopleOf({ leadId, customer, repId }: CelebrationRecord) {
  const [lead, user] = await Promise.all([
    leadId ? findLead(leadId) : undefined,
    repId ? findUser(repId) : undefined,
  ]);
  return {
    rep: user ? user.firstLast || user.username : 'Somebody',
    customer: leadId ? (lead?.state === 'live' ? customerOf(lead) : '') : customer,
  };
}

const addressOf = ({ path }: Drawing): string => `${publicUrl()}${path}`;

/** What a chat is told: of a win with its picture and where the video is, if it is there by then. */
export async function newsWords(
  topic: ChatTelling['topic'],
  record: CelebrationRecord,
  { still, video }: NewsRecord,
): Promise<ChatNews> {
  const { rep, customer } = await peopleOf(record);
  const deal = [customer && shownName(customer), dollars(record.amount)].filter(Boolean).join(', ');
  const open = { words: 'Today’s wins', url: `${publicUrl()}/celebrations` };
  const watch = video.state === 'there' ? [{ words: 'Watch the video', url: addressOf(video) }] : [];
  const sold = `${shownName(rep)} sold: ${deal}`;
  switch (topic) {
    case 'win':
      return {
        headline: `🔔 ${sold}`,
        text: '',
        picture: still.state === 'there' ? { url: addressOf(still), words: sold } : undefined,
        links: [...watch, open],
      };
    case 'video':
      return { headline: `🎬 The video of ${sold}`, text: '', picture: undefined, links: watch };
    case 'undone':
      return {
        headline: `Called off: ${sold}`,
        text: 'It is no sale any more, and off all displays.',
        picture: undefined,
        links: [open],
      };
  }
}
